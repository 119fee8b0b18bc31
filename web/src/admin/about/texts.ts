export const FAILED = "Failed to load about content. Please refresh the page."
