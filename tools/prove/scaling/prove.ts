/**
 * `npm run prove:scaling`: what more replicas bring, each with a tenth of a core. Two processes of order-svc serve at least 1.7 × the
 * checkouts of one, and each does 35 to 65 % of requests and jobs; three workers of art-svc draw at least 2.5 × what one draws; scaling in
 * during 20 drawings loses and repeats none. Needs root for the CPU quotas, and a machine that is less than 85 % busy: otherwise the
 * measurement says nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildShop } from '../../dev/stack/build.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { getErrorMessage, StartError } from '../../ops/shop/start-error.ts';
import { drawnPet } from '../bench/photo.ts';
import { count, query } from '../kills/checks.ts';
import { provePart } from '../previous-version/prove-part.ts';
import { ReplicatedShop, type Replica } from '../release/replicas.ts';
import { Checkouts, Drawings, readWork, type Measurement, type Work } from './load.ts';
import { assertQuotas, CpuQuota } from './quota.ts';

const CORES = 0.1;
const MAX_BUSY = 0.85;
const MIN_CHECKOUTS = 1.7;
const SHARE = { min: 0.35, max: 0.65 };
const MIN_DRAWINGS = 2.5;

/** Until a new replica is warm, and connections lead to it. */
const SETTLE_MS = 90_000;
const CHECKOUTS_MS = 120_000;
/** Of one worker; each of several gets as many. */
const DRAWINGS_PER_WORKER = 6;
/** The first ones compile the code and load the network. */
const WARM_UP_DRAWINGS = 2;
const WORKERS = 3;
const LAST_DRAWINGS = 20;
/** Longer than a drawing takes with a tenth of a core. */
const DRAIN_MS = 180_000;

const ENV = {
  DATABASE_POOL: '8',
  DRAIN_MS: String(DRAIN_MS),
  ART_DEADLINE_MS: '900000',
  ART_CONCURRENCY: '1',
};

const quotas: CpuQuota[] = [];

