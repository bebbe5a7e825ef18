import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anyTransport, eventually } from '@shop/testing';
import { LetterOffice } from './letter-office.js';

describe('letters without a mail server (D31)', () => {
  const transport = anyTransport();
  let office: LetterOffice;

  beforeAll(() => transport.open());
  afterAll(() => transport.close());
  beforeEach(async () => {
    office = await LetterOffice.open(transport);
  });
  afterEach(() => office.close());

  const mails = (count: number): Promise<string[]> =>
    eventually(async () => {
      const files = (await readdir(office.folder)).filter((name) => name.endsWith('.eml'));
      expect(files).toHaveLength(count);
      return files;
    });

  it('writes each letter as a file that only its owner reads, and shows them in development', async () => {
    const service = await office.start({ SMTP_URL: '', PUBLIC_ORIGIN: 'https://petart.example' });
    await office.handIn(service, { to: 'first@example.com', props: { firstName: 'Zoë' } });
    const [file = ''] = await mails(1);
    expect(file).toMatch(/^\d{8}-\d{9}-welcome-[0-9a-f]{8}\.eml$/);
    expect((await stat(join(office.folder, file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(office.folder, file), 'utf8')).toContain('To: first@example.com');
    const words = '<script>alert(1)</script>';
    await office.handIn(service, {
      letter: 'request-answered',
      props: { name: words, subject: words, question: words, answer: words },
    });
    await mails(2);

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
    expect(letter.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*img-src 'self' https:\/\/petart\.example;.*sandbox/,
    );
  });

  it.each(['..%2f..%2fetc%2fpasswd', 'nothing.eml', 'nothing.eml/html', '.eml'])(
    'shows no other file: %s',
    async (name) => {
      const service = await office.start({ SMTP_URL: '' });
      expect(await service.call('GET', `/dev/mail/${name}`)).toMatchObject({ status: 404, text: 'Not found' });
    },
  );

  it('shows nothing in production', async () => {
    const service = await office.start({ NODE_ENV: 'production', SMTP_URL: '' });
    await office.handIn(service, {});
    const [file] = await mails(1);
    for (const path of ['/dev/mail', `/dev/mail/${file}`, `/dev/mail/${file}/html`])
      expect((await service.call('GET', path)).status).toBe(404);
  });

  it('waits where the folder cannot be written to', async () => {
    await writeFile(join(office.folder, 'a-file'), '');
    const service = await office.start({ SMTP_URL: '', MAIL_DIR: join(office.folder, 'a-file', 'mail') });
    await office.handIn(service, { key: 'no room' });
    await eventually(async () =>
      expect(await office.readiness(service)).toMatchObject({ ready: true, parts: { mail: 'degraded' } }),
    );
    expect(await office.row('no room')).toMatchObject({ status: 'waiting' });
  });
});
