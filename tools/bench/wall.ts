/**
 * `npm run bench:wall [-- PHOTO]`: how long the wall takes, from four calls at once to the last of four previews, cold (the threads have yet to start) and warm,
 * on an idle machine. Without a JPEG or PNG of your own: a drawn pet of 12 megapixels. Ends with 1 where the aim is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { STYLE_KEYS } from '@shop/contracts/art';
import sharp from 'sharp';

const WALLS = 5;
const TARGET_MS = 3_000;

interface Threads {
  draw(order: { photoPath: string; styleKey: string; seed: number }, signal: AbortSignal): Promise<Uint8Array>;
  onApplicationShutdown(): Promise<void>;
}
type ThreadsClass = new (config: { PREVIEW_CONCURRENCY: number }, logger: Pick<Console, 'error'>) => Threads;

const PET = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="4032" height="3024"><rect width="400" height="300" fill="#9cc8e8"/><rect y="220" width="400" height="80" fill="#7fa457"/>
  <g fill="#8a5a34"><ellipse cx="200" cy="250" rx="95" ry="75"/><circle cx="200" cy="130" r="75"/><polygon points="130,110 140,30 185,75"/><polygon points="270,110 260,30 215,75"/></g>
  <ellipse cx="200" cy="162" rx="40" ry="32" fill="#f1dfc8"/><g fill="#1c1512"><circle cx="172" cy="115" r="11"/><circle cx="228" cy="115" r="11"/><ellipse cx="200" cy="148" rx="15" ry="11"/></g></svg>`;

async function wall(threads: Threads, photoPath: string): Promise<number> {
  const begun = performance.now();
  await Promise.all(STYLE_KEYS.map((styleKey) => threads.draw({ photoPath, styleKey, seed: 7 }, new AbortController().signal)));
  return performance.now() - begun;
}

const folder = await mkdtemp(join(tmpdir(), 'shop-wall-'));
const { PreviewThreads } = (await import(join(import.meta.dirname, '../../apps/art-svc/dist/previews/preview-threads.js'))) as { PreviewThreads: ThreadsClass };
const threads = new PreviewThreads({ PREVIEW_CONCURRENCY: 2 }, console);
try {
  const given = process.argv[2];
  const photo = given ? sharp(resolve(given)) : sharp(Buffer.from(PET));
  const took: number[] = [];
  for (let n = 0; n < WALLS; n++) {
    const path = join(folder, `${n}.jpg`);
    await photo.clone().jpeg({ quality: 92 }).toFile(path);
    took.push(await wall(threads, path));
  }
  const [cold = 0, ...warm] = took.map(Math.round);
  const slowest = Math.max(cold, ...warm);
  console.log(`wall of ${STYLE_KEYS.length} previews, ${cpus().length} cores: cold ${cold} ms, warm ${warm.join(', ')} ms (aim ${TARGET_MS} ms: ${slowest <= TARGET_MS ? 'kept' : 'missed'})`);
  process.exitCode = slowest <= TARGET_MS ? 0 : 1;
} finally {
  await threads.onApplicationShutdown();
  await rm(folder, { recursive: true });
}
