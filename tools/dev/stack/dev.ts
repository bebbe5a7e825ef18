/** `npm run dev`: like `npm start`, but restarts changed services and reloads pages of changed web apps. */
import { existsSync, globSync, mkdirSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { buildShop } from './build.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { getWebReleases, type ServiceName, WEB_APPS } from './services.ts';
import { PROJECT_ROOT, readSettings } from '../../ops/shop/settings.ts';
import { type Stack, startStack } from './stack.ts';
import { getErrorMessage } from '../../ops/shop/start-error.ts';
import { formatSummary } from './summary.ts';
import { releaseWebBuilds, toWebName } from './web-releases.ts';

const DEV_PORT = 4200;
const SETTLE_MS = 200; // an editor writes several files at once
const KEEP_WEB_BUILDS_MS = 600_000;

await runUntilStopped(async (signal) => {
  const outputs = join(readSettings().dataDir, 'dev');
  const stack = await startStack({ signal });
  const builds = WEB_APPS.map((app) => watchWebApp(app, stack, outputs));
  watchServices(stack);
  console.log(formatSummary(stack));
  console.log(`Changes are watched. Pages that reload are at http://localhost:${DEV_PORT}.`);
  const stop = async (): Promise<void> => {
    for (const build of builds) build.kill();
    await Promise.all([stack.stop(), ...builds]);
  };
  return { stop };
});

/** The shell has a development server, which proxies to the gateway. Remotes are built by webpack in watch mode, and each build is released. */
function watchWebApp(app: string, stack: Stack, outputs: string) {
  const output = join(outputs, app);
  if (app !== 'shell-web') releaseChanges(app, stack, output);
  // The gateway writes there once it serves a release.
  const served = join(stack.settings.dataDir, 'web-cache/live');
  const args =
    app === 'shell-web'
      ? ['serve', '--port', String(DEV_PORT), '--env', `shop=${stack.url}`, '--watch-files', served]
      : ['--watch', '--devtool', 'source-map', '--output-path', output];
  return execa('webpack', [...args, '--mode', 'development', '--stats', 'errors-warnings', '--watch-options-stdin'], {
    cwd: join(PROJECT_ROOT, 'apps', app),
    preferLocal: true,
    localDir: PROJECT_ROOT,
    stdin: 'pipe', // webpack exits when its input closes, so also when the runner is killed
    stdout: 'inherit',
    stderr: 'inherit',
    forceKillAfterDelay: 2000,
    reject: false,
  });
}

function releaseChanges(app: string, { settings }: Stack, output: string): void {
  let timer: NodeJS.Timeout | undefined;
  let releasing = Promise.resolve();
  const release = async (): Promise<void> => {
    if (!existsSync(join(output, 'mf-manifest.json'))) return;
    // webpack may write again meanwhile: the next change releases the whole build.
    await releaseWebBuilds(getWebReleases(settings), { [toWebName(app)]: output }, KEEP_WEB_BUILDS_MS).catch(
      (error: unknown) => console.error(`${app} can't be released: ${getErrorMessage(error)}`),
    );
  };
  mkdirSync(output, { recursive: true });
  watch(output, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void (releasing = releasing.then(release)), SETTLE_MS);
  });
}

/** A changed lib restarts all services. */
function watchServices(stack: Stack): void {
  const changed = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const restart = async (): Promise<void> => {
    const names = [...changed];
    changed.clear();
    if (names.length === 0) return;
    try {
      await buildShop({ projects: names, quiet: true });
      await Promise.all(names.map((name) => stack.stopService(name)));
      await Promise.all(names.map((name) => stack.startService(name)));
      console.log(`${names.join(', ')}: started again`);
    } catch (error) {
      console.error(`${getErrorMessage(error)}\nThe next change triggers another attempt.`);
    }
  };
  const folders = [`apps/{${stack.processes.join(',')}}/src`, 'libs/*/src'];
  for (const folder of globSync(folders, { cwd: PROJECT_ROOT })) {
    const name = stack.processes.find((service) => service === basename(dirname(folder)));
    watch(join(PROJECT_ROOT, folder), { recursive: true }, (_, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.spec.ts')) return;
      for (const service of name ? [name] : stack.processes) changed.add(service);
      clearTimeout(timer);
      timer = setTimeout(() => void (restarting = restarting.then(restart)), SETTLE_MS);
    });
  }
}
