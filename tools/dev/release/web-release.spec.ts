import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderReleases, readPointer, toBuildsKey } from '@shop/releases';
import { readSharedLibraries, SHARED_FILE, type SharedLibraries } from '../../federation/shared-libraries.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { listReleases, putBack, releaseBuild, type WebRelease } from './web-release.ts';

const BUILT = readSharedLibraries();
const NEXT_REACT: SharedLibraries = { ...BUILT, versions: { ...BUILT.versions, react: '20.1.0' } };
const MORE_ROUTER: SharedLibraries = { ...BUILT, router: [...BUILT.router, 'useBlocker'] };

let root: string;
let store: FolderReleases;
let said: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-release-'));
  store = new FolderReleases(join(root, 'store'));
  said = [];
});
afterEach(() => rm(root, { recursive: true }));

const at = (app: string, force = false): WebRelease => ({ store, app, force, say: (line) => void said.push(line) });

/** Releases a build with this text; its libraries are those of this checkout by default. Returns its name. */
async function release(app: string, text: string, shared: SharedLibraries = BUILT, force = false): Promise<string> {
  const folder = join(root, 'build');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, app === 'shell' ? 'index.html' : 'mf-manifest.json'), text);
  await writeFile(join(folder, SHARED_FILE), JSON.stringify(shared));
  await releaseBuild(at(app, force), folder);
  return readLive(app);
}
const readLive = async (app: string): Promise<string> => (await readPointer(store, app))?.live.build ?? '';

describe('a release', () => {
  it('uploads the build, makes it live, and says how to go back', async () => {
    const build = await release('shell', 'one');
    expect((await store.listFiles(toBuildsKey('shell'))).map(({ key }) => key.split('/').slice(2)).sort()).toEqual(
      ['index.html', 'release.json', SHARED_FILE].map((file) => [build, file]),
    );
    expect(said.at(-1)).toBe(
      `shell ${build.slice(0, 12)} is live in ${store.address}. Back: npm run release:web -- shell --rollback`,
    );
  });

  it.each([
    ['storefront', NEXT_REACT, BUILT, `it was built with react 20.1.0, and the shell has ${BUILT.versions.react}`],
    ['storefront', MORE_ROUTER, BUILT, "the shell's router has no useBlocker"],
    ['shell', NEXT_REACT, BUILT, `it was built with react ${BUILT.versions.react}, and the shell has 20.1.0`],
  ])('of a %s that does not fit names why and changes nothing, except by force', async (app, own, theirs, reason) => {
    const other = app === 'shell' ? 'storefront' : 'shell';
    await release(other, 'other', theirs);
    const before = await release(app, 'one', theirs);
    await expect(release(app, 'two', own)).rejects.toThrow(
      `${app} does not fit the live ${other}, so it is not released: ${reason}`,
    );
    expect(await readLive(app)).toBe(before);
    expect(await release(app, 'two', own, true)).not.toBe(before);
    expect(said).toContain(`${app} does not fit the live ${other}: ${reason}.`);
  });

  it('compares a remote with the shell that is live, also after that went back, and remotes not with each other', async () => {
    await release('shell', 'one');
    await release('shell', 'two', MORE_ROUTER);
    await release('storefront', 'one', MORE_ROUTER);
    await expect(putBack(at('shell'))).rejects.toThrow('shell does not fit the live storefront');
    await putBack(at('shell', true));
    await expect(release('admin', 'one', MORE_ROUTER)).rejects.toThrow('admin does not fit the live shell');
    await release('admin', 'one');
  });
});

it('a folder that has no build of the app is refused', async () => {
  const folder = await mkdtemp(join(root, 'empty-'));
  await writeFile(join(folder, SHARED_FILE), '{}');
  await expect(releaseBuild(at('shell'), folder)).rejects.toThrow(
    `${folder} has no index.html, so it is no build of shell`,
  );
  await expect(releaseBuild(at('admin'), folder)).rejects.toThrow(
    'has no mf-manifest.json, so it is no build of admin',
  );
});

it('a build with a link, which would be missing in the release, is refused', async () => {
  await release('admin', 'one');
  await symlink(join(root, 'build/mf-manifest.json'), join(root, 'build/copy.html'));
  await expect(release('admin', 'two')).rejects.toThrow('copy.html is neither a file nor a folder');
});

describe('a return', () => {
  it('restores the build before; again, the one before that; then there is none', async () => {
    const builds = [await release('admin', 'one'), await release('admin', 'two'), await release('admin', 'three')];
    await putBack(at('admin'));
    expect(await readLive('admin')).toBe(builds[1]);
    await putBack(at('admin'));
    expect(await readLive('admin')).toBe(builds[0]);
    await expect(putBack(at('admin'))).rejects.toThrow('There is no earlier build to go back to');
    await putBack(at('admin'), builds[2]?.slice(0, 6));
    expect(await readLive('admin')).toBe(builds[2]);
    await listReleases(at('admin'));
    expect(said.slice(-3)).toEqual([
      expect.stringMatching(`^live      ${builds[2]?.slice(0, 12)}  released `),
      expect.stringMatching(`^earlier   ${builds[0]?.slice(0, 12)}  released `),
      expect.stringMatching(`^withdrawn ${builds[1]?.slice(0, 12)}  released `),
    ]);
  });

  it('to a build whose files are gone is refused', async () => {
    const first = await release('admin', 'one');
    const second = await release('admin', 'two');
    await rm(store.getPath(`${toBuildsKey('admin')}${first}`), { recursive: true });
    await expect(putBack(at('admin'))).rejects.toThrow(`The files of admin ${first.slice(0, 12)} are no longer in`);
    expect(await readLive('admin')).toBe(second);
  });

  it('of an app that was never released is refused', async () => {
    await expect(putBack(at('admin'))).rejects.toThrow(`admin has no release in ${store.address}`);
  });
});

describe('npm run release:web', () => {
  const run = async (...args: string[]) => {
    const { scripts } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [, ...command] = (scripts['release:web'] ?? '').split(' ');
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...args, `--store=${store.address}`], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };

  it('goes back in the store that it is given', async () => {
    const build = await release('storefront', 'one');
    await release('storefront', 'two');
    expect(await run('storefront', '--rollback')).toEqual({
      status: 0,
      text: expect.stringContaining(`storefront is back at ${build.slice(0, 12)} of `) as string,
    });
    expect(await readLive('storefront')).toBe(build);
  });

  it.each([
    ['an unknown app', ['orders'], 'Name one of the web apps: admin, shell, storefront\n'],
    ['two apps', ['shell', 'admin'], 'Name one of the web apps: admin, shell, storefront\n'],
    ['an app without a release', ['shell', '--build='], expect.stringMatching(/^shell has no release in [^\n]*\n$/)],
  ])('refuses %s with one sentence', async (_case, args, text) =>
    expect(await run(...args)).toEqual({ status: 1, text }),
  );
});
