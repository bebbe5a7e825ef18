export function tooWide(): string[];
export function tooSmall(leastPx: number): string[];
export function tooFaint(leastRatio: number): string[];
