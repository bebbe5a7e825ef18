import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS, type App } from '../contracts/apps.ts';

const ROOT = join(import.meta.dirname, '../../..');
// Nx would take the folder of the run that started this one.
const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('NX_'));
const env = { ...Object.fromEntries(inherited), NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', FORCE_COLOR: '0' };

const workspace = mkdtempSync(join(tmpdir(), 'releases-'));
const origin = mkdtempSync(join(tmpdir(), 'releases-origin-'));
afterAll(() => [workspace, origin].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const git = (...args: string[]): string => execFileSync('git', args, { cwd: workspace, encoding: 'utf8' }).trim();
const put = (file: string, value: unknown): void =>
  writeFileSync(join(workspace, file), typeof value === 'string' ? value : JSON.stringify(value, null, 2) + '\n');
const read = (file: string): string => readFileSync(join(workspace, file), 'utf8');
const readReleased = (): Record<string, string> =>
  (JSON.parse(read('package.json')) as { config: { released: Record<string, string> } }).config.released;

/** What the command prints, and its exit code. */
function release(...args: string[]) {
  const script = join(ROOT, 'tools/dev/release/release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: workspace,
    env,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

/** An app with a call whose answer has these fields. */
function putContract(app: App, fields: readonly string[], reads: object = {}, migrations: object = {}): void {
  const schema = { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const event = { post: { requestBody: { content: responses[200].content }, responses } };
  const paths = app.endsWith('-svc') ? { [`/api/${app}`]: { get: { responses } }, [`/events/${app}`]: event } : {};
  const api = { openapi: '3.1.0', info: { title: app, version: '1' }, paths };
  put(`apps/${app}/contract.json`, { api, reads, variables: [], migrations });
}

function commit(message: string, files: Record<string, string> = {}): string {
  for (const [file, text] of Object.entries(files)) put(file, text);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD');
}

function merge(message: string, files?: Record<string, string>): string {
  const id = commit(message, files);
  git('push', '--quiet', 'origin', 'main');
  return id;
}

beforeAll(() => {
  execFileSync('git', ['init', '--quiet', '--bare', origin]);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  git('remote', 'add', 'origin', origin);
  cpSync(join(ROOT, 'nx.json'), join(workspace, 'nx.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(workspace, 'node_modules'));
  put('.gitignore', 'node_modules\n.nx\n');
  put('package.json', { name: 'workspace', private: true, workspaces: ['apps/*'] });
  mkdirSync(join(workspace, 'tools/dev/contracts'), { recursive: true });
  put('tools/dev/contracts/exceptions.json', '[]');
  for (const app of APPS) {
    mkdirSync(join(workspace, `apps/${app}/src`), { recursive: true });
    put(`apps/${app}/package.json`, { name: `@shop/${app}`, version: '0.0.0', private: true });
    put(`apps/${app}/src/main.ts`, '');
    putContract(app, ['id'], app === 'order-svc' ? { 'post /events/art-svc': ['id', 'size'] } : {});
  }
  merge('feat: a shop');
});

it('each app is a group of its own in nx.json, which names its tags', () => {
  const { groups } = (JSON.parse(read('nx.json')) as { release: { groups: object } }).release;
  expect(groups).toEqual(Object.fromEntries(APPS.map((app) => [app, { projects: [`@shop/${app}`] }])));
});

// One story, in the order of its releases.
describe('npm run release', () => {
  it('leaves the clone as it was if the push fails', () => {
    const [tags, head] = [git('tag'), git('rev-parse', 'HEAD')];
    const hook = join(origin, 'hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(release('--first').text).toMatch(/Nothing is released, because git failed/);
    rmSync(hook);
    expect([git('tag'), git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([tags, head, '']);
  });

  it('refuses an app that has no first version, then gives all apps theirs', () => {
    expect(release('art-svc').text).toMatch(/set the first version with --first/);
    const head = git('rev-parse', 'HEAD');
    expect(release('--first').status).toBe(0);
    expect(readReleased()).toEqual(Object.fromEntries(APPS.map((app) => [app, head])));
    expect(git('rev-parse', 'art-svc@1.0.0^{}')).toBe(head);
  });

  it('gives a new app its first version, and leaves the others', () => {
    const { 'admin-web': _none, ...released } = readReleased();
    put('package.json', { ...(JSON.parse(read('package.json')) as object), config: { released } });
    git('tag', '--delete', 'admin-web@1.0.0');
    git('push', '--quiet', 'origin', '--delete', 'admin-web@1.0.0');
    const added = merge('feat(admin): a new app');
    expect(release('admin-web').text).toMatch(/admin-web: set the first version with --first/);
    expect(release('--first').text).toMatch(/1\.0\.0 of admin-web/);
    expect(readReleased()).toEqual({ ...released, 'admin-web': added });
    expect(release('--first').text).toMatch(/All apps have a version/);
  });

  it.each<[string, string[], RegExp, () => void, (() => void)?]>([
    ['an unknown app', ['art'], /art is no app\. Apps: identity-svc/, () => undefined],
    ['an app that did not change', ['art-svc'], /Nothing of art-svc changed since art-svc@1\.0\.0/, () => undefined],
    ['a changed file', ['art-svc'], /Commit them/, () => put('note', ''), () => rmSync(join(workspace, 'note'))],
    [
      'another branch',
      ['art-svc'],
      /git switch main/,
      () => git('switch', '-qc', 'x'),
      () => git('switch', '-q', 'main'),
    ],
    [
      'a commit that is not merged',
      ['art-svc'],
      /git pull/,
      () => commit('fix: a', { note: '' }),
      () => git('reset', '-q', '--hard', 'HEAD^'),
    ],
  ])('refuses %s', (_case, args, message, prepare, undo) => {
    prepare();
    const answer = release(...args);
    undo?.();
    expect(answer).toEqual({ status: 1, text: expect.stringMatching(message) as string });
  });

  it('releases one app with its version, changelog, tag and record, and pushes them', () => {
    putContract('art-svc', ['id', 'size']);
    const merged = merge('feat(art): a size', { 'apps/art-svc/src/main.ts': '// size' });
    expect(release('art-svc', '--dry-run').text).toMatch(/Would be committed: chore\(release\): art-svc@1\.1\.0/);
    expect(git('status', '--porcelain')).toBe('');
    expect(release('art-svc').text).toMatch(/It is pushed/);
    expect(git('rev-parse', 'art-svc@1.1.0^{}')).toBe(merged);
    expect(readReleased()).toMatchObject({ 'art-svc': merged, 'order-svc': git('rev-parse', 'order-svc@1.0.0^{}') });
    expect(read('apps/art-svc/CHANGELOG.md')).toMatch(/^## 1\.1\.0 [^]*a size/);
    expect(git('ls-remote', 'origin', 'main')).toContain(git('rev-parse', 'HEAD'));
    expect(git('ls-remote', 'origin', 'art-svc@1.1.0')).not.toBe('');
    expect(JSON.parse(release('--plan=HEAD^').text)).toEqual([{ app: 'art-svc', version: '1.1.0', isWeb: false }]);
  });

  it('releases a page alone', () => {
    putContract('storefront-web', [], { 'get /api/art-svc': ['id', 'size'] });
    const merged = merge('fix(storefront): show the size', { 'apps/storefront-web/src/main.ts': '// size' });
    expect(release('storefront-web').status).toBe(0);
    expect(git('tag', '--points-at', merged)).toBe('storefront-web@1.0.1');
    expect(readReleased()).toMatchObject({ 'storefront-web': merged, gateway: git('rev-parse', 'gateway@1.0.0^{}') });
    expect(JSON.parse(release('--plan=HEAD^').text)).toEqual([
      { app: 'storefront-web', version: '1.0.1', isWeb: true },
    ]);
  });

  it('refuses what a released page needs: in the next version, and in the version before', () => {
    const before = git('rev-parse', 'HEAD');
    putContract('art-svc', ['id']);
    merge('fix(art): no size', { 'apps/art-svc/src/main.ts': '' });
    expect(release('art-svc').text).toMatch(
      /properties\/size\n.*Released apps still read it.*Readers: storefront-web\./,
    );
    git('revert', '--no-edit', `${before}..HEAD`);
    git('push', '--quiet', 'origin', 'main');
    expect(release('art-svc@1.0.0').text).toMatch(/Readers: storefront-web\./);
  });

  it('refuses a page whose call comes with the next version of its service', () => {
    const before = git('rev-parse', 'HEAD');
    const file = 'apps/order-svc/contract.json';
    put(file, read(file).replace('"paths": {', '"paths": { "/api/gifts": { "get": {} },'));
    putContract('storefront-web', [], { 'get /api/gifts': [] });
    merge('feat(storefront): gifts', { 'apps/storefront-web/src/main.ts': '// gifts' });
    expect(release('storefront-web').text).toMatch(/get \/api\/gifts of order-svc\n.*release the service first/);
    git('revert', '--no-edit', `${before}..HEAD`);
    git('push', '--quiet', 'origin', 'main');
  });

  it('puts the version before back', () => {
    expect(release('storefront-web@0.9.0').text).toMatch(
      /There is no storefront-web@0\.9\.0\. Versions: 1\.0\.1, 1\.0\.0/,
    );
    expect(release('storefront-web@1.0.0').status).toBe(0);
    expect(readReleased()['storefront-web']).toBe(git('rev-parse', 'storefront-web@1.0.0^{}'));
    expect(release('art-svc@1.0.0').status).toBe(0);
    expect(JSON.parse(release('--plan=HEAD^').text)).toEqual([{ app: 'art-svc', version: '1.0.0', isWeb: false }]);
    expect(release('art-svc@1.0.0').text).toMatch(/is released already/);
  });

  it('releases a fix of the version before with a number that is free', () => {
    git('tag', '--annotate', 'art-svc@1.0.1', '--message', 'of main');
    git('switch', '-qc', 'fix/art-svc-1.0', 'art-svc@1.0.0');
    expect(release('art-svc', '--from=fix/art-svc-1.0').text).toMatch(/git switch main/);
    const fixed = commit('fix(art): a colour', { 'apps/art-svc/src/main.ts': '// colour' });
    git('switch', '-q', 'main');
    expect(release('art-svc', '--from=fix/art-svc-1.0').status).toBe(0);
    expect(git('rev-parse', 'art-svc@1.0.2^{}')).toBe(fixed);
    expect(readReleased()['art-svc']).toBe(fixed);
    expect(release('art-svc', '--from=fix/art-svc-1.0').text).toMatch(
      /Nothing of art-svc changed since art-svc@1\.0\.2/,
    );
  });

  it('refuses an older version that today’s database can’t serve', () => {
    const change = 'migrations/NoNote: DROP COLUMN';
    put('tools/dev/contracts/exceptions.json', [{ app: 'order-svc', change, reason: 'unused', until: '2999-01-01' }]);
    putContract('order-svc', ['id'], {}, { NoNote: { hash: 'b', takes: ['DROP COLUMN'] } });
    merge('feat(order): no note', { 'apps/order-svc/src/notes.ts': '' });
    expect(release('order-svc').status).toBe(0);
    git('tag', '--annotate', 'order-svc@1.2.0', '--message', 'the next one');
    expect(release('order-svc@1.0.0').text).toMatch(/can't run on today's database, because NoNote has DROP COLUMN/);
  });
});
