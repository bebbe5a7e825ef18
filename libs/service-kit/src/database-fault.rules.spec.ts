import { DomainError } from '@shop/contracts-common';
import { createDatabaseError, toDatabaseFault } from './database-fault.rules.js';

const withCode = (code: string) => Object.assign(new Error('from the driver'), { code });

describe('toDatabaseFault', () => {
  it.each([
    ['25006', 'read-only'],
    ['53100', 'full'],
    ['53300', 'refused'],
    ['57P03', 'refused'],
    ['28P01', 'refused'],
    ['57P01', 'down'],
    ['08006', 'down'],
    ['ECONNREFUSED', 'down'],
  ])('of the code %s is %s', (code, fault) => {
    expect(toDatabaseFault(withCode(code))).toBe(fault);
  });

  it('is null for a statement that is at fault, and for an error that callers may see', () => {
    const shown = new DomainError('SERVICE_BUSY', 'unavailable', 'The order service is very busy right now.');
    for (const error of [withCode('23505'), withCode('42P01'), new TypeError('x'), 'text', undefined, shown])
      expect(toDatabaseFault(error)).toBeNull();
  });
});

describe('createDatabaseError', () => {
  it('names the part, and says when to try again', () => {
    expect(createDatabaseError('order-svc', 'read-only', null)).toMatchObject({
      code: 'DATABASE_READ_ONLY',
      kind: 'unavailable',
      message: 'The order service can’t save anything right now. Please try again in a moment.',
      options: { retryAfterSeconds: 30 },
    });
  });
});
