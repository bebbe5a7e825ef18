import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';

// Each test encodes and normalises a large photo in a process of its own.
jest.setTimeout(60_000);

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('normalisePhoto with the photo of a phone', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-normalise-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Memory does not depend on the content; a single colour is encoded fastest. */
  const createPhoto = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: '#c8a070' }, limitInputPixels: false });

  // The stored size is upright; orientation 6 is rotated, which needs the whole stored picture in memory.
  it.each<[string, number, [number, number], (photo: Sharp) => Sharp, [number, number]]>([
    ['50 MP', 250, [8_192, 6_144], (photo) => photo.jpeg({ optimiseCoding: false }), [7_302, 5_477]],
    [
      '108 MP, rotated',
      300,
      [12_000, 9_000],
      (photo) => rotated(photo).jpeg({ optimiseCoding: false }),
      [5_477, 7_302],
    ],
    ['a panorama', 250, [16_384, 3_628], (photo) => photo.jpeg({ optimiseCoding: false }), [13_440, 2_976]],
    ['50 MP, progressive', 400, [8_192, 6_144], (photo) => photo.jpeg({ progressive: true }), [7_302, 5_477]],
  ])(
    'stores at most 40 MP with little memory: %s, at most %d MB',
    async (name, maxMb, [width, height], encode, size) => {
      const [input, output] = [join(folder, `${name}.jpg`), join(folder, `${name}-normal.jpg`)];
      await encode(createPhoto(width, height)).toFile(input);
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
      const stored = await sharp(output).metadata();
      expect([stored.width, stored.height, Number(stdout) < maxMb ? 'little' : `${stdout} MB`]).toEqual([
        ...size,
        'little',
      ]);
    },
  );
});

const rotated = (photo: Sharp): Sharp => photo.withMetadata({ orientation: 6 });
