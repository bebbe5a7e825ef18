/** Creates the formatter on first use: on a phone each takes tens of milliseconds, and most pages show no date. */
function createFormatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(date);
}

const formatLongDay = createFormatter({ year: 'numeric', month: 'long', day: 'numeric' });
const formatDay = createFormatter({ month: 'short', day: 'numeric' });
const formatShortDay = createFormatter({ year: 'numeric', month: 'short', day: 'numeric' });
const formatTime = createFormatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const formatTimeWithZone = createFormatter({
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** `November 20, 2026`, in the reader's time zone. */
export const formatDate = (date: string | Date): string => formatLongDay(new Date(date));

/** `Nov 20, 2026` */
export const formatShortDate = (date: string | Date): string => formatShortDay(new Date(date));

/** `14:32`; on another day than today `Nov 23, 00:12`. In the reader's time zone. */
export function formatCompactDateTime(date: string | Date, now: Date = new Date()): string {
  const dateTime = new Date(date);
  if (formatShortDay(dateTime) === formatShortDay(now)) return formatTime(dateTime);
  return `${dateTime.getFullYear() === now.getFullYear() ? formatDay(dateTime) : formatShortDay(dateTime)}, ${formatTime(dateTime)}`;
}

/** `November 20, 2026, 14:32 GMT+1`, for texts that are stored or read elsewhere. */
export const formatFullDateTime = (date: string | Date): string =>
  `${formatDate(date)}, ${formatTimeWithZone(new Date(date))}`;

const MINUTES_A_DAY = 24 * 60;
const MINUTES_A_MONTH = 30 * MINUTES_A_DAY;
const MINUTES_A_YEAR = 365 * MINUTES_A_DAY;

const formatCount = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** A rounded duration in words: `about 2 hours`. */
function formatDistance(minutes: number): string {
  if (minutes < 0.5) return 'less than a minute';
  if (minutes < 44.5) return formatCount(Math.max(1, Math.round(minutes)), 'minute');
  if (minutes < 23.75 * 60) return `about ${formatCount(Math.max(1, Math.round(minutes / 60)), 'hour')}`;
  if (minutes < MINUTES_A_MONTH) return formatCount(Math.max(1, Math.round(minutes / MINUTES_A_DAY)), 'day');
  if (minutes < MINUTES_A_YEAR)
    return `about ${formatCount(Math.max(1, Math.round(minutes / MINUTES_A_MONTH)), 'month')}`;
  return `about ${formatCount(Math.round(minutes / MINUTES_A_YEAR), 'year')}`;
}

/** `about 2 hours ago` (spec, section 9). A time ahead of this clock counts as now. */
export function formatRelative(date: string | Date, now: Date = new Date()): string {
  const minutes = Math.max(0, (now.getTime() - new Date(date).getTime()) / 60_000);
  return `${formatDistance(minutes)} ago`;
}
