/**
 * `npm run bench:memory`: prints the memory of art-svc after 30 and after 300 mixed uploads. `LD_PRELOAD=…/libjemalloc.so.2 npm run bench:memory`
 * measures another allocator. Exits with 1 if the memory still grows: the last uploads may add a quarter at most.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../dev/stack/ports.ts';
import { startStack } from '../../dev/stack/stack.ts';
import { drawnPet } from './photo.ts';

const STEPS = [30, 300];
const AT_ONCE = 4;
/** Memory is read after the service had time to return it. */
const REST_MS = 10_000;
const MAX_GROWTH = 1.25;

async function createPhotos(): Promise<Blob[]> {
  const pet = drawnPet();
  const encoded = await Promise.all([
    pet.clone().jpeg({ quality: 92 }).toBuffer(),
    pet.clone().resize(6_000).jpeg({ quality: 80, progressive: true }).toBuffer(),
    pet.clone().resize(1_600).png().toBuffer(),
    pet.clone().resize(3_000).toColourspace('cmyk').jpeg().toBuffer(),
    pet.clone().resize(800).jpeg().toBuffer(),
  ]);
  return encoded.map((bytes) => new Blob([Uint8Array.from(bytes)]));
}

/** The process of art-svc that this process has started. */
function findArtService(): string {
  const pid = readdirSync('/proc').find((entry) => {
    try {
      const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1];
      return Number(parent) === process.pid && readlinkSync(`/proc/${entry}/cwd`).endsWith('/apps/art-svc');
    } catch {
      return false;
    }
  });
  if (!pid) throw new Error('art-svc does not run');
  return pid;
}

function readMemoryMib(pid: string): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024);
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

async function upload(url: string, photo: Blob): Promise<void> {
  const form = new FormData();
  form.append('image', photo, 'pet');
  const response = await fetch(new URL('/api/upload', url), { method: 'POST', body: form, headers: { origin: url } });
  if (!response.ok) throw new Error(`An upload failed: ${response.status} ${await response.text()}`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'shop-memory-'));
const shop = await startStack({
  dataDir,
  port: await freePort(),
  env: { RATE_LIMIT_ENABLED: 'false', EMBEDDED: 'true' },
  quiet: true,
});
try {
  const pid = findArtService();
  const photos = await createPhotos();
  const report = (uploads: number): number => {
    const { now, peak } = readMemoryMib(pid);
    console.log(`${String(uploads).padStart(4)} uploads: ${now} MiB, at most ${peak} MiB`);
    return now;
  };
  const isJemalloc = readFileSync(`/proc/${pid}/maps`, 'utf8').includes('jemalloc');
  console.log(`Allocator: ${isJemalloc ? 'jemalloc' : "the C library's"}`);
  report(0);
  const measured: number[] = [];
  let uploads = 0;
  for (const step of STEPS) {
    for (; uploads < step; uploads += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => upload(shop.url, photos[(uploads + n) % photos.length]!)),
      );
    await pause(REST_MS);
    measured.push(report(uploads));
  }
  const [early = 0, late = 0] = measured;
  process.exitCode = late <= early * MAX_GROWTH ? 0 : 1;
} finally {
  await shop.stop();
  await rm(dataDir, { recursive: true, force: true });
}
