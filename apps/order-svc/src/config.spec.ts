import { printfulSettings, printProviderName, readConfig, stripeSettings } from './config.js';

const SANDBOX_URL = 'http://127.0.0.1:4006';
/** Of a development shop. */
const ENVIRONMENT = {
  PORT: '0',
  DATABASE_URL: 'postgresql://localhost/orders',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: 'a key',
  GATEWAY_PUBLIC_KEY: 'a key',
  EMAIL_SECRET: 'a configured secret',
  SANDBOX_URL,
};

describe('readConfig', () => {
  it.each([
    ['development', {}],
    ['production', { ALLOW_SANDBOX_PAYMENTS: 'true', ORDER_LINK_SECRET: 'a configured secret' }],
  ])('refuses a %s in which no customer can pay', (NODE_ENV, more) => {
    expect(() => readConfig({ ...ENVIRONMENT, ...more, NODE_ENV, SANDBOX_URL: '' })).toThrow(
      /:\n {2}SANDBOX_URL: is missing: no one could pay\. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or SANDBOX_URL for a shop that takes no money$/,
    );
  });

  it('has a change window of an hour, which can be turned off', () => {
    expect(readConfig(ENVIRONMENT)).toMatchObject({ CHANGE_WINDOW_MINUTES: 60 });
    expect(readConfig({ ...ENVIRONMENT, CHANGE_WINDOW_MINUTES: '0' })).toMatchObject({ CHANGE_WINDOW_MINUTES: 0 });
  });

  const STRIPE = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  it('uses Stripe if all three keys are set, also in production', () => {
    const config = readConfig({
      ...ENVIRONMENT,
      ...STRIPE,
      NODE_ENV: 'production',
      ORDER_LINK_SECRET: 'a configured secret',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_API_HOST: 'http://127.0.0.1:12111',
    });
    expect(stripeSettings(config)).toEqual({
      secretKey: 'sk_live_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      apiHost: 'http://127.0.0.1:12111',
      isSandbox: false,
      mark: 'PetArt',
    });
    expect(stripeSettings({ ...config, SITE_URL: 'https://shop.example:8443/' }).mark).toBe('shop.example:8443');
  });

  it.each(['sk_test_1', 'rk_test_1'])('refuses the test key %s in production unless it is allowed there', (key) => {
    const test = {
      ...ENVIRONMENT,
      ...STRIPE,
      NODE_ENV: 'production',
      ORDER_LINK_SECRET: 'a configured secret',
      STRIPE_SECRET_KEY: key,
    };
    expect(() => readConfig(test)).toThrow(/STRIPE_SECRET_KEY: is a test key, which takes no money/);
    expect(stripeSettings(readConfig({ ...test, ALLOW_SANDBOX_PAYMENTS: 'true' }))).toMatchObject({ secretKey: key });
  });

  it.each(Object.keys(STRIPE))('requires %s if the other two are set', (name) => {
    expect(() => readConfig({ ...ENVIRONMENT, ...STRIPE, [name]: '' })).toThrow(
      new RegExp(`${name}: is missing, while .* and .* are set: Stripe needs all three, the sandbox none`),
    );
  });

  it('uses the sandbox at its address unless Stripe’s keys are set', () => {
    expect(stripeSettings(readConfig(ENVIRONMENT))).toEqual({
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: 'whsec_of_the_development_sandbox',
      apiHost: SANDBOX_URL,
      isSandbox: true,
      mark: 'PetArt',
    });
    expect(stripeSettings(readConfig({ ...ENVIRONMENT, ...STRIPE }))).toMatchObject({
      secretKey: 'sk_test_1',
      isSandbox: false,
    });
  });

  it('refuses the sandbox in production unless it is allowed there, and without a secret of its own', () => {
    const production = {
      ...ENVIRONMENT,
      NODE_ENV: 'production',
      ORDER_LINK_SECRET: 'a configured secret',
    };
    expect(() => readConfig(production)).toThrow(/ALLOW_SANDBOX_PAYMENTS: is not true, and the sandbox takes no money/);
    expect(() => readConfig({ ...production, ALLOW_SANDBOX_PAYMENTS: 'true' })).toThrow(
      /SANDBOX_WEBHOOK_SECRET: is missing/,
    );
    const SANDBOX_WEBHOOK_SECRET = 'a configured secret';
    expect(
      stripeSettings(readConfig({ ...production, ALLOW_SANDBOX_PAYMENTS: 'true', SANDBOX_WEBHOOK_SECRET })),
    ).toMatchObject({ isSandbox: true, webhookSecret: SANDBOX_WEBHOOK_SECRET });
  });

  it.each(['sk_live_1', 'rk_live_1'])('refuses the live key %s with the address of the sandbox', (key) => {
    const live = {
      ...ENVIRONMENT,
      ...STRIPE,
      NODE_ENV: 'production',
      ORDER_LINK_SECRET: 'a configured secret',
      STRIPE_SECRET_KEY: key,
    };
    expect(() => readConfig({ ...live, STRIPE_API_HOST: `${SANDBOX_URL}/` })).toThrow(
      /STRIPE_SECRET_KEY: a live key takes real money/,
    );
    expect(stripeSettings(readConfig(live))).toMatchObject({ secretKey: key, apiHost: undefined });
  });

  it('requires a protocol in the address of another API', () => {
    expect(() => readConfig({ ...ENVIRONMENT, ...STRIPE, STRIPE_API_HOST: 'localhost' })).toThrow(/STRIPE_API_HOST/);
  });

  it.each([
    'https://proxy.example/stripe',
    'https://proxy.example/?a=1',
    'https://proxy.example/#a',
    'https://me@proxy.example',
  ])('refuses %s as the address of another API, because its path would be lost', (address) => {
    expect(() => readConfig({ ...ENVIRONMENT, ...STRIPE, STRIPE_API_HOST: address })).toThrow(
      /STRIPE_API_HOST: must be protocol, host and port alone/,
    );
  });

  it.each(['https://proxy.example', 'https://proxy.example/', 'http://[::1]:12111'])(
    'accepts %s as the address of another API',
    (address) => {
      expect(readConfig({ ...ENVIRONMENT, ...STRIPE, STRIPE_API_HOST: address }).STRIPE_API_HOST).toBe(address);
    },
  );

  const LINKS = { ORDER_LINK_SECRET: 'a configured secret' };
  const PRODUCTION = { ...ENVIRONMENT, ...LINKS, NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' };
  const PRINTFUL = {
    PRINTFUL_API_KEY: 'pf_1',
    PRINTFUL_WEBHOOK_SECRET: 'a-secret-in-an-address',
    PRINTFUL_CATALOGUE: '/etc/printful.json',
    PRINT_FILE_SECRET: 'another configured secret',
    SITE_URL: 'https://shop.example.com',
  };

  const WITH_SECRET = { SANDBOX_WEBHOOK_SECRET: 'a configured secret' };

  it('generates the secret of email links in development, and requires one in production', () => {
    expect(readConfig(ENVIRONMENT).ORDER_LINK_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(() => readConfig({ ...PRODUCTION, ORDER_LINK_SECRET: '' })).toThrow(/ORDER_LINK_SECRET: is missing/);
  });

  it.each([
    ['the sandbox in development', ENVIRONMENT, 'sandbox'],
    ['an admin without the sandbox', { ...ENVIRONMENT, ...STRIPE, SANDBOX_URL: '' }, 'by-hand'],
    ['an admin in production', { ...PRODUCTION, ...WITH_SECRET }, 'by-hand'],
    [
      'the sandbox in production if it is allowed',
      { ...PRODUCTION, ...WITH_SECRET, ALLOW_SANDBOX_PRINTER: 'true' },
      'sandbox',
    ],
    ['Printful if it is configured', { ...PRODUCTION, ...WITH_SECRET, ...PRINTFUL }, 'printful'],
  ])('selects as the printer %s', (_, environment, name) => {
    expect(printProviderName(readConfig(environment))).toBe(name);
  });

  it.each(['PRINTFUL_WEBHOOK_SECRET', 'PRINTFUL_CATALOGUE', 'PRINT_FILE_SECRET', 'SITE_URL'])(
    'requires %s for Printful',
    (missing) => {
      expect(() => readConfig({ ...ENVIRONMENT, ...PRINTFUL, [missing]: '' })).toThrow(
        `${missing}: is missing, while PRINTFUL_API_KEY is set: Printful needs it`,
      );
    },
  );

  it('uses Printful’s own address by default', () => {
    expect(printfulSettings(readConfig({ ...ENVIRONMENT, ...PRINTFUL }))?.apiHost).toBe('https://api.printful.com');
    expect(
      printfulSettings(readConfig({ ...ENVIRONMENT, ...PRINTFUL, PRINTFUL_API_HOST: 'http://127.0.0.1:1' }))?.apiHost,
    ).toBe('http://127.0.0.1:1');
  });

  it('takes the countries of the shop, but none that the printer does not deliver to', () => {
    const read = (DELIVERY_COUNTRIES: string) => readConfig({ ...ENVIRONMENT, DELIVERY_COUNTRIES }).DELIVERY_COUNTRIES;
    expect(readConfig(ENVIRONMENT).DELIVERY_COUNTRIES).toBeUndefined();
    expect(read('')).toBeUndefined();
    expect(read('us, CA,de')).toEqual(['US', 'CA', 'DE']);
    expect(() => read('US,Germany')).toThrow('DELIVERY_COUNTRIES: does not know "GERMANY": it takes codes such as');
    expect(() => read('RU')).toThrow('DELIVERY_COUNTRIES: names Russia: the printer does not deliver there');
    expect(() => read('BR')).toThrow('DELIVERY_COUNTRIES: names Brazil: parcels need a tax number there');
  });

  it('takes the country that parcels come from', () => {
    expect(readConfig(ENVIRONMENT).SELLER_COUNTRY).toBe('US');
    expect(readConfig({ ...ENVIRONMENT, SELLER_COUNTRY: 'de' }).SELLER_COUNTRY).toBe('DE');
    expect(() => readConfig({ ...ENVIRONMENT, SELLER_COUNTRY: 'Germany' })).toThrow(
      'SELLER_COUNTRY: takes the code of a country, such as US or DE',
    );
  });

  it('takes the seller’s name, and the lines of the address', () => {
    expect(readConfig(ENVIRONMENT).SELLER_ADDRESS).toEqual([]);
    expect(readConfig({ ...ENVIRONMENT, SELLER_NAME: '', SELLER_ADDRESS: ' ' })).toMatchObject({ SELLER_ADDRESS: [] });
    expect(
      readConfig({ ...ENVIRONMENT, SELLER_NAME: ' Pet Art ', SELLER_ADDRESS: '1 Main Street | | EIN 1' }),
    ).toMatchObject({
      SELLER_NAME: 'Pet Art',
      SELLER_ADDRESS: ['1 Main Street', 'EIN 1'],
    });
  });

  it('refuses a change window of more than a week, and a webhook secret that does not fit into an address', () => {
    expect(() => readConfig({ ...ENVIRONMENT, CHANGE_WINDOW_MINUTES: '10081' })).toThrow(/CHANGE_WINDOW_MINUTES/);
    expect(() => readConfig({ ...ENVIRONMENT, PRINTFUL_WEBHOOK_SECRET: 'not/an address part' })).toThrow(
      /PRINTFUL_WEBHOOK_SECRET: must be 16 to 200/,
    );
  });
});
