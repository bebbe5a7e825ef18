/** The start time of a living process as its operating system tells it; undefined for a dead one. */
export function bornAt(pid: number): string | undefined;
