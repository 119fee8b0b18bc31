export const FAILED = "Failed to load contact information. Please refresh the page."
export const DONE = "Contact information has been updated."
