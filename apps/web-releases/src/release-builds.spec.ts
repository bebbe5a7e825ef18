import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changePointer, FolderReleases, goBack, KEEP_MS, readPointer, toFileKey, type Pointer } from '@shop/releases';
import { releaseBuilds } from './release-builds.js';

let root: string;
let store: FolderReleases;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-releases-'));
  store = new FolderReleases(join(root, 'store'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(path: string, text: string, at = Date.now()): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
  await utimes(join(root, path), new Date(at), new Date(at));
}
const release = (archive?: string) => releaseBuilds(store, { builds: join(root, 'web'), archive }, Date.now());
const read = async (): Promise<Pointer> => (await readPointer(store, 'shell')) as Pointer;

it('makes a new build live, and never undoes a rollback', async () => {
  await put('web/shell/index.html', 'one');
  expect(await release()).toEqual([{ app: 'shell', build: (await read()).live.build, isNew: true }]);
  const first = (await read()).live.build;
  await put('web/shell/index.html', 'two');
  await release();
  const second = (await read()).live.build;
  expect(second).not.toBe(first);
  await changePointer(store, 'shell', (before) => goBack(before as Pointer, Date.now()));
  expect(await release()).toEqual([{ app: 'shell', build: second, isNew: false }]);
  expect((await read()).live.build).toBe(first);
});

it('the shell comes first: a remote may need what only the new one provides', async () => {
  for (const app of ['admin', 'shell', 'storefront']) await put(`web/${app}/index.html`, app);
  expect((await release()).map(({ app }) => app)).toEqual(['shell', 'admin', 'storefront']);
});

it('takes over the archive of earlier versions once: files whose pages may be open, and no others', async () => {
  await put('web/shell/index.html', 'one');
  const archive = join(root, 'archive');
  const at = Date.now() - 24 * 60 * 60_000;
  await put('archive/shell/assets/main.aaaaaaaaaaaa.js', 'old', at);
  await put('archive/shell/assets/.main.aaaaaaaaaaaa.js.unfinished', 'half', at);
  await put('archive/remotes/storefront/assets/7.aaaaaaaaaaaa.js', 'other app', at);
  await put('archive/shell/assets/gone.bbbbbbbbbbbb.js', 'too old', at - KEEP_MS);
  await release(archive);
  const { live, previous } = await read();
  expect(previous).toMatchObject([{ isPartial: true, liveUntil: new Date(at).toISOString() }]);
  const build = previous[0]?.build ?? '';
  expect(String(await store.readFile(toFileKey('shell', build, 'assets/main.aaaaaaaaaaaa.js'), 9))).toBe('old');
  expect(await readdir(join(store.getPath(`releases/shell/${build}`), 'assets'))).toHaveLength(1);
  expect(await readdir(archive)).toEqual(['remotes']);
  await release(archive);
  expect(await read()).toEqual({ live, previous });
});
