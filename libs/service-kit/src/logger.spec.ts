import { DomainError } from '@shop/contracts-common';
import { pino } from 'pino';
import { QueryFailedError } from 'typeorm';
import { toLoggedError, createLogger } from './logger.js';

const queryFailure = (): QueryFailedError => {
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

describe('toLoggedError', () => {
  it('keeps type, message, code and constraint', () => {
    expect(toLoggedError(queryFailure())).toMatchObject({
      type: 'QueryFailedError',
      message: expect.stringContaining('users_role_check'),
      code: '23514',
      constraint: 'users_role_check',
      table: 'users',
      stack: expect.stringContaining('logger.spec'),
    });
  });

  it('drops parameters and rows of a failed query, also in a cause or an AggregateError', () => {
    const errors = [
      queryFailure(),
      new Error('could not be saved', { cause: queryFailure() }),
      new AggregateError([queryFailure()], 'several'),
      new DomainError('ROW_REFUSED', 'invalid', 'No.', { cause: queryFailure() }),
    ];
    for (const error of errors) {
      const line = JSON.stringify(toLoggedError(error));
      expect(line).toContain('users_role_check');
      expect(line).not.toMatch(/pat@example\.com|argon2id/);
    }
  });

  it('is applied by the logger of the service', () => {
    const logger = createLogger('identity-svc', { APP_VERSION: '1.0.0', LOG_LEVEL: 'info' });
    const lines: string[] = [];
    (logger as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym] = {
      write: (line) => void lines.push(line),
    };
    logger.error({ err: queryFailure() }, 'request failed');
    logger.child({ requestId: '1' }).error(queryFailure());
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain('23514');
      expect(line).toContain('"version":"1.0.0"');
      expect(line).not.toMatch(/pat@example\.com|argon2id/);
    }
  });

  it('keeps text with line breaks in one line', () => {
    const lines: string[] = [];
    const logger = createLogger(
      'identity-svc',
      { APP_VERSION: '1.0.0', LOG_LEVEL: 'info' },
      { write: (line) => void lines.push(line) },
    );
    logger.info({ name: 'Rex\n{"level":60,"msg":"forged"}' }, 'one\r\ntwo\u2028three');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd().split(/[\r\n]/)).toHaveLength(1);
  });

  it('returns a thrown value that is not an error unchanged', () => {
    expect(toLoggedError('a text')).toBe('a text');
    expect(toLoggedError(undefined)).toBeUndefined();
  });
});
