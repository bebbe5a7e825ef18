import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BorrowedFiles } from './borrowed-files.js';

describe('borrowed files', () => {
  let folder: string;
  let fetched: string[];
  let files: BorrowedFiles;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-borrowed-'));
    fetched = [];
    files = new BorrowedFiles(async (key) => {
      fetched.push(key);
      if (key === 'missing') return null;
      if (key === 'away') throw new Error('away');
      const path = join(folder, `${key}-${fetched.length}`);
      await writeFile(path, key);
      return path;
    }, 2);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function gate(): { opened: Promise<void>; open: () => void } {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open };
  }

  it('are fetched once for simultaneous users, and again later', async () => {
    const paths = await Promise.all(Array.from({ length: 4 }, () => files.use('a', async (path) => path)));
    expect([new Set(paths).size, fetched]).toEqual([1, ['a']]);
    expect(await readdir(folder)).toEqual([]);
    expect(await files.use('a', async (path) => path)).not.toBe(paths[0]);
    expect(fetched).toEqual(['a', 'a']);
  });

  it('stay until the last user is done', async () => {
    const slow = gate();
    const last = files.use('a', async (path) => {
      await slow.opened;
      return access(path).then(() => 'still there');
    });
    await files.use('a', async () => 'done');
    slow.open();
    expect(await last).toBe('still there');
  });

  it('are limited in number; the next user waits its turn', async () => {
    const slow = gate();
    const uses = ['a', 'b'].map((key) => files.use(key, () => slow.opened));
    const next = ['c', 'd'].map((key) => files.use(key, async () => key));
    await Promise.resolve();
    expect(fetched).toEqual(['a', 'b']);
    slow.open();
    await Promise.all(uses);
    expect(await Promise.all(next)).toEqual(['c', 'd']);
    expect(fetched).toEqual(['a', 'b', 'c', 'd']);
  });

  it('give their slot back where there is no file, where fetching fails and where the user does', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(await files.use('missing', async () => 'used')).toBeNull();
      await expect(files.use('away', async () => 'used')).rejects.toThrow('away');
      await expect(files.use('a', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
