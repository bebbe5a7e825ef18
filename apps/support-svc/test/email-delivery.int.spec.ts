import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTestTransport,
  readMetric,
  waitFor,
  compareHandlers,
  unconnectedTestConfig,
  type TestService,
} from '@shop/testing';
import { DataSource } from 'typeorm';
import { EmailOutboxService } from '../src/emails/email-outbox.service.js';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { EmailDeliveryService } from '../src/emails/delivery/email-delivery.service.js';
import { FileMailer } from '../src/emails/delivery/file-mailer.js';
import { EmailsRepository } from '../src/emails/emails.repository.js';
import { EmailFixture, newAddress, ORIGIN } from './email-fixture.js';
import { sampleItem, sampleOrder } from './email-samples.js';

/** Of all instances: any of them sends an email. */
const SETTINGS = { PUBLIC_ORIGIN: ORIGIN, MAIL_REPLY_TO: 'Help <help@petart.example>' };

describe('the delivery of emails', () => {
  const transport = createTestTransport();
  let fixture: EmailFixture;
  let service: TestService;

  beforeAll(async () => {
    await transport.open();
    fixture = await EmailFixture.open(transport);
    service = await fixture.start(SETTINGS);
  });
  afterEach(() => {
    fixture.server.reject = () => undefined;
  });
  afterAll(async () => {
    await fixture.close();
    await transport.close();
  });

  it('waits for an unavailable mail server, loses nothing, and stays ready', async () => {
    await fixture.server.stop();
    const to = newAddress();
    const down = Date.now();
    await fixture.enqueue(service, { key: 'outage', to });
    await waitFor(async () =>
      expect(await fixture.getServiceState(service)).toMatchObject({
        state: 'degraded',
        parts: { mail: 'down', database: 'up' },
      }),
    );
    await waitFor(() => expect(Date.now() - down).toBeGreaterThan(2_000));
    expect(await fixture.findRow('outage')).toMatchObject({ status: 'waiting', recipient: to });

    await fixture.server.start();
    await fixture.server.waitForEmail(to);
    await waitFor(async () =>
      expect(await fixture.findRow('outage')).toEqual({ status: 'sent', reason: null, attempts: 1, recipient: null }),
    );
    expect(fixture.server.emailsTo(to)).toHaveLength(1);
  });

  it('gives up nothing while the server refuses this shop, and says so', async () => {
    const to = newAddress();
    fixture.server.reject = () => ({ code: 554, text: '5.7.1 Relay access denied' });
    await fixture.enqueue(service, { key: 'refused', to });
    await waitFor(async () =>
      expect(await fixture.getServiceState(service)).toMatchObject({ parts: { mail: 'refused', database: 'up' } }),
    );
    expect(await fixture.findRow('refused')).toMatchObject({ status: 'waiting', attempts: 0 });
    fixture.server.reject = () => undefined;
    await fixture.server.waitForEmail(to);
    await waitFor(async () => expect(await fixture.getServiceState(service)).toMatchObject({ parts: { mail: 'up' } }));
  });

  it('marks a permanently refused email as dead with the reason of the server', async () => {
    const [bad, good] = [newAddress(), newAddress()];
    fixture.server.reject = (recipient) =>
      recipient === bad ? { code: 550, text: 'No such mailbox here' } : undefined;
    await fixture.enqueue(service, { key: 'bad', to: bad });
    await fixture.enqueue(service, { key: 'good', to: good });
    await fixture.server.waitForEmail(good);
    await waitFor(async () =>
      expect(await fixture.findRow('bad')).toMatchObject({ status: 'dead', attempts: 1, recipient: bad }),
    );
    expect((await fixture.findRow('bad'))?.reason).toContain('No such mailbox here');
  });

  it('retries after a temporary refusal', async () => {
    const to = newAddress();
    let rejections = 2;
    fixture.server.reject = () => ((rejections -= 1) >= 0 ? { code: 451, text: 'Greylisted, come back' } : undefined);
    await fixture.enqueue(service, { key: 'later', to });
    await fixture.server.waitForEmail(to);
    await waitFor(async () => expect(await fixture.findRow('later')).toMatchObject({ status: 'sent', attempts: 3 }));
  });

  it('sends each email once with several instances, and counts it', async () => {
    // The state of the mail server is cached for ten seconds, so the first instance still has that of its outage.
    expect(await fixture.getServiceState(await fixture.start(SETTINGS))).toMatchObject({ parts: { mail: 'up' } });
    const sentBefore = await readMetric(service, 'emails_sent_total');
    const addresses = Array.from({ length: 60 }, newAddress);
    await Promise.all(addresses.map((to) => fixture.enqueue(service, { to })));
    await waitFor(async () =>
      expect(await fixture.database.query(`SELECT 1 FROM emails WHERE recipient = ANY ($1)`, [addresses])).toEqual([]),
    );
    expect(fixture.server.emails.filter(({ recipients }) => addresses.includes(recipients[0] ?? ''))).toHaveLength(60);
    // Both instances are in this process, so they count together.
    expect(await readMetric(service, 'emails_sent_total')).toBe(sentBefore + 60);
  });

  it('queues one email for each key, and none if the transaction fails', async () => {
    const to = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fixture.enqueue(service, { key: 'the same', to })),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    const failed = service.get(DataSource).transaction(async (manager) => {
      await service
        .get(EmailOutboxService)
        .enqueueEmail(manager, { key: 'undone', to, template: 'welcome', props: { firstName: null, token: 'token' } });
      throw new Error('something else failed');
    });
    await expect(failed).rejects.toThrow('something else failed');
    await fixture.server.waitForEmail(to);
    expect(await fixture.findRow('undone')).toBeUndefined();
    await waitFor(async () => expect(await fixture.findRow('the same')).toMatchObject({ status: 'sent' }));
    expect(fixture.server.emailsTo(to)).toHaveLength(1);
  });

  const FAIL_MARK_SENT = `
    CREATE OR REPLACE FUNCTION fail_mark_sent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER fail_mark_sent BEFORE UPDATE ON emails FOR EACH ROW WHEN (NEW.status = 'sent') EXECUTE FUNCTION fail_mark_sent()`;

  it('sends an email once if the database fails briefly after the server accepted it', async () => {
    const to = newAddress();
    await fixture.database.query(FAIL_MARK_SENT);
    await fixture.enqueue(service, { key: 'marked late', to });
    await fixture.server.waitForEmail(to);
    await fixture.database.query('DROP TRIGGER fail_mark_sent ON emails');
    await waitFor(async () => expect(await fixture.findRow('marked late')).toMatchObject({ status: 'sent' }));
    expect(fixture.server.emailsTo(to)).toHaveLength(1);
  });

  it('sends an email that could not be marked as sent again, with the same Message-ID', async () => {
    const to = newAddress();
    await fixture.database.query(FAIL_MARK_SENT);
    await fixture.enqueue(service, { key: 'never marked', to });
    await waitFor(() => expect(fixture.server.emailsTo(to).length).toBeGreaterThan(1));
    await fixture.database.query('DROP TRIGGER fail_mark_sent ON emails');
    await waitFor(async () => expect(await fixture.findRow('never marked')).toMatchObject({ status: 'sent' }));
    expect(new Set(fixture.server.emailsTo(to).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('sends a waiting email without a job: one that an operator replayed', async () => {
    const to = newAddress();
    await fixture.database.query(
      `INSERT INTO emails (key, recipient, template, props) VALUES ('replayed', $1, 'welcome', '{"firstName":null,"token":"token"}')`,
      [to],
    );
    const delivery = service.get(EmailDeliveryService);
    await Promise.all([delivery.enqueueWaiting(), delivery.enqueueWaiting()]);
    await waitFor(async () => expect(await fixture.findRow('replayed')).toMatchObject({ status: 'sent' }));
    expect(fixture.server.emailsTo(to)).toHaveLength(1);
  });

  it('sends an order confirmation without mock-ups after the wait', async () => {
    const order = sampleOrder({
      id: randomUUID(),
      items: [sampleItem({ id: randomUUID(), mockupUrl: null, generatedImage: null })],
    });
    const to = newAddress();
    await fixture.enqueue(service, {
      key: `order-confirmed/${order.id}`,
      to,
      template: 'order-confirmed',
      props: { order, hasAccount: false },
      dueAt: new Date(Date.now() + 300),
    });
    const mail = await fixture.server.waitForEmail(to);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('Classic T-Shirt');
  });

  it('marks an email dead that it cannot render, and sends the others', async () => {
    const to = newAddress();
    await fixture.enqueue(service, { key: 'not renderable', template: 'order-confirmed', props: {} as never });
    await fixture.enqueue(service, { to });
    await fixture.server.waitForEmail(to);
    await waitFor(async () => expect(await fixture.findRow('not renderable')).toMatchObject({ status: 'dead' }));
  });

  it('deletes content and rows of old emails by their retention', async () => {
    await fixture.database.query(`
      INSERT INTO emails (key, template, recipient, props, status, reason, ended_at, expires_at) VALUES
        ('dead for long', 'welcome', 'pat@example.com', '{}', 'dead', '550 <pat@example.com> unknown', now() - interval '91 days', NULL),
        ('dead of late', 'welcome', 'pat@example.com', '{}', 'dead', '550', now() - interval '89 days', NULL),
        ('dead and expired', 'reset-link', 'pat@example.com', '{}', 'dead', '550', now(), now() - interval '1 minute'),
        ('sent of late', 'welcome', NULL, NULL, 'sent', NULL, now() - interval '399 days', NULL),
        ('sent long ago', 'welcome', NULL, NULL, 'sent', NULL, now() - interval '401 days', NULL)`);
    await service.get(EmailsRepository).dropExpired();
    await service.get(EmailsRepository).deleteOld();
    const left = `SELECT key, status, recipient, reason FROM emails WHERE key ~ '^(dead|sent) (for|of|and|long)' ORDER BY key`;
    expect(await fixture.database.query(left)).toEqual([
      { key: 'dead and expired', status: 'dropped', recipient: null, reason: 'expired' },
      { key: 'dead for long', status: 'dropped', recipient: null, reason: 'could not be sent' },
      { key: 'dead of late', status: 'dead', recipient: 'pat@example.com', reason: '550' },
      { key: 'sent of late', status: 'sent', recipient: null, reason: null },
    ]);
  });

  it('prevents header injection and marks emails as automatic', async () => {
    const to = newAddress();
    const subject = 'Shipping\r\nBcc: everybody@example.com\u2028\u0000';
    await fixture.enqueue(service, {
      to,
      template: 'request-answered',
      props: {
        name: 'Pat\r\nX-Evil: 1',
        subject: subject.replace('\u0000', ''),
        question: 'Why?',
        answer: 'Because.\r\n.\r\nQUIT',
      },
    });
    const mail = await fixture.server.waitForEmail(to);
    expect(mail.recipients).toEqual([to]);
    expect(mail.subject).toBe('Re: Shipping Bcc: everybody@example.com');
    expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail.bcc).toBeUndefined();
    expect(mail.text).toContain('Because.\n.\nQUIT');
    expect(mail.replyTo).toEqual([{ name: 'Help', address: 'help@petart.example' }]);
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it.each([
    'anna@xn--mller-kva.de',
    'user@xn--80a1acny.xn--p1ai',
    'tom&jerry@example.com',
    'a/b=c@example.com',
    "o'brien+art@example.com",
    '!#$%&*+-/=?^_`{|}~@example.com',
  ])('delivers to exactly %s', async (to) => {
    await fixture.enqueue(service, { to });
    const mail = await fixture.server.waitForEmail(to);
    expect(mail.recipients).toEqual([to]);
    expect(mail.source.split('\r\n')).toContain(`To: ${to}`);
  });

  it('writes private files without a mail server, which development shows', async () => {
    const mailer = new FileMailer(fixture.folder, { name: 'PetArt', address: 'shop@petart.example' } as never);
    const script = '<script>alert(1)</script>';
    const mail = {
      template: 'welcome',
      to: 'first@example.com',
      subject: script,
      html: '<p>Zoë</p>',
      text: 'Zoë',
    } as const;
    await mailer.sendEmail({ ...mail, id: randomUUID(), createdAt: new Date() });
    const [file = ''] = await readdir(fixture.folder);
    expect(file).toMatch(/^\d{8}-\d{9}-welcome-[0-9a-f]{8}\.eml$/);
    expect((await stat(join(fixture.folder, file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(fixture.folder, file), 'utf8')).toContain('To: first@example.com');

    const list = await service.call('GET', '/dev/mail');
    expect(list.text).toContain('&lt;script&gt;');
    expect(list.text).not.toContain('<script');
    const page = await service.call('GET', `/dev/mail/${file}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('<iframe sandbox="allow-same-origin allow-popups');
    const html = await service.call('GET', `/dev/mail/${file}/html`);
    expect(html.text).toContain('Zoë');
    expect(html.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*img-src 'self' https:\/\/petart\.example;.*sandbox/,
    );
    for (const name of ['..%2f..%2fetc%2fpasswd', 'nothing.eml', 'nothing.eml/html', '.eml'])
      expect(await service.call('GET', `/dev/mail/${name}`)).toMatchObject({ status: 404, text: 'Not found' });
    await expect(new FileMailer(join(fixture.folder, file, 'mail'), {} as never).checkConnection()).rejects.toThrow();
  });

  it('does not show emails in production', async () => {
    const config = unconnectedTestConfig(readConfig);
    const listHandlers = async (environment: 'production' | 'development') =>
      (
        await compareHandlers('support', AppModule.with({ ...config, NODE_ENV: environment }), {
          routes: {},
          operations: [],
        })
      ).handlers.join();
    expect(await listHandlers('development')).toContain('GET /dev/mail ');
    expect(await listHandlers('production')).not.toContain('/dev/mail');
  });
});
