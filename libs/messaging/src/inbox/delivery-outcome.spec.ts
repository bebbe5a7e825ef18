import { DomainError, PROBLEM_STATUS, type ProblemKind } from '@shop/contracts-common';
import { toDeliveryOutcome } from './delivery-outcome.js';
import { UnreadablePayloadError } from './unreadable-payload.error.js';

const createError = (kind: ProblemKind) => new DomainError('ORDER_REFUSED', kind, 'No.');
const RETRIED_KINDS: ProblemKind[] = ['conflict', 'too-many', 'provider-failed', 'timed-out'];
const expectedOutcome = (kind: ProblemKind) => {
  if (kind === 'unavailable') return 'outage';
  return RETRIED_KINDS.includes(kind) ? 'retry' : 'dead-letter';
};

describe('toDeliveryOutcome', () => {
  it('is done if nothing failed', () => {
    expect(toDeliveryOutcome([])).toEqual({ kind: 'done' });
  });

  it.each(Object.keys(PROBLEM_STATUS) as ProblemKind[])(
    'retries an error of kind %s only if it may be temporary',
    (kind) => {
      expect(toDeliveryOutcome([createError(kind)]).kind).toBe(expectedOutcome(kind));
    },
  );

  it('retries unexpected errors', () => {
    expect(toDeliveryOutcome([new TypeError('x is not a function')])).toEqual({
      kind: 'retry',
      reason: 'TypeError: x is not a function',
    });
    expect(toDeliveryOutcome(['a string'])).toEqual({ kind: 'retry', reason: 'a string' });
  });

  it('retries a payload that does not fit the schema for days, as a wrong release can be rolled back', () => {
    expect(toDeliveryOutcome([new UnreadablePayloadError('orderId')])).toMatchObject({
      kind: 'retry',
      maxAttempts: 500,
    });
  });

  it('retries if one of several failures may be temporary, and counts no attempt if one is an outage', () => {
    const failures = [createError('invalid'), new Error('not yet')];
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    expect(toDeliveryOutcome(failures).kind).toBe('retry');
    expect(toDeliveryOutcome([...failures, lost]).kind).toBe('outage');
  });
});
