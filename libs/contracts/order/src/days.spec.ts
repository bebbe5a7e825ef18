import { toDay } from './days.js';

it('knows the day of a time zone', () => {
  expect(toDay(new Date('2026-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2027-01-01');
  expect(toDay(new Date('2026-12-31T23:30:00Z'), 'UTC')).toBe('2026-12-31');
});
