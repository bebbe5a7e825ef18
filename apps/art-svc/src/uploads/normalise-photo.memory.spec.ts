import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';

// Each test encodes and normalises 50 megapixels in a process of its own.
jest.setTimeout(60_000);

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('normalisePhoto with a photo of 50 megapixels', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-normalise-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Memory does not depend on the content; a single colour is encoded fastest. */
  const largest = (): Sharp => sharp({ create: { width: 8_660, height: 5_770, channels: 3, background: '#c8a070' } });

  it.each<[string, number, (photo: Sharp) => Sharp]>([
    ['a baseline JPEG', 250, (photo) => photo.jpeg({ optimiseCoding: false })],
    ['a progressive JPEG', 400, (photo) => photo.jpeg({ progressive: true })],
  ])('uses little memory for %s: at most %d MB', async (name, maxMb, encode) => {
    const [input, output] = [join(folder, `${name}.jpg`), join(folder, `${name}-normal.jpg`)];
    await encode(largest()).toFile(input);
    const { stdout } = await run(
      process.execPath,
      [
        '--conditions=@shop/source',
        '--import',
        'tsx',
        'apps/art-svc/test/support/measure-normalise-memory.ts',
        input,
        output,
      ],
      { cwd: ROOT },
    );
    const { width, height } = await sharp(output).metadata();
    expect([Math.max(width, height), Number(stdout) < maxMb ? 'little' : `${stdout} MB`]).toEqual([8_660, 'little']);
  });
});
