import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyTransport, createTestDatabase, eventually, startTestService, testConfig, type TestDatabase, type TestService } from '@shop/testing';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { LetterDesk, type NewLetter } from '../src/letters/letter-desk.js';
import { LettersRepository } from '../src/letters/letters.repository.js';
import { sampleItem, sampleOrder } from './letter-samples.js';
import { MailServer } from './mail-server.js';

const newAddress = (): string => `${randomUUID()}@example.com`;

describe('the delivery of letters', () => {
  const transport = anyTransport();
  let server: MailServer;
  let database: TestDatabase;
  let running: TestService[];
  let folder: string;

  beforeAll(() => transport.open());
  afterAll(() => transport.close());
  beforeEach(async () => {
    [server, running] = [new MailServer(), []];
    await server.start();
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'letters-'));
  });
  afterEach(async () => {
    for (const service of running) await service.stop();
    await server.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const start = async (env: Record<string, string> = {}): Promise<TestService> => {
    const config = testConfig(readConfig, { database, transport, env: { SMTP_URL: server.url, MAIL_DIR: folder, MAIL_RETRY_DELAYS_MS: '100', ...env } });
    const service = await startTestService(AppModule.with(config));
    running.push(service);
    return service;
  };
  const handIn = (service: TestService, change: Partial<NewLetter> = {}): Promise<boolean> =>
    service.get(DataSource).transaction((manager) =>
      service.get(LetterDesk).send(manager, { key: randomUUID(), to: newAddress(), letter: 'welcome', props: { firstName: null }, ...change }),
    );
  const rowOf = async (key: string) => (await database.query<{ status: string; reason: string | null; attempts: number; recipient: string | null }>('SELECT status, reason, attempts, recipient FROM letters WHERE key = $1', [key]))[0];
  const ready = async (service: TestService) => (await service.call('GET', '/readyz')).json<{ ready: boolean; parts: Record<string, string> }>();

  it('waits for a mail server that is away, loses nothing, and stays ready meanwhile', async () => {
    const service = await start();
    expect(await ready(service)).toMatchObject({ ready: true, parts: { mail: 'up' } });
    await server.stop();
    const to = newAddress();
    const down = Date.now();
    await handIn(service, { key: 'away', to });
    await eventually(async () => expect(await ready(service)).toMatchObject({ ready: true, parts: { mail: 'degraded', database: 'up' } }));
    await eventually(() => expect(Date.now() - down).toBeGreaterThan(2_000));
    expect(await rowOf('away')).toMatchObject({ status: 'waiting', recipient: to });

    await server.start();
    await server.next(to);
    await eventually(async () => expect(await rowOf('away')).toEqual({ status: 'sent', reason: null, attempts: 1, recipient: null }));
    expect(server.mailsTo(to)).toHaveLength(1);
  });

  it('sets a letter aside that was refused for good, with the words of the server', async () => {
    const service = await start();
    const [bad, good] = [newAddress(), newAddress()];
    server.refuse = (recipient) => (recipient === bad ? { code: 550, words: 'No such mailbox here' } : undefined);
    await handIn(service, { key: 'bad', to: bad });
    await handIn(service, { key: 'good', to: good });
    await server.next(good);
    await eventually(async () => expect(await rowOf('bad')).toMatchObject({ status: 'dead', attempts: 1, recipient: bad }));
    expect((await rowOf('bad'))?.reason).toContain('No such mailbox here');
  });

  it('tries again where the server refused for now', async () => {
    const service = await start();
    const to = newAddress();
    let refusals = 2;
    server.refuse = () => ((refusals -= 1) >= 0 ? { code: 451, words: 'Greylisted, come back' } : undefined);
    await handIn(service, { key: 'later', to });
    await server.next(to);
    await eventually(async () => expect(await rowOf('later')).toMatchObject({ status: 'sent', attempts: 3 }));
  });

  it('sends each letter once, with several instances at it', async () => {
    const services = [await start(), await start()];
    const addresses = Array.from({ length: 60 }, newAddress);
    await Promise.all(addresses.map((to, at) => handIn(services[at % 2] as TestService, { to })));
    await Promise.all(addresses.map((to) => server.next(to)));
    await eventually(async () => expect(await database.query(`SELECT 1 FROM letters WHERE status <> 'sent'`)).toEqual([]));
    expect(server.mails).toHaveLength(60);
  });

  it('hands a letter in once for each key, and not at all where the transaction fails', async () => {
    const service = await start();
    const to = newAddress();
    const answers = await Promise.all(Array.from({ length: 10 }, () => handIn(service, { key: 'the same', to })));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const failed = service.get(DataSource).transaction(async (manager) => {
      await service.get(LetterDesk).send(manager, { key: 'undone', to, letter: 'welcome', props: { firstName: null } });
      throw new Error('something else failed');
    });
    await expect(failed).rejects.toThrow('something else failed');
    await server.next(to);
    expect(await rowOf('undone')).toBeUndefined();
    await eventually(async () => expect(await rowOf('the same')).toMatchObject({ status: 'sent' }));
    expect(server.mails).toHaveLength(1);
  });

  const UNMARKABLE = `
    CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER stay BEFORE UPDATE ON letters FOR EACH ROW WHEN (NEW.status = 'sent') EXECUTE FUNCTION stay()`;

  it('sends a letter once where the database fails for a moment after the server took it', async () => {
    const service = await start();
    const to = newAddress();
    await database.query(UNMARKABLE);
    await handIn(service, { key: 'marked late', to });
    await server.next(to);
    await database.query('DROP TRIGGER stay ON letters');
    await eventually(async () => expect(await rowOf('marked late')).toMatchObject({ status: 'sent' }));
    expect(server.mails).toHaveLength(1);
  });

  it('sends a letter again that nobody could mark as sent, under the same Message-ID', async () => {
    const service = await start({ MAIL_LEASE_MS: '200' });
    const to = newAddress();
    await database.query(UNMARKABLE);
    await handIn(service, { key: 'never marked', to });
    await eventually(() => expect(server.mailsTo(to).length).toBeGreaterThan(1));
    await database.query('DROP TRIGGER stay ON letters');
    await eventually(async () => expect(await rowOf('never marked')).toMatchObject({ status: 'sent' }));
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('takes over what an instance held that is gone', async () => {
    const service = await start();
    const to = newAddress();
    await handIn(service, { key: 'held', to, dueAt: new Date(Date.now() + 3_600_000) });
    await database.query(`UPDATE letters SET due_at = now(), leased_by = gen_random_uuid(), lease_expires_at = now() + interval '1 second'`);
    await server.next(to);
    await eventually(async () => expect(await rowOf('held')).toMatchObject({ status: 'sent' }));
  });

  it('sends the confirmation of an order without pictures once they are late', async () => {
    const service = await start();
    const order = sampleOrder({ id: randomUUID(), items: [sampleItem({ id: randomUUID(), mockupUrl: null, generatedImage: null })] });
    const to = newAddress();
    await handIn(service, { key: `order-confirmed/${order.id}`, to, letter: 'order-confirmed', props: { order, hasAccount: false }, dueAt: new Date(Date.now() + 300) });
    const mail = await server.next(to);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('Classic T-Shirt');
  });

  it('sets a letter aside that it cannot write, and goes on', async () => {
    const service = await start();
    const to = newAddress();
    await handIn(service, { key: 'of another version', letter: 'order-confirmed', props: {} as never });
    await handIn(service, { to });
    await server.next(to);
    await eventually(async () => expect(await rowOf('of another version')).toMatchObject({ status: 'dead' }));
  });

  it('keeps of old letters less and less', async () => {
    const service = await start();
    await database.query(`
      INSERT INTO letters (key, letter, recipient, props, status, reason, ended_at, expires_at) VALUES
        ('dead for long', 'welcome', 'pat@example.com', '{}', 'dead', '550 <pat@example.com> unknown', now() - interval '91 days', NULL),
        ('dead of late', 'welcome', 'pat@example.com', '{}', 'dead', '550', now() - interval '89 days', NULL),
        ('dead and run out', 'reset-link', 'pat@example.com', '{}', 'dead', '550', now(), now() - interval '1 minute'),
        ('sent of late', 'welcome', NULL, NULL, 'sent', NULL, now() - interval '399 days', NULL),
        ('sent long ago', 'welcome', NULL, NULL, 'sent', NULL, now() - interval '401 days', NULL)`);
    await service.get(LettersRepository).dropExpired();
    await service.get(LettersRepository).clean();
    expect(await database.query('SELECT key, status, recipient, reason FROM letters ORDER BY key')).toEqual([
      { key: 'dead and run out', status: 'dropped', recipient: null, reason: 'it would have come too late' },
      { key: 'dead for long', status: 'dropped', recipient: null, reason: 'it could not be sent' },
      { key: 'dead of late', status: 'dead', recipient: 'pat@example.com', reason: '550' },
      { key: 'sent of late', status: 'sent', recipient: null, reason: null },
    ]);
  });

  it('lets nobody write into a header, and says that it was written by a program', async () => {
    const service = await start();
    const to = newAddress();
    const subject = 'Shipping\r\nBcc: everybody@example.com\u2028\u0000';
    await handIn(service, { to, letter: 'request-answered', props: { name: 'Pat\r\nX-Evil: 1', subject: subject.replace('\u0000', ''), question: 'Why?', answer: 'Because.\r\n.\r\nQUIT' } });
    const mail = await server.next(to);
    expect(mail.recipients).toEqual([to]);
    expect(mail.subject).toBe('Re: Shipping Bcc: everybody@example.com');
    expect(mail.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']));
    expect(mail.bcc).toBeUndefined();
    expect(mail.text).toContain('Because.\n.\nQUIT');
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  describe('without a mail server (D31)', () => {
    it('writes each letter as a file that only its owner reads, and shows them in development', async () => {
      const service = await start({ SMTP_URL: '', PUBLIC_ORIGIN: 'https://petart.example' });
      await handIn(service, { to: 'first@example.com', props: { firstName: 'Zoë' } });
      const [file = ''] = await eventually(async () => {
        const files = await readdir(folder);
        expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(1);
        return files;
      });
      expect(file).toMatch(/^\d{8}-\d{9}-welcome-[0-9a-f]{8}\.eml$/);
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(folder, file), 'utf8')).toContain('To: first@example.com');
      const words = '<script>alert(1)</script>';
      await handIn(service, { letter: 'request-answered', props: { name: words, subject: words, question: words, answer: words } });
      await eventually(async () => expect(await readdir(folder)).toHaveLength(2));

      const list = await service.call('GET', '/dev/mail');
      expect(list.text.indexOf('Re: &lt;script&gt;')).toBeGreaterThan(-1);
      expect(list.text.indexOf('first@example.com')).toBeGreaterThan(list.text.indexOf('&lt;script&gt;'));
      expect(list.text).not.toContain('<script');
      const page = await service.call('GET', `/dev/mail/${file}`);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.text).toContain('<iframe sandbox="allow-same-origin allow-popups');
      expect(page.text).toContain('Welcome, Zoë!');
      const letter = await service.call('GET', `/dev/mail/${file}/html`);
      expect(letter.text).toContain('Zoë');
      expect(letter.headers.get('content-security-policy')).toMatch(/default-src 'none'.*img-src 'self' https:\/\/petart\.example;.*sandbox/);
    });

    it.each(['..%2f..%2fetc%2fpasswd', 'nothing.eml', 'nothing.eml/html', '.eml'])('shows no other file: %s', async (name) => {
      const service = await start({ SMTP_URL: '' });
      expect(await service.call('GET', `/dev/mail/${name}`)).toMatchObject({ status: 404, text: 'Not found' });
    });

    it('shows nothing in production', async () => {
      const service = await start({ NODE_ENV: 'production', SMTP_URL: '' });
      await handIn(service, {});
      const [file] = await eventually(async () => {
        const files = await readdir(folder);
        expect(files).toHaveLength(1);
        return files;
      });
      for (const path of ['/dev/mail', `/dev/mail/${file}`, `/dev/mail/${file}/html`]) expect((await service.call('GET', path)).status).toBe(404);
    });

    it('waits where the folder cannot be written to', async () => {
      await writeFile(join(folder, 'a-file'), '');
      const service = await start({ SMTP_URL: '', MAIL_DIR: join(folder, 'a-file', 'mail') });
      await handIn(service, { key: 'no room' });
      await eventually(async () => expect(await ready(service)).toMatchObject({ ready: true, parts: { mail: 'degraded' } }));
      expect(await rowOf('no room')).toMatchObject({ status: 'waiting' });
    });
  });
});
