import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { waitFor } from '@shop/testing';
import { GatewayFixture } from './gateway.fixture.js';

const INLINE = "document.documentElement.dataset.theme = localStorage.getItem('ui-theme') ?? 'light';";
const PAGE = `<!doctype html><html><head><script>${INLINE}</script><script src="/main.0123abcd.js" defer></script></head><body></body></html>`;
const SCRIPT = 'console.log("the shop")'.repeat(50);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

let folder: string;
let fixture: GatewayFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-web-'));
  for (const name of ['shell', 'shell/assets', 'shell/fonts', 'storefront', 'admin']) await mkdir(join(folder, name));
  const shell = join(folder, 'shell');
  await writeFile(join(shell, 'index.html'), PAGE);
  await writeFile(join(shell, 'main.0123abcd.js'), SCRIPT);
  await writeFile(join(shell, 'main.0123abcd.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(shell, 'main.0123abcd.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(shell, 'assets/logo.svg'), '<svg/>');
  await writeFile(join(shell, 'favicon.svg'), '<svg/>');
  await writeFile(join(shell, 'empty.txt'), '');
  await writeFile(join(shell, '.secret.json'), '{}');
  await writeFile(join(shell, 'fonts/figtree.89abcdef.woff2'), 'font');
  await writeFile(join(folder, 'secret.json'), '{}');
  await writeFile(join(folder, 'storefront/mf-manifest.json'), '{"name":"storefront"}');
  await writeFile(join(folder, 'storefront/app.0123abcd.js'), 'remote');
  fixture = await GatewayFixture.start({
    WEB_SHELL_DIR: shell,
    WEB_REMOTES: JSON.stringify({ storefront: join(folder, 'storefront'), admin: join(folder, 'admin') }),
  });
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the shell’s page', () => {
  it.each([
    '/',
    '/products',
    '/customize?imageId=1&imageUrl=%2Fmedia%2F1',
    '/admin',
    '/orders/',
    '/index.html',
    '/some.page',
  ])('is served at %s and revalidated each time', async (path) => {
    const answer = await fixture.call('GET', path, { headers: html });
    expect([answer.status, answer.text]).toEqual([200, PAGE]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.any(String),
    });
  });

  it('has a content security policy that allows only our own scripts', async () => {
    const { headers } = await fixture.call('GET', '/', { headers: html });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        `script-src 'self' 'sha256-${sha256(INLINE)}'`,
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' https: data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('is compressed, and is not sent again with a matching ETag', async () => {
    const { headers, status } = await fixture.call('HEAD', '/', {
      headers: { ...html, 'accept-encoding': 'gzip, deflate, br' },
    });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'br', 'Accept-Encoding']);
    const again = await fixture.call('GET', '/', { headers: { ...html, 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is updated soon after a build, with a new policy', async () => {
    const other = PAGE.replace(INLINE, 'other()');
    await writeFile(join(folder, 'shell/index.html'), other);
    await utimes(join(folder, 'shell/index.html'), new Date(), new Date(Date.now() + 5_000));
    await waitFor(async () => {
      const { text, headers } = await fixture.call('GET', '/', { headers: html });
      expect(text).toBe(other);
      expect(headers['content-security-policy']).toContain(sha256('other()'));
    });
    await writeFile(join(folder, 'shell/index.html'), PAGE);
    await waitFor(async () => expect((await fixture.call('GET', '/', { headers: html })).text).toBe(PAGE));
  });

  it.each([
    ['GET', '/media/', html],
    ['GET', '/metrics', html],
    ['GET', '/remotes/storefront/nothing', html],
    ['GET', '/main.ffffffff.js', {}],
    ['GET', '/products', { accept: 'application/json' }],
    ['POST', '/products', html],
  ])('is not served at %s %s', async (method, path, headers) => {
    const answer = await fixture.call(method, path, { headers });
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('built files', () => {
  it('with a hash in the name, and all in assets/, are immutable', async () => {
    for (const path of [
      '/main.0123abcd.js',
      '/fonts/figtree.89abcdef.woff2',
      '/assets/logo.svg',
      '/remotes/storefront/app.0123abcd.js',
    ]) {
      const answer = await fixture.call('GET', path);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each(['/favicon.svg', '/remotes/storefront/mf-manifest.json', '/remotes.json'])(
    'without a hash (%s) are revalidated each time',
    async (path) => {
      expect((await fixture.call('GET', path)).headers['cache-control']).toBe('no-cache');
    },
  );

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
    [undefined, 'identity'],
    [undefined, undefined],
  ])('are sent as %s to a browser that accepts %s', async (encoding, accepted) => {
    const answer = await fixture.call('HEAD', '/main.0123abcd.js', {
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', vary: 'Accept-Encoding' });
  });

  it('are sent unchanged', async () => {
    expect((await fixture.call('GET', '/main.0123abcd.js')).text).toBe(SCRIPT);
    const { hostname, port } = new URL(fixture.gateway.url);
    const packed = await fetch(`http://${hostname}:${port}/main.0123abcd.js`, { headers: { 'accept-encoding': 'br' } });
    expect(await packed.text()).toBe(SCRIPT);
    expect((await fixture.call('GET', '/empty.txt')).text).toBe('');
  });

  it('are not sent again with a matching ETag', async () => {
    const { headers } = await fixture.call('GET', '/favicon.svg');
    const again = await fixture.call('GET', '/favicon.svg', {
      headers: { 'if-none-match': `"x", ${String(headers.etag)}` },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/remotes/storefront/../../secret.json',
    '/.secret.json',
    '/fonts',
    '/remotes/nobody/mf-manifest.json',
    '/remotes/admin/mf-manifest.json',
    '/remotes/storefront/',
  ])('do not include other files: %s', async (path) => {
    const answer = await fixture.call('GET', path);
    expect(answer.text).not.toBe('{}');
    expect(answer.status === 404 || answer.text === PAGE).toBe(true);
  });

  it('of a remote that is deployed while the gateway runs are served at once', async () => {
    await writeFile(join(folder, 'admin/late.0123abcd.js'), 'late');
    expect((await fixture.call('GET', '/remotes/admin/late.0123abcd.js')).text).toBe('late');
  });

  it('include remotes.json with the addresses of the remotes', async () => {
    const answer = await fixture.call('GET', '/remotes.json');
    expect(JSON.parse(answer.text)).toEqual({
      storefront: '/remotes/storefront/mf-manifest.json',
      admin: '/remotes/admin/mf-manifest.json',
    });
  });
});

it('responds with 503 while there is no build', async () => {
  const empty = await GatewayFixture.start({ WEB_SHELL_DIR: join(folder, 'nothing') });
  const answer = await empty.call('GET', '/', { headers: html });
  expect([answer.status, answer.text]).toEqual([
    503,
    'The shop’s pages are not there yet. Please try again in a moment.',
  ]);
  await empty.close();
});
