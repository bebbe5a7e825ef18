/**
 * `npm run bench:gallery [-- PHOTO]`: measures the style gallery from four concurrent calls to the last preview, cold (no thread has started) and
 * warm. Run it on an idle machine. Default photo: a drawing of a pet with 12 megapixels. Exits with 1 if the target is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { STYLE_KEYS } from '@shop/contracts-art';
import sharp from 'sharp';
import { drawnPet } from './photo.ts';

const ROUNDS = 5;
const TARGET_MS = 3_000;

interface Threads {
  draw(
    input: { pets: { photo: string; cutOut: null }[]; background: string; styleKey: string; seed: number },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  onApplicationShutdown(): Promise<void>;
}
type ThreadsClass = new (config: { PREVIEW_CONCURRENCY: number }, logger: Pick<Console, 'error'>) => Threads;

async function drawGallery(threads: Threads, photoPath: string): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    STYLE_KEYS.map((styleKey) =>
      threads.draw(
        { pets: [{ photo: photoPath, cutOut: null }], background: 'style', styleKey, seed: 7 },
        new AbortController().signal,
      ),
    ),
  );
  return performance.now() - startedAt;
}

const folder = await mkdtemp(join(tmpdir(), 'shop-gallery-'));
const { PreviewWorkerPool } = (await import(
  join(import.meta.dirname, '../../../apps/art-svc/dist/previews/preview-worker-pool.js')
)) as { PreviewWorkerPool: ThreadsClass };
const threads = new PreviewWorkerPool({ PREVIEW_CONCURRENCY: 2 }, console);
try {
  const given = process.argv[2];
  const photo = given ? sharp(resolve(given)) : drawnPet();
  const durationsMs: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const path = join(folder, `${n}.jpg`);
    await photo.clone().jpeg({ quality: 92 }).toFile(path);
    durationsMs.push(await drawGallery(threads, path));
  }
  const [cold = 0, ...warm] = durationsMs.map(Math.round);
  const slowest = Math.max(cold, ...warm);
  console.log(
    `gallery of ${STYLE_KEYS.length} previews, ${cpus().length} cores: cold ${cold} ms, warm ${warm.join(', ')} ms (target ${TARGET_MS} ms: ${slowest <= TARGET_MS ? 'met' : 'missed'})`,
  );
  process.exitCode = slowest <= TARGET_MS ? 0 : 1;
} finally {
  await threads.onApplicationShutdown();
  await rm(folder, { recursive: true });
}
