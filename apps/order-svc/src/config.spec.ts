import { readConfig, stripeSettings } from './config.js';

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

  const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  it('takes Stripe with its three keys, also in production', () => {
    const config = readConfig({ ...ENVIRONMENT, ...STRIPE, NODE_ENV: 'production', STRIPE_API_HOST: 'http://127.0.0.1:12111' });
    expect(stripeSettings(config)).toEqual({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1', apiHost: 'http://127.0.0.1:12111' });
    expect(stripeSettings(readConfig(ENVIRONMENT))).toBeNull();
  });

  it.each(Object.keys(STRIPE))('says that %s is missing where the other two are set', (name) => {
    expect(() => readConfig({ ...ENVIRONMENT, ...STRIPE, [name]: '' })).toThrow(new RegExp(`${name}: is missing, while .* and .* are set: Stripe needs all three, the sandbox none`));
  });

  it('wants an address with its protocol for another API', () => {
    expect(() => readConfig({ ...ENVIRONMENT, ...STRIPE, STRIPE_API_HOST: 'localhost' })).toThrow(/STRIPE_API_HOST/);
  });
});
