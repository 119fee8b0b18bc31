export function picture(width: number, height: number): Buffer
