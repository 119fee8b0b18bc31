export function loadRender(bundle: string): (json: string) => string
