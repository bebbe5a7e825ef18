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

/** The furthest zones from UTC are 14 hours ahead and 12 behind; the last day of a zone that crossed the date line had 24 more. */
const FURTHEST_MS = 40 * 3_600_000;
/** All zones are apart by whole quarters of an hour. */
const STEP_MS = 15 * 60_000;

/** The first moment of a day in a time zone: midnight, or the end of the hour that is skipped there. Throws for an unknown zone. */
export function getDayStart(day: string, timeZone: string): Date {
  let [before, after] = [-FURTHEST_MS / STEP_MS, FURTHEST_MS / STEP_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (toDay(new Date(toMs(day) + middle * STEP_MS), timeZone) >= day) after = middle;
    else before = middle;
  }
  return new Date(toMs(day) + after * STEP_MS);
}
