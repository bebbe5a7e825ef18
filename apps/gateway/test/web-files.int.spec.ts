import { createHash } from 'node:crypto';
import { rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { waitFor } from '@shop/testing';
import { createFolder, writeFiles } from './folder.fixture.js';
import { GatewayFixture } from './gateway.fixture.js';
import { TestReleases } from './release.fixture.js';

const INLINE = "document.documentElement.dataset.theme = localStorage.getItem('ui-theme') ?? 'light';";
const PAGE = `<!doctype html><html><head><script>${INLINE}</script><script src="/main.0123abcd.js" defer></script></head><body></body></html>`;
const SCRIPT = 'console.log("the shop")'.repeat(50);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

const SHELL = {
  'index.html': PAGE,
  'main.0123abcd.js': SCRIPT,
  'main.0123abcd.js.br': brotliCompressSync(SCRIPT),
  'main.0123abcd.js.gz': gzipSync(SCRIPT),
  'assets/logo.svg': '<svg/>',
  'favicon.svg': '<svg/>',
  'empty.txt': '',
  'fonts/figtree.89abcdef.woff2': 'font',
};

let folder: string;
let releases: TestReleases;
let fixture: GatewayFixture;
beforeAll(async () => {
  folder = await createFolder({
    'secret.json': '{}',
    'secret.txt': 'secret',
    'files/apple-developer-merchantid-domain-association': '7B2276657273',
    'files/security.txt': 'Contact: mailto:security@petart.example\n',
    'files/assetlinks.json': '[]',
    'files/sub/file': 'nested',
    'files/.htpasswd': 'secret',
    'files/.git/config': 'secret',
  });
  // As in a mounted Kubernetes ConfigMap.
  await symlink(join(folder, 'files/security.txt'), join(folder, 'files/linked.txt'));
  releases = await TestReleases.open();
  const shell = await releases.release('shell', SHELL);
  await releases.release('storefront', {
    'mf-manifest.json': '{"name":"storefront"}',
    'app.0123abcd.js': 'remote',
  });
  // Beside the released files, in the store and on the disk of the gateway.
  const env = releases.createEnvironment(['shell', 'storefront', 'admin']);
  for (const root of [releases.store.address, join(String(env.DATA_DIR), 'web-cache')])
    await writeFiles(join(root, 'releases/shell'), { 'secret.json': '{}', [`${shell}/.secret.json`]: '{}' });
  fixture = await GatewayFixture.start({ ...env, WELL_KNOWN_DIR: join(folder, 'files') });
});
afterAll(async () => {
  await fixture.close();
  await releases.close();
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
        "img-src 'self' data: blob:",
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

  it('is updated soon after a release, with a new policy', async () => {
    const other = PAGE.replace(INLINE, 'other()');
    await releases.release('shell', { ...SHELL, 'index.html': other });
    await waitFor(async () => {
      const { text, headers } = await fixture.call('GET', '/', { headers: html });
      expect(text).toBe(other);
      expect(headers['content-security-policy']).toContain(sha256('other()'));
    });
    await releases.rollBack('shell');
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
    '/release.json',
    '/fonts',
    '/remotes/unknown/mf-manifest.json',
    '/remotes/admin/mf-manifest.json',
    '/remotes/storefront/',
  ])('do not include other files: %s', async (path) => {
    const answer = await fixture.call('GET', path);
    expect(answer.text).not.toBe('{}');
    expect(answer.status === 404 || answer.text === PAGE).toBe(true);
  });

  it('of a remote that is released while the gateway runs are served soon', async () => {
    await releases.release('admin', { 'late.0123abcd.js': 'late', 'mf-manifest.json': '{}' });
    await waitFor(async () => expect((await fixture.call('GET', '/remotes/admin/mf-manifest.json')).status).toBe(200));
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

describe('the operator’s well-known files', () => {
  const APPLE = '/.well-known/apple-developer-merchantid-domain-association';
  const PLAIN = 'text/plain; charset=utf-8';

  it.each([
    [APPLE, PLAIN, '7B2276657273'],
    ['/.well-known/security.txt', PLAIN, 'Contact: mailto:security@petart.example\n'],
    ['/.well-known/assetlinks.json', 'application/json; charset=utf-8', '[]'],
    ['/.well-known/sub/file', PLAIN, 'nested'],
    ['/.well-known/linked.txt', PLAIN, 'Contact: mailto:security@petart.example\n'],
  ])('%s is served as %s', async (path, type, content) => {
    for (const headers of [{}, html]) {
      const answer = await fixture.call('GET', path, { headers });
      expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, type, content]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const head = await fixture.call('HEAD', path);
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(content.length), '']);
  });

  it('lead password managers to the form that changes a password', async () => {
    const { status, headers } = await fixture.call('GET', '/.well-known/change-password', { headers: html });
    expect([status, headers.location]).toEqual([302, '/profile']);
  });

  it('are revalidated, and a change is visible at once', async () => {
    const path = '/.well-known/security.txt';
    const { etag = '' } = (await fixture.call('GET', path)).headers;
    expect((await fixture.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await utimes(join(folder, 'files/security.txt'), 1, 1);
    expect((await fixture.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it.each([
    '/.well-known/../secret.txt',
    '/.well-known/..%2fsecret.txt',
    '/.well-known/%2e%2e/secret.txt',
    '/.well-known//security.txt',
    '/.well-known/.htpasswd',
    '/.well-known/.git/config',
    '/.well-known/sub',
    '/.well-known/sub/',
    '/.well-known/',
    '/.well-known',
    '/.well-known/missing',
    '/.well-known/security.txt/x',
    '/x/.well-known/security.txt',
  ])('%s is not found, with a sentence', async (path) => {
    const answer = await fixture.call('GET', path);
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([404, 'Not found', PLAIN]);
  });

  it('take no writes', async () => {
    expect((await fixture.call('POST', APPLE, { body: 'x' })).status).toBe(404);
  });
});

it('has no pages while there is no release, and no well-known files without a folder', async () => {
  const empty = await GatewayFixture.start({
    ...releases.createEnvironment(['shell']),
    WEB_RELEASES: join(folder, 'nothing'),
  });
  const answer = await empty.call('GET', '/', { headers: html });
  expect([answer.status, answer.text]).toEqual([
    503,
    'The shop’s pages are not there yet. Please try again in a moment.',
  ]);
  for (const headers of [{}, html]) {
    const { status, text } = await empty.call('GET', '/.well-known/security.txt', { headers });
    expect([status, text]).toEqual([404, 'Not found']);
  }
  await empty.close();
});
