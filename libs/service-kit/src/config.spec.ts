import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseEnvironment, serviceEnvSchema } from './config.js';

const validEnv = {
  PORT: '3104',
  DATABASE_URL: 'postgresql://localhost/orders',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: 'line one\\nline two',
};
const parse = (env: Record<string, string | undefined>) => parseEnvironment('order-svc', serviceEnvSchema, env);

describe('parseEnvironment', () => {
  it('applies defaults', () => {
    expect(parse(validEnv)).toMatchObject({
      PORT: 3104,
      HOST: '127.0.0.1',
      EVENTS_NAMESPACE: 'shop',
      NODE_ENV: 'development',
    });
  });

  it('unescapes line ends in the public key', () => {
    expect(parse(validEnv).IDENTITY_PUBLIC_KEY).toBe('line one\nline two');
  });

  it('names each invalid or missing variable without its value', () => {
    const attempt = () => parse({ ...validEnv, PORT: 'many', DATABASE_URL: 'secret words' });
    expect(attempt).toThrow(/order-svc cannot start.*\n {2}PORT: .*\n {2}DATABASE_URL: /s);
    expect(attempt).not.toThrow(/secret words/);
  });

  it('treats an empty variable as unset', () => {
    expect(parse({ ...validEnv, RABBITMQ_URL: '' }).RABBITMQ_URL).toBeUndefined();
  });

  describe('of files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const { DATABASE_URL, ...others } = validEnv;
    const file = join(folder, 'DATABASE_URL');

    it('takes the content without the line break at its end', () => {
      writeFileSync(file, `${DATABASE_URL}\n`);
      expect(parse({ ...others, DATABASE_URL: '', DATABASE_URL_FILE: file }).DATABASE_URL).toBe(DATABASE_URL);
    });

    it.each(['', '\n'])('treats one that is empty (%j) as unset', (content) => {
      writeFileSync(file, content);
      const env = { ...validEnv, RABBITMQ_URL_FILE: file };
      expect(parse(env).RABBITMQ_URL).toBeUndefined();
    });

    it('names a file that is missing, a variable that is set twice, and leaves other files alone', () => {
      expect(() => parse({ ...others, DATABASE_URL_FILE: `${file}.gone` })).toThrow(
        /DATABASE_URL_FILE: can't be read \(ENOENT\)/,
      );
      expect(() => parse({ ...validEnv, DATABASE_URL_FILE: file })).toThrow('DATABASE_URL_FILE: is set, and');
      expect(() => parse({ ...validEnv, SSL_CERT_FILE: '/gone' })).not.toThrow();
    });

    it('refuses in development a live key that is in a file', () => {
      writeFileSync(file, 'sk_live_1');
      const withKey = serviceEnvSchema.extend({ STRIPE_SECRET_KEY: z.string() });
      const attempt = () => parseEnvironment('order-svc', withKey, { ...validEnv, STRIPE_SECRET_KEY_FILE: file });
      expect(attempt).toThrow(/\n {2}STRIPE_SECRET_KEY: /);
    });
  });

  it('sets no queue expiry by default and refuses one that is too short', () => {
    expect(parse(validEnv).EVENTS_QUEUE_EXPIRES_MS).toBeUndefined();
    expect(parse({ ...validEnv, EVENTS_QUEUE_EXPIRES_MS: '86400000' }).EVENTS_QUEUE_EXPIRES_MS).toBe(86_400_000);
    expect(() => parse({ ...validEnv, EVENTS_QUEUE_EXPIRES_MS: '1000' })).toThrow('EVENTS_QUEUE_EXPIRES_MS');
  });

  it('refuses to be reachable from other machines without NODE_ENV=production', () => {
    const attempt = () => parse({ ...validEnv, HOST: '0.0.0.0', STRIPE_SECRET_KEY: 'sk_live_1' });
    expect(attempt).toThrow(/order-svc cannot start.*\n {2}HOST: 0\.0\.0\.0 .*\n {2}STRIPE_SECRET_KEY: /s);
    const production = { ...validEnv, HOST: '0.0.0.0', NODE_ENV: 'production' };
    expect(parse({ ...production, GATEWAY_PUBLIC_KEY: 'key' }).HOST).toBe('0.0.0.0');
    expect(() => parse(production)).toThrow('GATEWAY_PUBLIC_KEY must be set in production');
  });

  it('takes the nodes of a RabbitMQ cluster, and names a list with a mistake', () => {
    const nodes = 'amqp://mq1:5672,amqp://mq2:5672';
    expect(parse({ ...validEnv, RABBITMQ_URL: nodes }).RABBITMQ_URL).toBe(nodes);
    for (const mistake of ['mq2', 'mq2:5672', ''])
      expect(() => parse({ ...validEnv, RABBITMQ_URL: `amqp://mq1:5672,${mistake}` })).toThrow('RABBITMQ_URL: Invalid');
  });

  it('reads kinds of jobs with spaces and an empty place, and takes a list without any for all', () => {
    expect(parse({ ...validEnv, JOB_KINDS: ' art.draw, art.print-file,' }).JOB_KINDS).toEqual([
      'art.draw',
      'art.print-file',
    ]);
    for (const none of ['', ' ', ',']) expect(parse({ ...validEnv, JOB_KINDS: none }).JOB_KINDS).toBeUndefined();
  });

  it('requires RABBITMQ_URL or EVENTS_DATABASE_URL', () => {
    expect(() => parse({ ...validEnv, EVENTS_DATABASE_URL: undefined })).toThrow(
      'RABBITMQ_URL or EVENTS_DATABASE_URL must be set',
    );
  });
});
