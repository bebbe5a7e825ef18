import { getDayStart, toDay } from './days.js';

it('knows the day of a time zone', () => {
  expect(toDay(new Date('2026-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2027-01-01');
  expect(toDay(new Date('2026-12-31T23:30:00Z'), 'UTC')).toBe('2026-12-31');
});

it.each([
  ['2026-06-15', 'UTC', '2026-06-15T00:00:00.000Z'],
  ['2026-06-15', 'America/New_York', '2026-06-15T04:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
  ['2026-01-01', 'Pacific/Chatham', '2025-12-31T10:15:00.000Z'],
  // The clocks go from midnight to one.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
])('the day %s in %s begins at %s', (day, zone, start) => {
  expect(getDayStart(day, zone).toISOString()).toBe(start);
  expect(toDay(new Date(Date.parse(start) - 1), zone) < day).toBe(true);
});
