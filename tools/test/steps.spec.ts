import { testEnvironment } from './steps.ts';

describe('the environment of the tests', () => {
  it.each(['MONEY_RUNS', 'MONEY_SEED', 'MONEY_FROM', 'MONEY_SHARE', 'MONEY_STOP'])(
    'does not know %s, by which fewer runs of the proof of the money would be made, or others',
    (name) => {
      expect(testEnvironment({ [name]: '1' }, {})).not.toHaveProperty(name);
    },
  );

  it.each([
    'DATABASE_URL',
    'STRIPE_SECRET_KEY',
    'SMTP_URL',
    'ORDER_HOLD_MINUTES',
    'SANDBOX_FAULTS',
    'ALARM_EMAIL',
    'FULFILMENT_INTERVAL_MS',
    'ALLOW_SANDBOX_PAYMENTS',
    'ALLOW_SANDBOX_PRINTER',
    'PAYMENT_SWEEP_INTERVAL_MS',
    'PAYMENT_ASK_INTERVAL_MS',
    'ART_DEADLINE_MS',
    'PRINT_FILE_SECRET',
    'PRINT_RETRY_MS',
    'PREVIEW_WAIT_MS',
    'UPKEEP_MS',
    'UPKEEP_INTERVAL_MS',
  ])('does not know %s of a real shop', (name) => {
    expect(testEnvironment({ [name]: 'x' }, {})).not.toHaveProperty(name);
  });

  it('knows everything else, and what the run adds', () => {
    expect(
      testEnvironment({ PATH: '/bin', MONEY_RUNS: '1' }, { TEST_POSTGRES_URL: 'postgresql://here' }),
    ).toMatchObject({ PATH: '/bin', TEST_POSTGRES_URL: 'postgresql://here' });
  });
});
