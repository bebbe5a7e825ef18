import { formatFullDateTime, formatCompactDateTime, formatRelative } from './dates.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('formatRelative', () => {
  it.each([
    [0, 'less than a minute ago'],
    [-30, 'less than a minute ago'],
    [40, '1 minute ago'],
    [5 * MINUTE, '5 minutes ago'],
    [44 * MINUTE, '44 minutes ago'],
    [50 * MINUTE, 'about 1 hour ago'],
    [2 * HOUR + 10 * MINUTE, 'about 2 hours ago'],
    [23 * HOUR, 'about 23 hours ago'],
    [30 * HOUR, '1 day ago'],
    [9 * DAY, '9 days ago'],
    [45 * DAY, 'about 2 months ago'],
    [400 * DAY, 'about 1 year ago'],
    [3 * 365 * DAY, 'about 3 years ago'],
  ])('writes %d seconds ago as "%s"', (seconds, expected) => {
    expect(formatRelative(new Date(NOW.getTime() - seconds * 1000), NOW)).toBe(expected);
  });
});

describe('formatCompactDateTime and formatFullDateTime', () => {
  // In the reader's time zone, whichever that is.
  const at = (day: number, hour: number, minute = 0, year = 2026): Date => new Date(year, 10, day, hour, minute);

  it.each([
    [at(20, 14, 32), '14:32'],
    [at(20, 0, 5), '00:05'],
    [at(21, 0, 12), 'Nov 21, 00:12'],
    [at(19, 23, 59), 'Nov 19, 23:59'],
    [at(20, 14, 32, 2025), 'Nov 20, 2025, 14:32'],
  ])('writes %s as "%s" on November 20, 2026', (dateTime, expected) => {
    expect(formatCompactDateTime(dateTime, at(20, 12))).toBe(expected);
  });

  it('writes the full date and time with day and zone', () => {
    expect(formatFullDateTime(at(20, 14, 32))).toMatch(/^November 20, 2026, 14:32 [A-Z]{2,5}([+-]\d+(:\d\d)?)?$/);
  });
});
