import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SharedLocalCopies } from './local-copies.js';

describe('SharedLocalCopies', () => {
  let folder: string;
  let downloads: string[];
  let files: SharedLocalCopies;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-copies-'));
    downloads = [];
    files = new SharedLocalCopies(async (key) => {
      downloads.push(key);
      if (key === 'missing') return null;
      if (key === 'away') throw new Error('away');
      const path = join(folder, `${key}-${downloads.length}`);
      await writeFile(path, key);
      return path;
    }, 2);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function createGate(): { opened: Promise<void>; open: () => void } {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  }

  it('downloads a file once for concurrent users, and again later', async () => {
    const paths = await Promise.all(Array.from({ length: 4 }, () => files.withLocalCopy('a', async (path) => path)));
    expect([new Set(paths).size, downloads]).toEqual([1, ['a']]);
    expect(await readdir(folder)).toEqual([]);
    expect(await files.withLocalCopy('a', async (path) => path)).not.toBe(paths[0]);
    expect(downloads).toEqual(['a', 'a']);
  });

  it('keeps the copy until the last user is done', async () => {
    const slow = createGate();
    const last = files.withLocalCopy('a', async (path) => {
      await slow.opened;
      return access(path).then(() => 'still there');
    });
    await files.withLocalCopy('a', async () => 'done');
    slow.open();
    expect(await last).toBe('still there');
  });

  it('limits the number of copies and lets the next user wait', async () => {
    const slow = createGate();
    const uses = ['a', 'b'].map((key) => files.withLocalCopy(key, () => slow.opened));
    const next = ['c', 'd'].map((key) => files.withLocalCopy(key, async () => key));
    await Promise.resolve();
    expect(downloads).toEqual(['a', 'b']);
    slow.open();
    await Promise.all(uses);
    expect(await Promise.all(next)).toEqual(['c', 'd']);
    expect(downloads).toEqual(['a', 'b', 'c', 'd']);
  });

  it('frees the slot when there is no file, when the download fails and when the user fails', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(await files.withLocalCopy('missing', async () => 'used')).toBeNull();
      await expect(files.withLocalCopy('away', async () => 'used')).rejects.toThrow('away');
      await expect(files.withLocalCopy('a', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
