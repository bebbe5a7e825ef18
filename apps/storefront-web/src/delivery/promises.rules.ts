const HOUR = 60;
const DAY = 24 * HOUR;

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** `an hour`, `90 minutes`, `2 hours` or `1 day`. */
function formatMinutes(minutes: number): string {
  if (minutes === HOUR) return 'an hour';
  if (minutes % DAY === 0) return count(minutes / DAY, 'day');
  return minutes % HOUR === 0 ? count(minutes / HOUR, 'hour') : count(minutes, 'minute');
}

/** What the terms promise. `changeWindowMinutes`: undefined or 0: nothing is said about changes. */
export const listPromises = (changeWindowMinutes: number | undefined): string[] => [
  '100% satisfaction guarantee',
  'Damaged, misprinted or lost: printed again, or your money back',
  ...(changeWindowMinutes ? [`Change or cancel for ${formatMinutes(changeWindowMinutes)} after you pay`] : []),
];
