import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';

// Each draws, writes and takes in 50 megapixels, in a process of its own.
jest.setTimeout(60_000);

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('taking in a photo of 50 megapixels', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-intake-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What it holds does not depend on what it shows: one colour is drawn soonest. */
  const largest = (): Sharp => sharp({ create: { width: 8_660, height: 5_770, channels: 3, background: '#c8a070' } });

  it.each<[string, number, (photo: Sharp) => Sharp]>([
    ['as a camera writes it', 250, (photo) => photo.jpeg({ optimiseCoding: false })],
    ['in many scans', 400, (photo) => photo.jpeg({ progressive: true })],
  ])('takes little memory, %s: at most %d MB', async (name, mostMb, encode) => {
    const [from, to] = [join(folder, `${name}.jpg`), join(folder, `${name}-normal.jpg`)];
    await encode(largest()).toFile(from);
    const { stdout } = await run(
      process.execPath,
      ['--conditions=@shop/source', '--import', 'tsx', 'apps/art-svc/test/support/take-in.ts', from, to],
      { cwd: ROOT },
    );
    const { width, height } = await sharp(to).metadata();
    expect([Math.max(width, height), Number(stdout) < mostMb ? 'little' : `${stdout} MB`]).toEqual([8_660, 'little']);
  });
});
