import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeScratchFolder } from './scratch-folder.ts';

describe('the folder of a test run’s throw-away files', () => {
  let parent: string;
  beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'shop-scratch-'))));
  afterEach(() => rmSync(parent, { recursive: true }));

  it('is open to every account, and each sees to its own files', () => {
    const folder = makeScratchFolder(parent, { roomBytes: 1 }) ?? '';
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });

  it('is not made where there is too little room, or no such place', () => {
    expect(makeScratchFolder(parent, { roomBytes: Number.MAX_SAFE_INTEGER })).toBeUndefined();
    expect(makeScratchFolder(join(parent, 'nowhere'), { roomBytes: 1 })).toBeUndefined();
  });

  it.each([
    ['rw,nosuid,nodev,noexec,relatime', false],
    ['rw,nosuid,nodev', true],
  ])('is made only where programs may be run (%s)', (options, isMade) => {
    const mounts = join(parent, 'mounts');
    writeFileSync(mounts, `proc /proc proc rw,noexec 0 0\nshm ${parent} tmpfs ${options} 0 0\n`);
    expect(makeScratchFolder(parent, { roomBytes: 1, mounts }) !== undefined).toBe(isMade);
  });

  it('takes away what killed runs left, never what a run still uses, or what is somebody else’s', () => {
    const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
    const [dead, alive, foreign] = [`shop-tests-${ended}`, `shop-tests-${process.ppid}`, 'pulse-shm-1'].map((name) =>
      join(parent, name),
    ) as [string, string, string];
    for (const folder of [dead, alive, foreign]) mkdirSync(folder);
    makeScratchFolder(parent, { roomBytes: 1 });
    expect([dead, alive, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  });
});
