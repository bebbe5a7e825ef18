import { callerFromClaims } from './caller.js';
import { assertRecentSecondFactor, secondFactorNotRecent } from './second-factor.js';

const enteredAt = new Date('2026-11-20T10:00:00Z');
const admin = { sid: 's', userId: 'ada', role: 'admin', email: 'ada@example.com' } as const;
const check = (claims: Parameters<typeof callerFromClaims>[0], minutes: number) => () =>
  assertRecentSecondFactor(callerFromClaims(claims), enteredAt.getTime() + minutes * 60_000);

describe('assertRecentSecondFactor', () => {
  const withFactor = { ...admin, secondFactorAt: enteredAt.toISOString() };

  it('accepts a code for ten minutes', () => {
    expect(check(withFactor, 10)).not.toThrow();
    expect(check(withFactor, 10.01)).toThrow(secondFactorNotRecent());
  });

  it('asks a session that has entered no code', () => {
    expect(check({ ...admin, role: 'user', isCodeMissing: true }, 0)).toThrow(secondFactorNotRecent());
  });

  it('asks no account without a second factor', () => {
    for (const claims of [undefined, { sid: 's', guestId: 'guest' }, admin]) expect(check(claims, 60)).not.toThrow();
  });
});
