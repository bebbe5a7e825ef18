import { extendExpiry, getExpiry, type SessionHolder } from './session.rules.js';

const HOUR_MS = 3_600_000;
const startedAt = new Date('2026-11-20T10:00:00Z');
const afterHours = (hours: number): Date => new Date(startedAt.getTime() + hours * HOUR_MS);
const DAYS = 24;

describe('the lifetime of a session', () => {
  it.each([
    ['guest', 30 * DAYS],
    ['user', 30 * DAYS],
    ['admin', 1],
  ] as const)('of a %s is %d hours without use', (holder, hours) =>
    expect(getExpiry(holder, startedAt, startedAt)).toEqual(afterHours(hours)),
  );

  it.each([
    ['guest', 10_000 * DAYS],
    ['user', 180 * DAYS],
    ['admin', 12],
  ] as const)('of a %s that is used each half hour ends after %d hours or later', (holder, hours) => {
    const expiry = getExpiry(holder, startedAt, afterHours(hours - 0.5));
    expect(expiry.getTime()).toBeGreaterThanOrEqual(afterHours(hours).getTime());
    if (holder !== 'guest') expect(expiry).toEqual(afterHours(hours));
  });

  it.each<[SessionHolder, number, number, number | null]>([
    ['user', 0.5 * DAYS, 30 * DAYS, null],
    ['user', 1.5 * DAYS, 30 * DAYS, 31.5 * DAYS],
    ['user', 170 * DAYS, 175 * DAYS, 180 * DAYS],
    ['user', 175 * DAYS, 180 * DAYS, null],
    ['guest', 175 * DAYS, 180 * DAYS, 205 * DAYS],
    ['admin', 0.01, 1, null],
    ['admin', 0.5, 1, 1.5],
    ['admin', 11.25, 11.5, 12],
    ['admin', 11.5, 12, null],
  ])('of a %s after %d hours, with an end after %d hours, is extended to %s', (holder, nowHours, endHours, expected) =>
    expect(extendExpiry(holder, startedAt, afterHours(endHours), afterHours(nowHours))).toEqual(
      expected === null ? null : afterHours(expected),
    ),
  );
});
