/** Made when it is first needed: on a phone each takes the browser tens of milliseconds, and most pages show no date. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => (made ??= new Intl.DateTimeFormat('en-US', options)).format(date);
}

const long = formatter({ year: 'numeric', month: 'long', day: 'numeric' });
const day = formatter({ month: 'short', day: 'numeric' });
const short = formatter({ year: 'numeric', month: 'short', day: 'numeric' });
const time = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const timeAndZone = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' });

/** `November 20, 2026`, in the reader's time zone. */
export const formatDate = (date: string | Date): string => long(new Date(date));

/** `Nov 20, 2026` */
export const formatShortDate = (date: string | Date): string => short(new Date(date));

/** `14:32`; on another day than today `Nov 23, 00:12`. In the reader's time zone. */
export function formatMoment(date: string | Date, now: Date = new Date()): string {
  const moment = new Date(date);
  if (short(moment) === short(now)) return time(moment);
  return `${moment.getFullYear() === now.getFullYear() ? day(moment) : short(moment)}, ${time(moment)}`;
}

/** `November 20, 2026, 14:32 GMT+1`: for what is kept and read elsewhere. */
export const formatExactly = (date: string | Date): string => `${formatDate(date)}, ${timeAndZone(new Date(date))}`;

const MINUTES_A_DAY = 24 * 60;
const MINUTES_A_MONTH = 30 * MINUTES_A_DAY;
const MINUTES_A_YEAR = 365 * MINUTES_A_DAY;

const count = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** The words for a distance in minutes: `about 2 hours`. Rounded, as a person would say it. */
function distance(minutes: number): string {
  if (minutes < 0.5) return 'less than a minute';
  if (minutes < 44.5) return count(Math.max(1, Math.round(minutes)), 'minute');
  if (minutes < 23.75 * 60) return `about ${count(Math.max(1, Math.round(minutes / 60)), 'hour')}`;
  if (minutes < MINUTES_A_MONTH) return count(Math.max(1, Math.round(minutes / MINUTES_A_DAY)), 'day');
  if (minutes < MINUTES_A_YEAR) return `about ${count(Math.max(1, Math.round(minutes / MINUTES_A_MONTH)), 'month')}`;
  return `about ${count(Math.round(minutes / MINUTES_A_YEAR), 'year')}`;
}

/** `about 2 hours ago` (spec, section 9). A moment ahead of this clock counts as now. */
export function formatRelative(date: string | Date, now: Date = new Date()): string {
  const minutes = Math.max(0, (now.getTime() - new Date(date).getTime()) / 60_000);
  return `${distance(minutes)} ago`;
}
