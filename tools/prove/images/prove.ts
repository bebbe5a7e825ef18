/**
 * `npm run prove:images`: builds the images with buildah from the Dockerfile as it is, each twice without a common cache, and compares their
 * layers. Then it starts each as the chart and Compose do, unprivileged on a read-only root, and ends it by SIGTERM. It compares what is
 * installed in it with the lock file and with its sbom.json, and measures it. Needs root.
 *   -- order-svc art-svc   only these apps
 *   --base=registry        the base image of the Dockerfile, which is pulled; default is a local one of Debian and this Node
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { getReadinessUrl, SERVICES } from '../../dev/stack/services.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { getErrorMessage, StartError } from '../../ops/shop/start-error.ts';
import { requirePrograms } from '../machines/packages.ts';
import { provePart } from '../previous-version/prove-part.ts';
import { makeLocalBase } from './base.ts';
import { Container, type ContainerOptions } from './container.ts';
import { ImageStore, type Image } from './image-store.ts';
import { interruptMigration } from './migration.ts';
import { compareSbom, listInstalled, listUnwanted } from './packages.ts';
import { getStopLimitMs, Servers } from './servers.ts';

/** `web-releases` is first: the gateway serves what it has released. */
const APPS = ['web-releases', ...SERVICES] as const;
type App = (typeof APPS)[number];

const READY_MS = 10_000;
const MAX_MB = 80;
/** Its model and the libraries of pictures. */
const MAX_ART_MB = 220;

const { values, positionals } = parseArgs({
  options: { base: { type: 'string', default: 'local' } },
  allowPositionals: true,
});

