import { formatRelative } from './dates.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relative times', () => {
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
  ])('%d seconds back is "%s"', (seconds, words) => {
    expect(formatRelative(new Date(NOW.getTime() - seconds * 1000), NOW)).toBe(words);
  });
});
