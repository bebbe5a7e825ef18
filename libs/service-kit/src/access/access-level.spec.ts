import { DomainError, type AccessLevel, type NeededPermission } from '@shop/contracts-common';
import { assertAccess, assertPermission } from './access-level.js';
import { callerFromClaims, toOwner, toRole, type Caller } from './caller.js';

const userId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001';
const guestId = '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002';
const callers: Record<string, Caller> = {
  anonymous: { kind: 'anonymous' },
  guest: { kind: 'guest', guestId, sid: 's' },
  user: { kind: 'user', userId, role: 'user', email: 'pat@example.com', sid: 's' },
  admin: { kind: 'user', userId, role: 'admin', email: 'ada@example.com', sid: 's' },
};

const outcomeFor = (level: AccessLevel | undefined, caller: Caller): string => {
  try {
    assertAccess(level, toRole(caller));
    return 'allowed';
  } catch (error) {
    return (error as DomainError).kind;
  }
};

describe('assertAccess', () => {
  it.each`
    level         | anonymous            | guest                | user           | admin
    ${'public'}   | ${'allowed'}         | ${'allowed'}         | ${'allowed'}   | ${'allowed'}
    ${'guest'}    | ${'unauthenticated'} | ${'allowed'}         | ${'allowed'}   | ${'allowed'}
    ${'session'}  | ${'unauthenticated'} | ${'allowed'}         | ${'allowed'}   | ${'allowed'}
    ${'user'}     | ${'unauthenticated'} | ${'unauthenticated'} | ${'allowed'}   | ${'allowed'}
    ${'admin'}    | ${'unauthenticated'} | ${'unauthenticated'} | ${'forbidden'} | ${'allowed'}
    ${'internal'} | ${'allowed'}         | ${'allowed'}         | ${'allowed'}   | ${'allowed'}
    ${undefined}  | ${'forbidden'}       | ${'forbidden'}       | ${'forbidden'} | ${'forbidden'}
  `('level $level: anonymous $anonymous, guest $guest, user $user, admin $admin', ({ level, ...expected }) => {
    const outcomes = Object.fromEntries(
      Object.entries(callers).map(([name, caller]) => [name, outcomeFor(level as AccessLevel, caller)]),
    );
    expect(outcomes).toEqual(expected);
  });
});

describe('assertPermission', () => {
  it.each<[NeededPermission | undefined, string[], boolean]>([
    [undefined, [], true],
    ['refund', ['refund'], true],
    ['refund', ['export'], false],
    ['all', ['export', 'of a newer version', 'refund'], true],
    ['all', ['refund'], false],
    ['all', [], false],
  ])('needs %s of %j: %s', (needed, permissions, isAllowed) => {
    const assertion = expect(() => assertPermission(needed, permissions));
    if (isAllowed) assertion.not.toThrow();
    else assertion.toThrow(/^Your account may not /);
  });
});

describe('callerFromClaims', () => {
  it('returns an anonymous caller without a token', () => {
    expect(callerFromClaims(undefined)).toEqual({ kind: 'anonymous' });
  });

  it('keeps the guest id of a signed-in customer', () => {
    expect(callerFromClaims({ sid: 's', userId, guestId, role: 'user', email: 'pat@example.com' })).toMatchObject({
      kind: 'user',
      userId,
      guestId,
    });
  });

  it('defaults to the role user when the token has no role', () => {
    expect(callerFromClaims({ sid: 's', userId })).toMatchObject({ kind: 'user', role: 'user' });
  });
});

describe('toOwner', () => {
  it('returns the user of a signed-in customer or the guest of a visitor, never both', () => {
    expect(toOwner({ ...callers.user, guestId } as Caller)).toEqual({ userId, guestId: null });
    expect(toOwner(callers.guest as Caller)).toEqual({ userId: null, guestId });
  });

  it('refuses a caller without a session', () => {
    expect(() => toOwner({ kind: 'anonymous' })).toThrow('Not signed in');
  });
});
