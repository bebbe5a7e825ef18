import { readConfig } from './config.js';

const ENVIRONMENT = {
  PORT: '0',
  DATABASE_URL: 'postgresql://localhost/orders',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: 'a key',
};

describe('the configuration', () => {
  it('refuses a production start on sandbox payments', () => {
    expect(() => readConfig({ ...ENVIRONMENT, NODE_ENV: 'production' })).toThrow(/ALLOW_SANDBOX_PAYMENTS: payments are not set up/);
  });

  it('takes it where somebody said so', () => {
    expect(readConfig({ ...ENVIRONMENT, NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' }).ALLOW_SANDBOX_PAYMENTS).toBe(true);
  });

  it('needs no word for it in development', () => {
    expect(readConfig(ENVIRONMENT)).toMatchObject({ NODE_ENV: 'development', ALLOW_SANDBOX_PAYMENTS: false });
  });

  it('makes a webhook secret of its own at each start', () => {
    const [one, other] = [readConfig(ENVIRONMENT), readConfig(ENVIRONMENT)];
    expect(one.SANDBOX_WEBHOOK_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(one.SANDBOX_WEBHOOK_SECRET).not.toBe(other.SANDBOX_WEBHOOK_SECRET);
  });
});
