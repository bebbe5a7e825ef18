import { DomainError, type AccessLevel } from '@shop/contracts/common';
import { assertAccess } from './access.guard.js';
import { callerFromClaims, ownerOf, type Caller } from './caller.js';

const userId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';
const guestId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002';
const callers: Record<string, Caller> = {
  nobody: { kind: 'anonymous' },
  guest: { kind: 'guest', guestId, sid: 's' },
  user: { kind: 'user', userId, role: 'user', email: 'pat@example.com', sid: 's' },
  admin: { kind: 'user', userId, role: 'admin', email: 'ada@example.com', sid: 's' },
};

const refusalOf = (level: AccessLevel | undefined, caller: Caller): string => {
  try {
    assertAccess(level, caller);
    return 'let in';
  } catch (error) {
    return (error as DomainError).kind;
  }
};

describe('access', () => {
  it.each`
    level         | nobody               | guest                | user           | admin
    ${'public'}   | ${'let in'}          | ${'let in'}          | ${'let in'}    | ${'let in'}
    ${'guest'}    | ${'unauthenticated'} | ${'let in'}          | ${'let in'}    | ${'let in'}
    ${'session'}  | ${'unauthenticated'} | ${'let in'}          | ${'let in'}    | ${'let in'}
    ${'user'}     | ${'unauthenticated'} | ${'unauthenticated'} | ${'let in'}    | ${'let in'}
    ${'admin'}    | ${'unauthenticated'} | ${'unauthenticated'} | ${'forbidden'} | ${'let in'}
    ${'internal'} | ${'let in'}          | ${'let in'}          | ${'let in'}    | ${'let in'}
    ${undefined}  | ${'forbidden'}       | ${'forbidden'}       | ${'forbidden'} | ${'forbidden'}
  `('on $level: nobody is $nobody, a guest $guest, a user $user, an admin $admin', ({ level, ...expected }) => {
    const seen = Object.fromEntries(
      Object.entries(callers).map(([name, caller]) => [name, refusalOf(level as AccessLevel, caller)]),
    );
    expect(seen).toEqual(expected);
  });
});

describe('callerFromClaims', () => {
  it('sees nobody where there is no token', () => {
    expect(callerFromClaims(undefined)).toEqual({ kind: 'anonymous' });
  });

  it('keeps the guest that a signed-in customer came from', () => {
    expect(callerFromClaims({ sid: 's', userId, guestId, role: 'user', email: 'pat@example.com' })).toMatchObject({
      kind: 'user',
      userId,
      guestId,
    });
  });

  it('never makes an admin of somebody whose token names no role', () => {
    expect(callerFromClaims({ sid: 's', userId })).toMatchObject({ kind: 'user', role: 'user' });
  });
});

describe('ownerOf', () => {
  it('names the user of a signed-in customer and the guest of a visitor, never both', () => {
    expect(ownerOf({ ...callers.user, guestId } as Caller)).toEqual({ userId, guestId: null });
    expect(ownerOf(callers.guest as Caller)).toEqual({ userId: null, guestId });
  });

  it('refuses somebody without a session', () => {
    expect(() => ownerOf({ kind: 'anonymous' })).toThrow('Not signed in');
  });
});
