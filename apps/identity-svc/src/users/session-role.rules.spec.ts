import { getSecondFactorState, getSessionRole } from './session-role.rules.js';

const HOUR_MS = 3_600_000;

describe('the second factor of a session', () => {
  const enteredAt = '2026-11-20T10:00:00.000Z';
  const afterHours = (hours: number): number => Date.parse(enteredAt) + hours * HOUR_MS;

  it.each([
    ['user', false, undefined, true, undefined, 'user'],
    ['user', true, enteredAt, true, undefined, 'user'],
    [null, false, undefined, true, undefined, 'user'],
    ['admin', false, undefined, false, 'off', 'admin'],
    ['admin', false, undefined, true, 'missing', 'user'],
    ['admin', false, enteredAt, true, 'missing', 'user'],
    ['admin', true, undefined, false, 'asked', 'user'],
    ['admin', true, undefined, true, 'asked', 'user'],
    ['admin', true, enteredAt, false, 'on', 'admin'],
  ] as const)(
    'of the role %s, with a factor: %p, entered at %p, required: %p, is %p with the role %s',
    (role, hasSecondFactor, secondFactorAt, isRequired, expected, sessionRole) => {
      const state = getSecondFactorState({ role, hasSecondFactor }, secondFactorAt, isRequired, afterHours(1));
      expect([state, getSessionRole(state)]).toEqual([expected, sessionRole]);
    },
  );

  it('counts for as long as an admin stays signed in', () => {
    const state = (hours: number) =>
      getSecondFactorState({ role: 'admin', hasSecondFactor: true }, enteredAt, false, afterHours(hours));
    expect([state(12), state(12.01)]).toEqual(['on', 'asked']);
  });
});
