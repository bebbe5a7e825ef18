/**
 * `npm run prove:release`: a rolling release of each app, in random order, from the released commit to this version, while people buy,
 * upload and watch. Two replicas of each app run behind balancers; a new one starts, gets ready, and an old one gets SIGTERM. Then one app
 * goes back and forth again, and one release that crashes in a loop is held. No request may fail but an upload with 503 and Retry-After,
 * which the page repeats; then SQL checks that nothing was lost or done twice.
 *   --control       without the shutdown delay: it must see failures
 *   --commit=REF    this commit instead of the released ones
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { readReleased, toCommit } from '../../dev/contracts/released.ts';
import { buildShop } from '../../dev/stack/build.ts';
import { SERVICES } from '../../dev/stack/services.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { drawnPet } from '../bench/photo.ts';
import { checkHandledOnce, installFaults, listPayments, runChecks, settle, type Check } from '../kills/checks.ts';
import { withCheckouts } from '../previous-version/checkouts.ts';
import { provePart } from '../previous-version/prove-part.ts';
import { REPLICAS, ReplicatedShop, SHUTDOWN_DELAY_MS, type App } from './replicas.ts';
import { Traffic } from './traffic.ts';

const { values } = parseArgs({ options: { control: { type: 'boolean', default: false }, commit: { type: 'string' } } });
const withDelay = !values.control;
const CRASHES = 3;

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);

async function replace(shop: ReplicatedShop, app: App, root: string): Promise<void> {
  for (let count = 0; count < REPLICAS; count += 1) {
    await shop.add(app, root);
    await shop.endOldest(app);
  }
}

/** The new replica dies at each start, so no old one is ended. */
async function holdCrashing(shop: ReplicatedShop, app: App): Promise<void> {
  for (let crash = 0; crash < CRASHES; crash += 1) {
    const isStarted = await shop.add(app, PROJECT_ROOT, { PORT: 'none' }).then(
      () => true,
      () => false,
    );
    if (isStarted) throw new Error('A release that crashes got ready');
  }
}

/** Returns how many parts of the release did not work. */
async function release(shop: ReplicatedShop, rootOf: (app: App) => string): Promise<number> {
  const order = shuffle(SERVICES);
  const [last, other] = [...order].reverse() as [App, App];
  const parts: [string, () => Promise<void>][] = [
    ...order.map((app): [string, () => Promise<void>] => [
      `${app} is released`,
      () => replace(shop, app, PROJECT_ROOT),
    ]),
    [`${last} goes back`, () => replace(shop, last, rootOf(last))],
    [`${last} is released again`, () => replace(shop, last, PROJECT_ROOT)],
    [`a release of ${other} that crashes is held`, () => holdCrashing(shop, other)],
  ];
  let failed = 0;
  for (const [name, work] of parts) if (!(await provePart(name, work))) failed += 1;
  return failed;
}

async function checkDatabases(shop: ReplicatedShop): Promise<Check[]> {
  const { databases } = shop.wiring;
  await settle(databases);
  return [...(await runChecks(databases, await listPayments(databases))), await checkHandledOnce(databases)];
}

async function prove(rootOf: (app: App) => string): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-release-'));
  let shop: ReplicatedShop | undefined;
  try {
    const env = { SHUTDOWN_DELAY_MS: String(withDelay ? SHUTDOWN_DELAY_MS : 0) };
    shop = await ReplicatedShop.start(dataDir, rootOf, { env });
    const replicated = shop;
    const photo = await drawnPet().resize(1200).jpeg().toBuffer();
    const traffic = new Traffic(shop.wiring.url, photo, () => replicated.mayCutUploads);
    await installFaults(shop.wiring.databases, true);
    await traffic.start();
    const startedAt = Date.now();
    const failedParts = await release(shop, rootOf);
    await traffic.stop();
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `\n${traffic.purchases} purchases, ${traffic.uploads} uploads, ${traffic.refusedUploads} uploads refused with 503 and repeated, ${traffic.cutUploads} cut by the earlier version, and ${traffic.streams} streams in ${seconds} s; ${traffic.failures.length} failures.`,
    );
    for (const failure of traffic.failures.slice(0, 10)) console.log(`  ${failure}`);
    if (values.control) return failedParts === 0 && traffic.failures.length > 0;
    const checks = await checkDatabases(shop);
    for (const { name, violations } of checks) console.log(`  ${violations === 0 ? '✓' : '✗'} ${violations} ${name}`);
    const isWhole = checks.every(({ violations }) => violations === 0);
    return failedParts === 0 && traffic.failures.length === 0 && traffic.purchases > 0 && isWhole;
  } finally {
    await shop?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function installAndBuild(folder: string): Promise<void> {
  await execa(process.execPath, ['tools/dev/start.mjs'], { cwd: folder, env: { NX_DAEMON: 'false' } });
  await buildShop({ root: folder, quiet: true, projects: SERVICES });
}

const released = readReleased();
const commits = new Map<App, string>();
for (const app of SERVICES) commits.set(app, toCommit(values.commit ?? released[app] ?? 'HEAD'));
await buildShop({ quiet: true, projects: ['sandbox', ...SERVICES] });
const isProven = await withCheckouts(PROJECT_ROOT, [...commits.values()], installAndBuild, (roots) =>
  prove((app) => roots.get(commits.get(app) ?? '') ?? PROJECT_ROOT),
);
if (isProven) console.log(values.control ? '\nWithout the delay requests fail.' : '\nThe release lost nothing.');
else console.log(values.control ? '\nThe control run saw no failure.' : '\nThe release lost something.');
process.exitCode = isProven ? 0 : 1;