function limit(name: string, { process }: Replica): void {
  if (process.pid === undefined) throw new Error(`${name} does not run`);
  const quota = new CpuQuota(name, CORES);
  quotas.push(quota);
  quota.add(process.pid);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function assertIdleEnough(...measurements: Measurement[]): string {
  const busyShare = Math.max(...measurements.map((measurement) => measurement.busyShare));
  if (busyShare < MAX_BUSY) return `machine ${percent(busyShare)} busy`;
  throw new Error(`The machine was ${percent(busyShare)} busy, so the measurement says nothing`);
}

function compare(one: Measurement, several: Measurement, min: number): string {
  const ratio = several.perSecond / one.perSecond;
  const result = `${one.perSecond.toFixed(2)} → ${several.perSecond.toFixed(2)} per second, ${ratio.toFixed(2)} ×, ${assertIdleEnough(one, several)}`;
  if (!(ratio >= min)) throw new Error(`${result}: below ${min} ×`);
  return result;
}

/** Throws if one replica did too much of it. */
function compareShares(kind: keyof Work, before: Work[], after: Work[]): string {
  const amounts = after.map((work, index) => work[kind] - (before[index]?.[kind] ?? 0));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const shares = amounts.map((amount) => amount / total);
  const result = `${total} ${kind}: ${shares.map(percent).join(' and ')}`;
  if (!shares.every((share) => share >= SHARE.min && share <= SHARE.max)) throw new Error(result);
  return result;
}

async function proveCheckouts(shop: ReplicatedShop, photo: Buffer): Promise<boolean[]> {
  const checkouts = new Checkouts(shop.wiring.url);
  await checkouts.start(photo);
  try {
    const [first] = shop.listReplicas('order-svc') as [Replica];
    limit('order-1', first);
    await delay(SETTLE_MS);
    const one = await checkouts.measure(CHECKOUTS_MS);
    limit('order-2', await shop.add('order-svc', PROJECT_ROOT));
    await delay(SETTLE_MS);
    const urls = shop.listReplicas('order-svc').map(({ url }) => url);
    const before = await Promise.all(urls.map(readWork));
    const two = await checkouts.measure(CHECKOUTS_MS);
    const after = await Promise.all(urls.map(readWork));
    return [
      await provePart('1 → 2 order-svc: checkouts', () => compare(one, two, MIN_CHECKOUTS)),
      await provePart('each serves its share of requests', () => compareShares('requests', before, after)),
      await provePart('each runs its share of jobs', () => compareShares('jobs', before, after)),
    ];
  } finally {
    await checkouts.stop();
  }
}

/** Counts how often each drawing starts. An interrupted run does not count as an attempt. */
const COUNT_STARTS = `
  CREATE TABLE drawing_starts (job_id uuid NOT NULL);
  CREATE FUNCTION count_start() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO drawing_starts VALUES (NEW.id); RETURN NEW; END $$;
  CREATE TRIGGER count_start AFTER UPDATE OF claimed_at ON ai_jobs FOR EACH ROW
    WHEN (NEW.claimed_at IS NOT NULL AND NEW.claimed_at IS DISTINCT FROM OLD.claimed_at) EXECUTE FUNCTION count_start()`;

const STARTS = 'SELECT FROM drawing_starts';
const ARTWORKS = `
  SELECT DISTINCT output_image_id FROM ai_jobs WHERE output_image_id IS NOT NULL AND id IN (SELECT job_id FROM drawing_starts)`;

async function proveDrawings(shop: ReplicatedShop, photo: Buffer): Promise<boolean[]> {
  const drawings = new Drawings();
  try {
    await drawings.prepare(shop.wiring.url, LAST_DRAWINGS, photo);
    await shop.add('art-svc', PROJECT_ROOT, { ROLE: 'web' });
    await shop.endOldest('art-svc'); // it drew for the checkouts
    const workers = [await addWorker(shop)];
    await drawings.draw(WARM_UP_DRAWINGS);
    const one = await drawings.draw(DRAWINGS_PER_WORKER);
    while (workers.length < WORKERS) workers.push(await addWorker(shop));
    await drawings.draw(WARM_UP_DRAWINGS * WORKERS);
    const several = await drawings.draw(DRAWINGS_PER_WORKER * WORKERS);
    return [
      await provePart(`1 → ${WORKERS} workers of art-svc: drawings`, () => compare(one, several, MIN_DRAWINGS)),
      await provePart(`scaling in during ${LAST_DRAWINGS} drawings loses and repeats none`, () =>
        drawWhileWorkersEnd(shop, drawings, workers.slice(1)),
      ),
    ];
  } finally {
    drawings.stop();
  }
}

async function addWorker(shop: ReplicatedShop): Promise<Replica> {
  const worker = await shop.addWorker('art-svc');
  limit(`art-${worker.process.pid}`, worker);
  return worker;
}

/** Throws if a drawing was lost or drawn twice. */
async function drawWhileWorkersEnd(shop: ReplicatedShop, drawings: Drawings, ending: Replica[]): Promise<string> {
  const database = shop.wiring.databases.art;
  await query(database, COUNT_STARTS);
  const drawn = drawings.draw(LAST_DRAWINGS);
  drawn.catch(() => undefined); // awaited below
  while ((await count(database, STARTS)) <= WORKERS) await delay(200);
  await Promise.all(ending.map((worker) => shop.endWorker(worker)));
  const { busyShare } = await drawn;
  const starts = await count(database, STARTS);
  const completed = await count(database, ARTWORKS);
  if (starts !== LAST_DRAWINGS || completed !== LAST_DRAWINGS)
    throw new Error(`${completed} of ${LAST_DRAWINGS} artworks, ${starts} starts`);
  return `${completed} artworks, ${starts} starts, machine ${percent(busyShare)} busy`;
}

async function prove(): Promise<boolean> {
  assertQuotas();
  await buildShop({ quiet: true, projects: ['sandbox', ...SERVICES] });
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-scaling-'));
  let shop: ReplicatedShop | undefined;
  try {
    shop = await ReplicatedShop.start(dataDir, () => PROJECT_ROOT, { replicas: 1, env: ENV });
    const photo = await drawnPet().resize(800).jpeg().toBuffer();
    const results = [...(await proveCheckouts(shop, photo)), ...(await proveDrawings(shop, photo))];
    return results.every(Boolean);
  } finally {
    await shop?.stop();
    for (const quota of quotas) quota.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

try {
  const isProven = await prove();
  console.log(
    isProven ? '\nReplicas bring what they should.' : '\nA replica brings too little, or the machine was too busy.',
  );
  process.exitCode = isProven ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartError ? error.message : `The proof failed: ${getErrorMessage(error)}`);
  process.exitCode = 1;
}
