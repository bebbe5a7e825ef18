import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { OutageError } from '@shop/jobs';
import { FolderStore, isNearlyFull } from './folder-store.js';
import { toJobError } from './job-errors.js';
import { picturesUnreachable } from './image-store.js';
import { TemporaryFiles } from './temporary-files.js';

describe('FolderStore', () => {
  // Amazon promises this of S3 (S3 User Guide, "data consistency model"), and the tests' S3 server writes in place.
  // So this test runs on folders only.
  it('never shows part of a picture while it is written', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    const store = new FolderStore(
      { DATA_DIR: dataDir, DISK_FREE_PERCENT: 10 },
      new TemporaryFiles({ DATA_DIR: dataDir }),
    );
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

describe('isNearlyFull', () => {
  const GIGABYTE = 1_000_000_000;
  it.each([
    ['a tenth of a small volume', 10, 100, 10, false],
    ['less than a tenth', 9, 100, 10, true],
    ['20 GB of a large volume', 20, 4_000, 10, false],
    ['less than 20 GB of a large volume', 19, 4_000, 10, true],
    ['nothing, where the rule is off', 0, 100, 0, false],
  ])('with %s free', (_, freeGb, sizeGb, percent, expected) => {
    const volume = { bavail: (freeGb * GIGABYTE) / 4_000, blocks: (sizeGb * GIGABYTE) / 4_000, bsize: 4_000 };
    expect(isNearlyFull(volume, percent)).toBe(expected);
  });
});

describe('isStoreFailure', () => {
  let dataDir: string;
  let store: FolderStore;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    store = new FolderStore({ DATA_DIR: dataDir, DISK_FREE_PERCENT: 10 }, new TemporaryFiles({ DATA_DIR: dataDir }));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('is a failed attempt for one damaged file, and an outage when the whole folder is gone', async () => {
    await mkdir(join(dataDir, 'images', 'originals', 'ab', 'a.jpg'), { recursive: true });
    const damaged = await failureOf(store.read('originals/ab/a.jpg'));
    expect(damaged).toMatchObject({ code: 'PICTURES_UNREACHABLE' });
    expect(await toJobError(store, damaged)).toMatchObject({ name: 'BrokenFileError', cause: damaged });
    await rm(join(dataDir, 'images'), { recursive: true });
    await writeFile(join(dataDir, 'images'), 'no folder');
    const failure = await failureOf(store.put('originals/ab/b.jpg', Buffer.from('b')));
    expect(await toJobError(store, failure, 70)).toMatchObject({ name: 'OutageError', retryAfterMs: 70 });
  });

  it('is an outage for a full disk, although the folder is readable', async () => {
    const full = picturesUnreachable(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    expect(await toJobError(store, full)).toBeInstanceOf(OutageError);
    const other = new Error('something else');
    expect(await toJobError(store, other)).toBe(other);
  });
});

describe('TemporaryFiles', () => {
  it('removes files of a dead process after a day and leaves younger ones', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'shop-store-'));
    const temporaryFiles = new TemporaryFiles({ DATA_DIR: dataDir });
    await temporaryFiles.removeStale();
    const [old, young] = [await temporaryFiles.createPath(), await temporaryFiles.createPath()];
    for (const path of [old, young]) await writeFile(path, 'half a photo');
    await utimes(old, new Date(), new Date(Date.now() - 25 * 3_600_000));
    await temporaryFiles.removeStale();
    expect(await readdir(join(dataDir, 'images', 'incoming'))).toEqual([basename(young)]);
    await rm(dataDir, { recursive: true, force: true });
  });
});
