import { DomainError } from '@shop/contracts/common';
import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { toLoggedError } from './logged-error.js';
import { createLogger } from './logger.js';

const refused = (): QueryFailedError => {
  const driverError = Object.assign(
    new Error('new row for relation "users" violates check constraint "users_role_check"'),
    {
      code: '23514',
      constraint: 'users_role_check',
      table: 'users',
      detail: 'Failing row contains (pat@example.com, $argon2id$secret).',
    },
  );
  return new QueryFailedError(
    'INSERT INTO users (email, password) VALUES ($1, $2)',
    ['pat@example.com', '$argon2id$secret'],
    driverError,
  );
};

describe('an error in the log', () => {
  it('says what was refused, and by what', () => {
    expect(toLoggedError(refused())).toMatchObject({
      type: 'QueryFailedError',
      message: expect.stringContaining('users_role_check'),
      code: '23514',
      constraint: 'users_role_check',
      table: 'users',
      stack: expect.stringContaining('logged-error.spec'),
    });
  });

  it('names no parameter and no row of the database, also as another error’s cause or one of several', () => {
    const errors = [
      refused(),
      new Error('could not be saved', { cause: refused() }),
      new AggregateError([refused()], 'several'),
      new DomainError('ROW_REFUSED', 'invalid', 'No.', { cause: refused() }),
    ];
    for (const error of errors) {
      const line = JSON.stringify(toLoggedError(error));
      expect(line).toContain('users_role_check');
      expect(line).not.toMatch(/pat@example\.com|argon2id/);
    }
  });

  it('is written so by the service’s logger', () => {
    const logger = createLogger('identity-svc', { LOG_LEVEL: 'info' });
    const lines: string[] = [];
    (logger as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym] = {
      write: (line) => void lines.push(line),
    };
    logger.error({ err: refused() }, 'request failed');
    logger.child({ reqId: '1' }).error(refused());
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain('23514');
      expect(line).not.toMatch(/pat@example\.com|argon2id/);
    }
  });

  it('is what it is where something else was thrown', () => {
    expect(toLoggedError('a text')).toBe('a text');
    expect(toLoggedError(undefined)).toBeUndefined();
  });
});
