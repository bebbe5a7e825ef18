import { getExpiry, isDueForExtension } from './session.rules.js';

const now = new Date('2026-11-20T10:00:00Z');
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

describe('the lifetime of a session', () => {
  it('is 30 days after the last use', () => {
    expect(getExpiry(now)).toEqual(new Date('2026-12-20T10:00:00Z'));
  });

  it.each([
    [30 * 24, false],
    [29 * 24, false],
    [29 * 24 - 1, true],
    [1, true],
  ])('with %d hours left, it is rolled on: %s', (hours, due) =>
    expect(isDueForExtension(inHours(hours), now)).toBe(due),
  );
});
