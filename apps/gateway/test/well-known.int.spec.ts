import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayFixture } from './gateway.fixture.js';

const APPLE = '/.well-known/apple-developer-merchantid-domain-association';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PLAIN = 'text/plain; charset=utf-8';

let folder: string;
let fixture: GatewayFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-well-known-'));
  for (const name of ['shell', 'files', 'files/sub', 'files/.git']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'shell/index.html'), '<!doctype html><html><head></head></html>');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const files = join(folder, 'files');
  await writeFile(join(files, 'apple-developer-merchantid-domain-association'), '7B2276657273');
  await writeFile(join(files, 'security.txt'), 'Contact: mailto:security@petart.example\n');
  await writeFile(join(files, 'assetlinks.json'), '[]');
  await writeFile(join(files, 'sub/file'), 'nested');
  await writeFile(join(files, '.htpasswd'), 'secret');
  await writeFile(join(files, '.git/config'), 'secret');
  // As in a mounted Kubernetes ConfigMap.
  await symlink(join(files, 'security.txt'), join(files, 'linked.txt'));
  fixture = await GatewayFixture.start({ WEB_SHELL_DIR: join(folder, 'shell'), WELL_KNOWN_DIR: files });
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

describe('the operator’s well-known files', () => {
  it.each([
    [APPLE, PLAIN, '7B2276657273'],
    ['/.well-known/security.txt', PLAIN, 'Contact: mailto:security@petart.example\n'],
    ['/.well-known/assetlinks.json', 'application/json; charset=utf-8', '[]'],
    ['/.well-known/sub/file', PLAIN, 'nested'],
    ['/.well-known/linked.txt', PLAIN, 'Contact: mailto:security@petart.example\n'],
  ])('%s is served as %s', async (path, type, content) => {
    for (const headers of [{}, HTML]) {
      const answer = await fixture.call('GET', path, { headers });
      expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, type, content]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const head = await fixture.call('HEAD', path);
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(content.length), '']);
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

it('there are none without a folder', async () => {
  const bare = await GatewayFixture.start({ WEB_SHELL_DIR: join(folder, 'shell') });
  const answers = await Promise.all([{}, HTML].map((headers) => bare.call('GET', APPLE, { headers })));
  await bare.close();
  for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, 'Not found']);
});
