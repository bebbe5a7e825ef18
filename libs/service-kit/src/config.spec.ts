import { parseEnvironment, serviceEnvSchema } from './config.js';

const right = {
  PORT: '3104',
  DATABASE_URL: 'postgresql://localhost/orders',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: 'line one\\nline two',
};
const parse = (env: Record<string, string | undefined>) => parseEnvironment('order-svc', serviceEnvSchema, env);

describe('parseEnvironment', () => {
  it('fills in what has a default', () => {
    expect(parse(right)).toMatchObject({
      PORT: 3104,
      HOST: '127.0.0.1',
      EVENTS_NAMESPACE: 'shop',
      NODE_ENV: 'development',
    });
  });

  it('reads a key whose line ends are escaped, as env files write it', () => {
    expect(parse(right).IDENTITY_PUBLIC_KEY).toBe('line one\nline two');
  });

  it('names each variable that is wrong or missing, and no value', () => {
    const attempt = () => parse({ ...right, PORT: 'many', DATABASE_URL: 'secret words' });
    expect(attempt).toThrow(/order-svc cannot start.*\n {2}PORT: .*\n {2}DATABASE_URL: /s);
    expect(attempt).not.toThrow(/secret words/);
  });

  it('takes an empty variable for none', () => {
    expect(parse({ ...right, RABBITMQ_URL: '' }).RABBITMQ_URL).toBeUndefined();
  });

  it('leaves queues alone where no expiry is set, and takes none that would end a shop in a lull', () => {
    expect(parse(right).EVENTS_QUEUE_EXPIRES_MS).toBeUndefined();
    expect(parse({ ...right, EVENTS_QUEUE_EXPIRES_MS: '86400000' }).EVENTS_QUEUE_EXPIRES_MS).toBe(86_400_000);
    expect(() => parse({ ...right, EVENTS_QUEUE_EXPIRES_MS: '1000' })).toThrow('EVENTS_QUEUE_EXPIRES_MS');
  });

  it('wants one way for events', () => {
    expect(() => parse({ ...right, EVENTS_DATABASE_URL: undefined })).toThrow(
      'RABBITMQ_URL or EVENTS_DATABASE_URL must be set',
    );
  });
});
