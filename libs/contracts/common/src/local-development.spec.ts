import { findDevelopmentProblems, isLoopback } from './local-development.js';

const variablesOf = (env: Record<string, string>): string[] =>
  findDevelopmentProblems(env).map(({ variable }) => variable);

describe('findDevelopmentProblems', () => {
  it.each([
    [{}],
    [{ HOST: '' }],
    [{ HOST: 'localhost', NODE_ENV: 'test' }],
    [{ HOST: '::1', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    [{ HOST: '0.0.0.0', STRIPE_SECRET_KEY: 'sk_live_1', NODE_ENV: 'production' }],
  ])('accepts %j', (env) => expect(variablesOf(env)).toEqual([]));

  it.each([
    [{ HOST: '0.0.0.0' }, ['HOST']],
    [{ HOST: '::', NODE_ENV: 'development' }, ['HOST']],
    [{ HOST: '192.168.1.5', NODE_ENV: 'test' }, ['HOST']],
    [{ STRIPE_SECRET_KEY: ' sk_live_1' }, ['STRIPE_SECRET_KEY']],
    [
      { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    ],
  ])('refuses %j', (env, variables) => expect(variablesOf(env)).toEqual(variables));

  it('says what to set, without the value of a key', () => {
    const [host, key] = findDevelopmentProblems({ HOST: '0.0.0.0', STRIPE_SECRET_KEY: 'sk_live_hunter2' });
    expect(host?.message).toMatch(/0\.0\.0\.0 is reachable.*NODE_ENV=production.*HOST=127\.0\.0\.1/);
    expect(key?.message).toMatch(/live key.*NODE_ENV=production/);
    expect(key?.message).not.toContain('hunter2');
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1', '[::1]'])('%s is', (host) =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example', ''])(
    '"%s" is not',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});
