import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { anyTransport, eventually, listHandlers, scanConfig, type TestService } from '@shop/testing';
import { DataSource } from 'typeorm';
import { LETTER_CHANNEL } from '../src/letters/letter-channel.js';
import { LetterDesk } from '../src/letters/letter-desk.js';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { DeliverLetter } from '../src/letters/delivery/deliver-letter.js';
import { FileMailer } from '../src/letters/delivery/file-mailer.js';
import { LettersRepository } from '../src/letters/letters.repository.js';
import { LetterOffice, newAddress, ORIGIN } from './letter-office.js';
import { sampleItem, sampleOrder } from './letter-samples.js';

describe('the delivery of letters', () => {
  const transport = anyTransport();
  let office: LetterOffice;
  let service: TestService;

  beforeAll(async () => {
    await transport.open();
    office = await LetterOffice.open(transport);
    service = await office.start({ PUBLIC_ORIGIN: ORIGIN });
  });
  afterEach(() => {
    office.server.refuse = () => undefined;
  });
  afterAll(async () => {
    await office.close();
    await transport.close();
  });

  it('waits for a mail server that is away, loses nothing, and stays ready meanwhile', async () => {
    expect(await office.readiness(service)).toMatchObject({ ready: true, parts: { mail: 'up' } });
    await office.server.stop();
    const to = newAddress();
    const down = Date.now();
    await office.handIn(service, { key: 'away', to });
    await eventually(async () =>
      expect(await office.readiness(service)).toMatchObject({
        ready: true,
        parts: { mail: 'degraded', database: 'up' },
      }),
    );
    await eventually(() => expect(Date.now() - down).toBeGreaterThan(2_000));
    expect(await office.row('away')).toMatchObject({ status: 'waiting', recipient: to });

    await office.server.start();
    await office.server.next(to);
    await eventually(async () =>
      expect(await office.row('away')).toEqual({ status: 'sent', reason: null, attempts: 1, recipient: null }),
    );
    expect(office.server.mailsTo(to)).toHaveLength(1);
  });

  it('sets a letter aside that was refused for good, with the words of the server', async () => {
    const [bad, good] = [newAddress(), newAddress()];
    office.server.refuse = (recipient) =>
      recipient === bad ? { code: 550, words: 'No such mailbox here' } : undefined;
    await office.handIn(service, { key: 'bad', to: bad });
    await office.handIn(service, { key: 'good', to: good });
    await office.server.next(good);
    await eventually(async () =>
      expect(await office.row('bad')).toMatchObject({ status: 'dead', attempts: 1, recipient: bad }),
    );
    expect((await office.row('bad'))?.reason).toContain('No such mailbox here');
  });

  it('tries again where the server refused for now', async () => {
    const to = newAddress();
    let refusals = 2;
    office.server.refuse = () => ((refusals -= 1) >= 0 ? { code: 451, words: 'Greylisted, come back' } : undefined);
    await office.handIn(service, { key: 'later', to });
    await office.server.next(to);
    await eventually(async () => expect(await office.row('later')).toMatchObject({ status: 'sent', attempts: 3 }));
  });

  it('sends each letter once, with several instances at it', async () => {
    const deliver = service.get(DeliverLetter);
    const sendAll = async (): Promise<void> => {
      for (;;) {
        const { lease, taken } = await deliver.take(10);
        if (taken.length === 0) return;
        await Promise.all(taken.map((letter) => deliver.execute(letter, lease)));
      }
    };
    const addresses = Array.from({ length: 60 }, newAddress);
    await Promise.all(addresses.map((to) => office.handIn(service, { to })));
    await Promise.all([sendAll(), sendAll()]);
    await eventually(async () =>
      expect(await office.database.query(`SELECT 1 FROM emails WHERE recipient = ANY ($1)`, [addresses])).toEqual([]),
    );
    expect(office.server.mails.filter(({ recipients }) => addresses.includes(recipients[0] ?? ''))).toHaveLength(60);
  });

  it('hands a letter in once for each key, and not at all where the transaction fails', async () => {
    const to = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => office.handIn(service, { key: 'the same', to })),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    const failed = service.get(DataSource).transaction(async (manager) => {
      await service.get(LetterDesk).send(manager, { key: 'undone', to, letter: 'welcome', props: { firstName: null } });
      throw new Error('something else failed');
    });
    await expect(failed).rejects.toThrow('something else failed');
    await office.server.next(to);
    expect(await office.row('undone')).toBeUndefined();
    await eventually(async () => expect(await office.row('the same')).toMatchObject({ status: 'sent' }));
    expect(office.server.mailsTo(to)).toHaveLength(1);
  });

  const UNMARKABLE = `
    CREATE OR REPLACE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER stay BEFORE UPDATE ON emails FOR EACH ROW WHEN (NEW.status = 'sent') EXECUTE FUNCTION stay()`;

  it('sends a letter once where the database fails for a moment after the server took it', async () => {
    const to = newAddress();
    await office.database.query(UNMARKABLE);
    await office.handIn(service, { key: 'marked late', to });
    await office.server.next(to);
    await office.database.query('DROP TRIGGER stay ON emails');
    await eventually(async () => expect(await office.row('marked late')).toMatchObject({ status: 'sent' }));
    expect(office.server.mailsTo(to)).toHaveLength(1);
  });

  it('sends a letter again that nobody could mark as sent, under the same Message-ID', async () => {
    const to = newAddress();
    await office.database.query(UNMARKABLE);
    await office.handIn(service, { key: 'never marked', to });
    await eventually(async () => {
      await office.database.query(`UPDATE emails SET lease_expires_at = now() WHERE key = 'never marked'`);
      await office.database.query('SELECT pg_notify($1, $2)', [LETTER_CHANNEL, '']);
      expect(office.server.mailsTo(to).length).toBeGreaterThan(1);
    });
    await office.database.query('DROP TRIGGER stay ON emails');
    await eventually(async () => expect(await office.row('never marked')).toMatchObject({ status: 'sent' }));
    expect(new Set(office.server.mailsTo(to).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('takes over what an instance held that is gone', async () => {
    const to = newAddress();
    await office.handIn(service, { key: 'held', to, dueAt: new Date(Date.now() + 3_600_000) });
    await office.database.query(
      `UPDATE emails SET due_at = now(), leased_by = gen_random_uuid(), lease_expires_at = now() + interval '1 second' WHERE key = 'held'`,
    );
    await office.server.next(to);
    await eventually(async () => expect(await office.row('held')).toMatchObject({ status: 'sent' }));
  });

  it('sends the confirmation of an order without pictures once they are late', async () => {
    const order = sampleOrder({
      id: randomUUID(),
      items: [sampleItem({ id: randomUUID(), mockupUrl: null, generatedImage: null })],
    });
    const to = newAddress();
    await office.handIn(service, {
      key: `order-confirmed/${order.id}`,
      to,
      letter: 'order-confirmed',
      props: { order, hasAccount: false },
      dueAt: new Date(Date.now() + 300),
    });
    const mail = await office.server.next(to);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('Classic T-Shirt');
  });

  it('sets a letter aside that it cannot write, and goes on', async () => {
    const to = newAddress();
    await office.handIn(service, { key: 'of another version', letter: 'order-confirmed', props: {} as never });
    await office.handIn(service, { to });
    await office.server.next(to);
    await eventually(async () => expect(await office.row('of another version')).toMatchObject({ status: 'dead' }));
  });

  it('keeps of old letters less and less', async () => {
    await office.database.query(`
      INSERT INTO emails (key, template, recipient, props, status, reason, ended_at, expires_at) VALUES
        ('dead for long', 'welcome', 'pat@example.com', '{}', 'dead', '550 <pat@example.com> unknown', now() - interval '91 days', NULL),
        ('dead of late', 'welcome', 'pat@example.com', '{}', 'dead', '550', now() - interval '89 days', NULL),
        ('dead and run out', 'reset-link', 'pat@example.com', '{}', 'dead', '550', now(), now() - interval '1 minute'),
        ('sent of late', 'welcome', NULL, NULL, 'sent', NULL, now() - interval '399 days', NULL),
        ('sent long ago', 'welcome', NULL, NULL, 'sent', NULL, now() - interval '401 days', NULL)`);
    await service.get(LettersRepository).dropExpired();
    await service.get(LettersRepository).clean();
    const left = `SELECT key, status, recipient, reason FROM emails WHERE key ~ '^(dead|sent) (for|of|and|long)' ORDER BY key`;
    expect(await office.database.query(left)).toEqual([
      { key: 'dead and run out', status: 'dropped', recipient: null, reason: 'it would have come too late' },
      { key: 'dead for long', status: 'dropped', recipient: null, reason: 'it could not be sent' },
      { key: 'dead of late', status: 'dead', recipient: 'pat@example.com', reason: '550' },
      { key: 'sent of late', status: 'sent', recipient: null, reason: null },
    ]);
  });

  it('lets nobody write into a header, and says that it was written by a program', async () => {
    const to = newAddress();
    const subject = 'Shipping\r\nBcc: everybody@example.com\u2028\u0000';
    await office.handIn(service, {
      to,
      letter: 'request-answered',
      props: {
        name: 'Pat\r\nX-Evil: 1',
        subject: subject.replace('\u0000', ''),
        question: 'Why?',
        answer: 'Because.\r\n.\r\nQUIT',
      },
    });
    const mail = await office.server.next(to);
    expect(mail.recipients).toEqual([to]);
    expect(mail.subject).toBe('Re: Shipping Bcc: everybody@example.com');
    expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail.bcc).toBeUndefined();
    expect(mail.text).toContain('Because.\n.\nQUIT');
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it('writes a letter as a file that only its owner reads where there is no mail server, and development shows it', async () => {
    const mailer = new FileMailer(office.folder, { name: 'PetArt', address: 'shop@petart.example' } as never);
    const words = '<script>alert(1)</script>';
    const mail = {
      letter: 'welcome',
      to: 'first@example.com',
      subject: words,
      html: '<p>Zoë</p>',
      text: 'Zoë',
    } as const;
    await mailer.send({ ...mail, id: randomUUID(), writtenAt: new Date() });
    const [file = ''] = await readdir(office.folder);
    expect(file).toMatch(/^\d{8}-\d{9}-welcome-[0-9a-f]{8}\.eml$/);
    expect((await stat(join(office.folder, file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(office.folder, file), 'utf8')).toContain('To: first@example.com');

    const list = await service.call('GET', '/dev/mail');
    expect(list.text).toContain('&lt;script&gt;');
    expect(list.text).not.toContain('<script');
    const page = await service.call('GET', `/dev/mail/${file}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('<iframe sandbox="allow-same-origin allow-popups');
    const letter = await service.call('GET', `/dev/mail/${file}/html`);
    expect(letter.text).toContain('Zoë');
    expect(letter.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*img-src 'self' https:\/\/petart\.example;.*sandbox/,
    );
    for (const name of ['..%2f..%2fetc%2fpasswd', 'nothing.eml', 'nothing.eml/html', '.eml'])
      expect(await service.call('GET', `/dev/mail/${name}`)).toMatchObject({ status: 404, text: 'Not found' });
    await expect(new FileMailer(join(office.folder, file, 'mail'), {} as never).check()).rejects.toThrow();
  });

  it('shows no file in production', async () => {
    const config = scanConfig(readConfig);
    const namesIn = async (environment: 'production' | 'development') =>
      (await listHandlers(AppModule.with({ ...config, NODE_ENV: environment }))).map(({ name }) => name).join();
    expect(await namesIn('development')).toContain('DevMailController');
    expect(await namesIn('production')).not.toContain('DevMailController');
  });
});
