/**
 * `npm run bench:scale`: fills temporary databases with 10,000 and with 1,000,000 orders (`SCALE_ORDERS` chooses another second number), runs every
 * call and every schedule of the built services on both, and prints their times, the ratio, and each read of a whole table or index above 10,000
 * rows. Exits with 1 for such a read and for a call that fails. Aim: no ratio above 2, apart from times below 5 ms.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabases, type DatabaseName } from '../../ops/shop/databases.ts';
import { DATABASE_BY_SERVICE } from '../../ops/shop/service-databases.ts';
import { startPostgres } from '../../dev/stack/postgres.ts';
import { fillDatabase } from './scale-data.ts';
import { PlanRecorder, runSql } from './scale-plans.ts';
import { GROWING, ScaleShop, type Measurement } from './scale-shop.ts';

/** A first shop, whose times are not used: the process compiles its code. */
const WARM_UP = 3_000;
const SMALL = 10_000;
const LARGE = Number(process.env.SCALE_ORDERS ?? 1_000_000);
const NOISE_MS = 5;
const AIM_RATIO = 2;
/** Tables are vacuumed and analysed once, after they are filled. A background run would disturb the times. */
const POSTGRES_SETTINGS = 'shared_buffers=1GB maintenance_work_mem=512MB max_wal_size=8GB autovacuum=off';
const STATEMENT_LENGTH = 400;

const log = (message: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${message}`);

async function fill(url: string, database: string, orders: number): Promise<void> {
  const startedAt = performance.now();
  await runSql(url, async (client) => {
    await client.query(fillDatabase(database, orders));
    await client.query('VACUUM ANALYZE');
  });
  log(`${database}: filled for ${orders} orders in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Measures all calls and schedules on a shop of this size. */
async function measureShop(orders: number, plans: PlanRecorder): Promise<Map<string, Measurement>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-scale-'));
  const postgres = await startPostgres({
    folder: join(dataDir, 'postgres'),
    logFolder: dataDir,
    fast: true,
    settings: POSTGRES_SETTINGS,
  });
  try {
    const databases = await openDatabases(postgres.url, true);
    // The services and the sandbox migrate their databases when they start.
    await (await ScaleShop.start(orders, databases, plans, dataDir)).stop();
    const names = Object.values(DATABASE_BY_SERVICE);
    const filled: DatabaseName[] = [...names, 'sandbox'];
    await Promise.all(filled.map((name) => fill(databases[name], name, orders)));
    const measurements = new Map<string, Measurement>();
    const withShop = async (use: (shop: ScaleShop) => Promise<void>): Promise<void> => {
      const shop = await ScaleShop.start(orders, databases, plans, dataDir);
      await use(shop).finally(() => shop.stop());
    };
    for (const name of names) await plans.recordDatabase(databases[name], name);
    await withShop((shop) => shop.recordReads(measurements));
    for (const name of names) await plans.stopRecording(databases[name], name);
    await withShop((shop) => shop.measureTimes(measurements));
    return measurements;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const formatMs = (ms: number): string => ms.toFixed(1).padStart(9);

/** Prints the statements that read a whole table, each with the calls that ran it. */
function reportStatements(results: Map<string, Measurement>): void {
  const found = new Map<string, { read: string; names: string[] }>();
  for (const [name, { reads }] of results)
    for (const [read, statement] of reads) {
      const entry = found.get(statement) ?? { read, names: [] };
      found.set(statement, { read, names: [...new Set([...entry.names, name])] });
    }
  for (const [statement, { read, names }] of found)
    console.log(`\n${read}: ${names.join(', ')}\n  ${statement.slice(0, STATEMENT_LENGTH)}`);
}

/** Prints a row for each call and returns how many missed the aim. */
function report(small: Map<string, Measurement>, large: Map<string, Measurement>): { failures: number; slow: number } {
  let failures = 0;
  let slow = 0;
  console.log(`\n${'call or schedule'.padEnd(70)} ${String(SMALL).padStart(9)} ${String(LARGE).padStart(9)}   ratio`);
  for (const [name, after] of large) {
    const before = small.get(name) ?? { ms: 0, reads: new Map<string, string>() };
    const ratio = after.ms / Math.max(before.ms, 0.1);
    const grows = GROWING.get(name);
    const isSlow = ratio > AIM_RATIO && after.ms > NOISE_MS && !grows;
    const error = after.error ?? before.error;
    const reads = [...after.reads.keys()];
    if (isSlow) slow += 1;
    if (error || reads.length > 0) failures += 1;
    const notes = [
      ...(isSlow ? [`slower than ${AIM_RATIO}×`] : []),
      ...(grows ? [grows] : []),
      ...(error ? [`failed: ${error}`] : []),
      ...reads,
    ];
    console.log(
      `${name.padEnd(70)} ${formatMs(before.ms)} ${formatMs(after.ms)} ${`${ratio.toFixed(1)}×`.padStart(7)}  ${notes.join('; ')}`,
    );
  }
  return { failures, slow };
}

const plans = new PlanRecorder();
await measureShop(WARM_UP, plans);
const small = await measureShop(SMALL, plans);
const large = await measureShop(LARGE, plans);
const { failures, slow } = report(small, large);
reportStatements(large);
console.log(`\n${failures} read a whole table or failed; ${slow} of ${large.size} took more than twice as long.`);
process.exitCode = failures === 0 ? 0 : 1;
