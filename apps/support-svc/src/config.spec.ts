import { ConfigurationError } from '@shop/service-kit';
import { getAlarmAddress, getMailDir, readConfig } from './config.js';

const NEEDED = {
  PORT: '0',
  DATABASE_URL: 'postgresql://localhost/support',
  EVENTS_DATABASE_URL: 'postgresql://localhost/events',
  IDENTITY_PUBLIC_KEY: 'key',
  EMAIL_SECRET: 'a configured secret',
  GATEWAY_PUBLIC_KEY: 'key',
};
const SMTP_URL = 'smtp://user:secret@mail.example:587';

describe('the configuration of emails', () => {
  it('needs no values: emails are then files that link to localhost', () => {
    const config = readConfig({ ...NEEDED, DATA_DIR: '/data', SMTP_URL: '' });
    expect(config).toMatchObject({
      PUBLIC_ORIGIN: 'http://localhost:3000',
      MAIL_RETRY_DELAYS_MS: [60_000, 300_000, 1_800_000, 3_600_000],
      ORDER_CHANGES_WAIT_MS: 300_000,
    });
    expect(config.SMTP_URL).toBeUndefined();
    expect(getMailDir(config)).toBe('/data/mail');
    expect(getMailDir(readConfig({ ...NEEDED, MAIL_DIR: '/mails' }))).toBe('/mails');
  });

  it('requires a sender in production', () => {
    expect(() => readConfig({ ...NEEDED, NODE_ENV: 'production', SMTP_URL })).toThrow(
      /MAIL_FROM: must name the sender of emails/,
    );
    expect(() =>
      readConfig({ ...NEEDED, NODE_ENV: 'production', SMTP_URL, MAIL_FROM: 'PetArt <hello@petart.example>' }),
    ).not.toThrow();
    expect(() => readConfig({ ...NEEDED, NODE_ENV: 'production' })).not.toThrow();
  });

  it.each([
    { MAIL_FROM: 'nobody' },
    { MAIL_FROM: 'PetArt <hello@petart.example>\r\nBcc: x@example.com' },
    { SMTP_URL: 'http://mail.example' },
    { SMTP_URL: 'mail.example:25' },
    { PUBLIC_ORIGIN: 'ftp://petart.example' },
    { MAIL_RETRY_DELAYS_MS: '1 minute' },
    { ORDER_EMAIL_WAIT_MS: '-1' },
    { ORDER_CHANGES_WAIT_MS: 'a while' },
    { ALARM_EMAIL: 'the admin' },
    { ALARM_EMAIL: 'one@example.com, two@example.com' },
  ])('rejects %j without the password in the message', (wrong) => {
    const read = (): unknown => readConfig({ ...NEEDED, SMTP_URL, ...wrong });
    expect(read).toThrow(ConfigurationError);
    expect(read).not.toThrow(/secret/);
  });
});

describe('the address of alerts', () => {
  it.each([
    [{ ALARM_EMAIL: ' Alarms@Shop.example', ADMIN_EMAIL: 'boss@shop.example' }, 'alarms@shop.example'],
    [{ ALARM_EMAIL: '', ADMIN_EMAIL: 'boss@shop.example', NODE_ENV: 'production' }, 'boss@shop.example'],
    [{}, 'admin@example.com'],
    [{ NODE_ENV: 'production' }, null],
  ])('with %j is %j', (env, address) => {
    expect(getAlarmAddress(readConfig({ ...NEEDED, ...env }))).toBe(address);
  });
});
