import { join } from 'node:path';
import { chooseParts } from './parts.ts';
import { PROJECT_ROOT, readSettings } from './settings.ts';
import { summaryOf } from './summary.ts';

const silent = (): Promise<boolean> => Promise.resolve(false);

async function summary(env: NodeJS.ProcessEnv = {}, dataDir = '.data'): Promise<string[]> {
  const settings = readSettings({ dataDir }, env);
  const root = settings.dataDir;
  const folder = {
    root,
    postgres: join(root, 'postgres'),
    logs: join(root, 'logs'),
    mail: join(root, 'mail'),
    run: join(root, 'run'),
    keys: join(root, 'keys'),
  };
  const parts = await chooseParts(settings.env, false, { rabbitmqAnswers: silent, redisAnswers: silent });
  return summaryOf({ url: 'http://localhost:3000', parts, settings, folder }).split('\n');
}

const lineOf = (lines: string[], label: string): string | undefined =>
  lines
    .find((line) => line.trim().startsWith(`${label} `))
    ?.trim()
    .slice(label.length)
    .trim();

describe('the summary of a start', () => {
  it('says on one screen where the shop is, how to sign in, what was chosen and why, and where the data are', async () => {
    expect(await summary()).toEqual([
      '',
      'PetArt is ready.',
      '',
      '  Shop      http://localhost:3000',
      '  Admin     admin@example.com / petart-admin   (for development; ADMIN_EMAIL and ADMIN_PASSWORD set your own)',
      '',
      '  Database  PostgreSQL 18, embedded             no DATABASE_URL',
      '  Events    graphile-worker in that PostgreSQL  no RabbitMQ answers on 127.0.0.1:5672',
      '  Cache     in the memory of the gateway        no Redis answers on 127.0.0.1:6379',
      '  Images    the data folder                     no S3_BUCKET',
      '  Payment   sandbox (test cards only)           no STRIPE_SECRET_KEY',
      '  Printing  sandbox (prints nothing)            no PRINTFUL_API_KEY',
      '  Art       built-in engine                     no OPENAI_API_KEY',
      '  Mail      files in the data folder            no SMTP_URL',
      '',
      '  Data      .data',
      '  Logs      .data/logs',
      '  Mails     .data/mail, shown at http://localhost:3000/dev/mail',
      '',
      'Ctrl-C stops everything.',
    ]);
  });

  it('never shows a password that was given', async () => {
    const lines = await summary({
      ADMIN_EMAIL: 'boss@example.com',
      ADMIN_PASSWORD: 'secret-1',
      DATABASE_URL: 'postgresql://u:secret-2@db/x',
      SMTP_URL: 'smtp://u:secret-3@mail.example:587',
      STRIPE_SECRET_KEY: 'sk_test_secret-4',
    });
    expect(lineOf(lines, 'Admin')).toBe('boss@example.com, with the password of ADMIN_PASSWORD');
    expect(lineOf(lines, 'Mails')).toBe('SMTP at mail.example:587');
    expect(lines.join('\n')).not.toContain('secret-');
  });

  it('says that a production start made no admin, and shows no letters', async () => {
    const lines = await summary({ NODE_ENV: 'production', MAIL_DIR: '/var/letters' });
    expect(lineOf(lines, 'Admin')).toBe('none: a production start makes one only from ADMIN_EMAIL and ADMIN_PASSWORD');
    expect(lineOf(lines, 'Mails')).toBe('/var/letters');
  });

  it('names a data folder outside the project by its whole path', async () => {
    const outside = join(PROJECT_ROOT, '..', 'shop-data');
    expect(lineOf(await summary({}, outside), 'Data')).toBe(outside);
  });
});
