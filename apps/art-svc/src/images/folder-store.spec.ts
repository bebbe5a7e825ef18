import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FolderStore } from './folder-store.js';
import { picturesUnreachable } from './image-store.js';
import { LocalFiles } from './local-files.js';

describe('a folder of pictures', () => {
  // Of S3 Amazon promises it (S3 User Guide, "data consistency model"), and the test's server writes in place: so here only.
  it('shows a picture whole or not at all to whoever looks while it is written', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    const store = new FolderStore({ DATA_DIR: dataDir }, new LocalFiles({ DATA_DIR: dataDir }));
    const bytes = Buffer.alloc(8_000_000, 7);
    let written = false;
    const writing = store.put('originals/ab/a.jpg', bytes).finally(() => (written = true));
    const sizes = new Set<number>();
    while (!written) sizes.add((await store.read('originals/ab/a.jpg'))?.length ?? 0);
    await writing;
    expect([...sizes].filter((size) => size !== 0 && size !== bytes.length)).toEqual([]);
    expect(await readdir(join(dataDir, 'images'), { recursive: true })).toEqual(
      expect.arrayContaining(['originals/ab/a.jpg']),
    );
    expect(await readdir(join(dataDir, 'images', 'incoming'))).toEqual([]);
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('a folder that fails', () => {
  let dataDir: string;
  let store: FolderStore;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    store = new FolderStore({ DATA_DIR: dataDir }, new LocalFiles({ DATA_DIR: dataDir }));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('with one file of it is there; as a whole it is away', async () => {
    await mkdir(join(dataDir, 'images', 'originals', 'ab', 'a.jpg'), { recursive: true });
    const damaged = await failureOf(store.read('originals/ab/a.jpg'));
    expect(damaged).toMatchObject({ code: 'PICTURES_UNREACHABLE' });
    expect(await store.isAway(damaged)).toBe(false);
    await rm(join(dataDir, 'images'), { recursive: true });
    await writeFile(join(dataDir, 'images'), 'no folder');
    expect(await store.isAway(await failureOf(store.put('originals/ab/b.jpg', Buffer.from('b'))))).toBe(true);
  });

  it('as it is full is away, although it can be looked at', async () => {
    expect(
      await store.isAway(picturesUnreachable(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))),
    ).toBe(true);
    expect(await store.isAway(new Error('something else'))).toBe(false);
  });
});

describe('local files', () => {
  it('that a dead process left behind are removed after a day, younger ones stay', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    const local = new LocalFiles({ DATA_DIR: dataDir });
    await local.removeLeftOver();
    const [old, young] = [await local.newPath(), await local.newPath()];
    for (const path of [old, young]) await writeFile(path, 'half a photo');
    await utimes(old, new Date(), new Date(Date.now() - 25 * 3_600_000));
    await local.removeLeftOver();
    expect(await readdir(join(dataDir, 'images', 'incoming'))).toEqual([basename(young)]);
    await rm(dataDir, { recursive: true, force: true });
  });
});
