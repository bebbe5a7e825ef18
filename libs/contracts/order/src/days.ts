/** Days as texts such as `2026-11-30`. */
const DAY_MS = 86_400_000;
const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** `addDays('2026-03-01', -1)` → `2026-02-28` */
export const addDays = (day: string, days: number): string =>
  new Date(toMs(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from the first to the last, both included. Negative or 0: the last is before the first. */
export const countDays = (from: string, to: string): number => (toMs(to) - toMs(from)) / DAY_MS + 1;

/** The day of a moment in a time zone. Throws for an unknown zone. */
export function toDay(time: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time);
  const get = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year')}-${get('month')}-${get('day')}`;
}
