import { getAlarmCents, settleCall } from './call-cost.rules.js';

describe('settleCall', () => {
  it.each([
    ['drawn', 47_001, 5],
    ['drawn', 50_000, 5],
    ['drawn', null, 25],
    ['declined', null, 25],
    ['declined', 10_000, 1],
    ['timed-out', null, 25],
    ['aborted', null, 25],
    ['provider-error', null, 25],
    ['rate-limited', null, 0],
    ['unreachable', null, 0],
    ['quota-spent', null, 0],
  ])('a call that ends as %s and costs %s millionths counts as %i cents', (outcome, costMicroUsd, cents) => {
    expect(settleCall({ outcome, costMicroUsd }, 25)).toEqual({
      cents,
      isDeclined: outcome === 'declined',
      isFree: cents === 0,
    });
  });
});

describe('getAlarmCents', () => {
  it.each([
    [5_000, 25, 4_000],
    [100, 25, 76],
    [10, 25, 0],
  ])('of %i cents a day and %i for a call is %i', (budgetCents, callCents, expected) => {
    expect(getAlarmCents(budgetCents, callCents)).toBe(expected);
  });
});
