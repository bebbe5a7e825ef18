import { DomainError, PROBLEM_STATUS, type ProblemKind } from '@shop/contracts/common';
import { z } from 'zod';
import { toDeliveryOutcome } from './delivery-outcome.js';

const createError = (kind: ProblemKind) => new DomainError('ORDER_REFUSED', kind, 'No.');
const RETRIED_KINDS: ProblemKind[] = ['conflict', 'too-many', 'provider-failed', 'unavailable', 'timed-out'];

describe('toDeliveryOutcome', () => {
  it('is done if nothing failed', () => {
    expect(toDeliveryOutcome([])).toEqual({ kind: 'done' });
  });

  it.each(Object.keys(PROBLEM_STATUS) as ProblemKind[])(
    'retries an error of kind %s only if it may be temporary',
    (kind) => {
      expect(toDeliveryOutcome([createError(kind)]).kind).toBe(RETRIED_KINDS.includes(kind) ? 'retry' : 'dead-letter');
    },
  );

  it('retries unexpected errors', () => {
    expect(toDeliveryOutcome([new TypeError('x is not a function')])).toEqual({
      kind: 'retry',
      reason: 'TypeError: x is not a function',
    });
    expect(toDeliveryOutcome(['a string'])).toEqual({ kind: 'retry', reason: 'a string' });
  });

  it('is a dead letter for an invalid payload', () => {
    const { error } = z.object({ orderId: z.uuid() }).safeParse({ orderId: 7 });
    expect(toDeliveryOutcome([error]).kind).toBe('dead-letter');
  });

  it('retries if one of several failures may be temporary', () => {
    expect(toDeliveryOutcome([createError('invalid'), new Error('the database is away')]).kind).toBe('retry');
  });
});
