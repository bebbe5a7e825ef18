import { DomainError, PROBLEM_STATUS, type ProblemKind } from '@shop/contracts/common';
import { z } from 'zod';
import { toDeliveryOutcome } from './delivery-outcome.js';

const refusal = (kind: ProblemKind) => new DomainError('ORDER_REFUSED', kind, 'No.');
const RETRIED: ProblemKind[] = ['conflict', 'too-many', 'provider-failed', 'unavailable', 'timed-out'];

describe('the outcome of a delivery', () => {
  it('is done where nothing failed', () => {
    expect(toDeliveryOutcome([])).toEqual({ kind: 'done' });
  });

  it.each(Object.keys(PROBLEM_STATUS) as ProblemKind[])(
    'of a refusal of kind %s is another try only where time can mend it',
    (kind) => {
      expect(toDeliveryOutcome([refusal(kind)]).kind).toBe(RETRIED.includes(kind) ? 'retry' : 'dead-letter');
    },
  );

  it('is another try for any fault that nobody foresaw', () => {
    expect(toDeliveryOutcome([new TypeError('x is not a function')])).toEqual({
      kind: 'retry',
      reason: 'TypeError: x is not a function',
    });
    expect(toDeliveryOutcome(['a string'])).toEqual({ kind: 'retry', reason: 'a string' });
  });

  it('is a dead letter for a payload that does not parse', () => {
    const { error } = z.object({ orderId: z.uuid() }).safeParse({ orderId: 7 });
    expect(toDeliveryOutcome([error]).kind).toBe('dead-letter');
  });

  it('is another try as soon as one of several handlers can still succeed', () => {
    expect(toDeliveryOutcome([refusal('invalid'), new Error('the database is away')]).kind).toBe('retry');
  });
});
