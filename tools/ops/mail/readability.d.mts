export function findTooWide(): string[];
export function findTooSmall(leastPx: number): string[];
export function findLowContrast(leastRatio: number): string[];
