import { DomainError } from '@shop/contracts-common';
import { findStartProblem, findTrackingProblem, toOutcome } from './bulk-action.rules.js';

it('starts paid orders only', () => {
  const statuses = ['created', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
  expect(statuses.filter((status) => findStartProblem({ status }) === null)).toEqual(['paid']);
});

describe('the tracking number of an order', () => {
  const sent = { carrier: 'UPS', number: '1Z 999', url: null };
  it.each([
    [{ status: 'processing', tracking: null, returnedAt: null }, null],
    [{ status: 'shipped', tracking: null, returnedAt: null }, null],
    [
      { status: 'shipped', tracking: sent, returnedAt: null },
      'It has the number 1Z 999. Please correct it in the order.',
    ],
    [{ status: 'shipped', tracking: sent, returnedAt: new Date() }, null],
    [
      { status: 'shipped', tracking: { ...sent, number: '94 00' }, returnedAt: new Date() },
      'It has this number already.',
    ],
    [{ status: 'paid', tracking: null, returnedAt: null }, 'It is not in processing yet. Please start that first.'],
    [{ status: 'cancelled', tracking: null, returnedAt: null }, 'It was cancelled.'],
  ] as const)('%j: %s', (order, problem) => {
    expect(findTrackingProblem(order, { number: '9400' })).toBe(problem);
  });
});

it('offers another try only where it may help', () => {
  const outcomeOf = (code: string, kind: 'conflict' | 'unavailable') =>
    toOutcome(new DomainError(code, kind, 'Why'))?.state;
  expect(outcomeOf('ORDER_ON_HOLD', 'conflict')).toBe('skipped');
  expect(outcomeOf('ORDER_BEING_SUBMITTED', 'conflict')).toBe('failed');
  expect(outcomeOf('PRINTER_UNAVAILABLE', 'unavailable')).toBe('failed');
  expect(toOutcome(new Error('lost connection'))).toBeNull();
});