function chooseApps(): readonly App[] {
  const unknown = positionals.filter((name) => !APPS.some((app) => app === name));
  if (unknown.length > 0) throw new StartError(`No image: ${unknown.join(', ')}. There are ${APPS.join(', ')}.`);
  if (positionals.length === 0) return APPS;
  return APPS.filter((app) => positionals.includes(app) || (app === 'web-releases' && positionals.includes('gateway')));
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** What a proof of one image works with. */
interface Built {
  app: App;
  image: Image;
  root: string;
}

async function buildTwice(app: App, stores: readonly ImageStore[]): Promise<string> {
  const builds: string[][] = [];
  for (const store of stores) {
    await store.build(app);
    builds.push((await store.inspect(app)).layers.map(({ digest }) => digest));
  }
  const [one = [], other = []] = builds;
  if (one.join() === other.join()) return `${one.length} layers`;
  const roots = await Promise.all(stores.map((store) => store.mount(app)));
  const { stdout } = await execa('diff', ['--recursive', '--brief', '--no-dereference', ...roots], { reject: false });
  throw new Error(`${one.join('\n')}\nand\n${other.join('\n')}\n${stdout.slice(0, 3_000)}`);
}

function measure({ app, image }: Built): string {
  const megabytes = image.layers.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const limit = app === 'art-svc' ? MAX_ART_MB : MAX_MB;
  const result = `${megabytes.toFixed(1)} of ${limit} MB, uncompressed`;
  if (!(megabytes <= limit)) throw new Error(result);
  return result;
}

function checkPackages({ app, root }: Built): string {
  const installed = listInstalled(join(root, 'app'));
  const unwanted = listUnwanted(installed, join(PROJECT_ROOT, 'package-lock.json'), `apps/${app}`);
  if (installed.length === 0 || unwanted.length > 0) throw new Error(unwanted.join('\n') || 'It has none');
  return `${installed.length}`;
}

function checkSbom({ root }: Built): string {
  const installed = listInstalled(join(root, 'app'));
  const differences = compareSbom(installed, join(root, 'app/sbom.json'));
  if (differences.length > 0) throw new Error(differences.join('\n'));
  return `${new Set(installed.map(({ id }) => id)).size}`;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.body?.cancel().then(() => response.ok) ?? response.ok,
    () => false,
  );

async function waitUntilReady(container: Container, url: string): Promise<number> {
  const startedAt = performance.now();
  let code: number | undefined;
  void container.ended.then((ended) => (code = ended));
  while (!(await isReady(url))) {
    if (code !== undefined) throw new Error(`It ended with exit code ${code}:\n${await readEnd(container)}`);
    if (performance.now() - startedAt > 6 * READY_MS) throw new Error(`It is not ready:\n${await readEnd(container)}`);
    await delay(25);
  }
  return performance.now() - startedAt;
}

const readEnd = async ({ logFile }: Container): Promise<string> => (await readFile(logFile, 'utf8')).slice(-3_000);

async function proveService(
  app: Exclude<App, 'web-releases'>,
  container: Container,
  servers: Servers,
): Promise<boolean[]> {
  const isStarted = await provePart(`${app} starts`, async () => {
    const readyMs = await waitUntilReady(container, getReadinessUrl(app, servers.wiring));
    const rights = await container.checkRights();
    const result = `ready after ${seconds(readyMs)}, ${rights}`;
    if (readyMs > READY_MS) throw new Error(result);
    return result;
  });
  if (!isStarted) return [false];
  const isEnded = await provePart(`${app} ends at SIGTERM`, async () => {
    const sentAt = performance.now();
    await container.kill('SIGTERM');
    const code = await container.ended;
    const ms = performance.now() - sentAt;
    const result = `exit code ${code} after ${seconds(ms)} of ${seconds(getStopLimitMs(app))}`;
    if (code !== 0 || ms > getStopLimitMs(app)) throw new Error(`${result}\n${await readEnd(container)}`);
    return result;
  });
  return [isStarted, isEnded];
}

async function proveWebReleases(container: Container): Promise<boolean[]> {
  const isReleased = await provePart('web-releases releases its web apps and ends', async () => {
    const code = await container.ended;
    if (code !== 0) throw new Error(`exit code ${code}\n${await readEnd(container)}`);
    return `exit code ${code}`;
  });
  return [isReleased];
}

async function run({ app, image, root }: Built, folder: string, servers: Servers): Promise<boolean[]> {
  const isOfWeb = app === 'gateway' || app === 'web-releases';
  const options: ContainerOptions = {
    name: app,
    root,
    config: image.config,
    env: app === 'web-releases' ? { WEB_RELEASES: '/data/web-releases' } : servers.createEnvironment(app),
    data: join(folder, 'data', isOfWeb ? 'web' : app),
    folder,
  };
  const container = await Container.start(options);
  try {
    if (app === 'web-releases') return await proveWebReleases(container);
    const results = await proveService(app, container, servers);
    return app === 'gateway' ? results : [...results, await proveInterruption(options)];
  } finally {
    await container.remove();
  }
}

/** The first process of a container ignores signals without a handler. */
function proveInterruption(options: ContainerOptions): Promise<boolean> {
  const { name, env } = options;
  const command = ['node', 'dist/migrate.js'];
  return provePart(`${name}: dist/migrate.js ends at SIGTERM`, async () => {
    const start = (): Promise<Container> => Container.start({ ...options, name: `${name}-migrate`, command });
    const code = await interruptMigration(env.DATABASE_URL ?? '', start);
    if (code !== 143) throw new Error(`exit code ${code}`);
    return `exit code ${code}`;
  });
}

async function proveImage(app: App, stores: readonly [ImageStore, ImageStore], folder: string, servers: Servers) {
  if (!(await provePart(`${app} is built twice with equal layers`, () => buildTwice(app, stores)))) return [false];
  const [store] = stores;
  const built: Built = { app, image: await store.inspect(app), root: await store.mount(app) };
  return [
    await provePart(`${app}: the layers on top of the base`, () => measure(built)),
    await provePart(`${app}: installed packages, none for development`, () => checkPackages(built)),
    await provePart(`${app}: packages of sbom.json, the installed ones`, () => checkSbom(built)),
    ...(await run(built, folder, servers)),
  ];
}

async function prove(apps: readonly App[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  await chmod(folder, 0o755); // for PostgreSQL's account
  let servers: Servers | undefined;
  const stores: ImageStore[] = [];
  try {
    servers = await Servers.start(join(folder, 'servers'));
    console.log(`${apps.length} images; ${servers.describe()}`);
    const archive = values.base === 'local' ? await makeLocalBase(folder) : undefined;
    const openStore = async (name: string): Promise<ImageStore> => {
      const store = new ImageStore(join(folder, name), archive);
      stores.push(store);
      await store.open();
      return store;
    };
    const pair = [await openStore('first'), await openStore('second')] as const;
    const results: boolean[] = [];
    for (const app of apps) results.push(...(await proveImage(app, pair, folder, servers)));
    return results.every(Boolean);
  } finally {
    for (const store of stores) await store.remove();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  if (values.base !== 'local' && values.base !== 'registry') throw new StartError('--base is local or registry.');
  requirePrograms('buildah', 'runc', ...(values.base === 'local' ? (['mmdebstrap'] as const) : []));
  const isProven = await prove(chooseApps());
  console.log(isProven ? '\nThe images are what they should be.' : '\nAn image is not what it should be.');
  process.exitCode = isProven ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartError ? error.message : `The proof failed: ${getErrorMessage(error)}`);
  process.exitCode = 1;
}
