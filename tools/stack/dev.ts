/** `npm run dev`: the stack of `npm start`; a service starts again when its code changes, a page reloads when a web app's does. */
import { openDataFolder } from './data-folder.ts';
import { type DevProxy, startDevProxy } from './dev-proxy.ts';
import { watchServices } from './dev-services.ts';
import { watchWebApps } from './dev-web.ts';
import { claimPublicPort, freePorts } from './ports.ts';
import { consoleReporter } from './reporter.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import type { ServiceName } from './services.ts';
import { readSettings } from './settings.ts';
import { type Stack, startStack } from './stack.ts';
import { reasonOf } from './start-refusal.ts';
import { summaryOf } from './summary.ts';

await runUntilStopped(async (signal) => {
  const settings = readSettings();
  const folder = openDataFolder(settings.dataDir);
  const port = await claimPublicPort(settings.host, settings.port);
  const [gatewayPort] = (await freePorts(1)) as [number];
  const url = `http://localhost:${port}`;
  let proxy: DevProxy | undefined;
  const web = watchWebApps(settings.dataDir, folder.logs, (app) => {
    console.log(`${app} is built`);
    proxy?.reloadBrowsers();
  });
  try {
    const stack = await startStack({ port: gatewayPort, env: { SITE_URL: url, HOST: '127.0.0.1', ...web.env }, reporter: consoleReporter(), signal });
    proxy = await startDevProxy({ host: settings.host, port }, gatewayPort);
    const stopWatching = watchServices((services) => startAgain(stack, services, proxy));
    console.log(summaryOf({ ...stack, url }));
    console.log('Changes are watched.');
    return { stop: () => stopAll(stopWatching, web.stop, proxy, stack) };
  } catch (error) {
    web.stop();
    throw error;
  }
});

async function startAgain(stack: Stack, services: ServiceName[], proxy: DevProxy | undefined): Promise<void> {
  console.log(`${services.join(', ')}: starting again …`);
  await Promise.all(services.map((name) => stack.stopService(name)));
  const started = await Promise.allSettled(services.map((name) => stack.startService(name)));
  const failures = started.flatMap((outcome) => (outcome.status === 'rejected' ? [reasonOf(outcome.reason)] : []));
  console.log(failures.length > 0 ? `${failures.join('\n')}\nIt is tried again at the next change.` : `${services.join(', ')}: ready`);
  proxy?.reloadBrowsers();
}

async function stopAll(stopWatching: () => void, stopWeb: () => void, proxy: DevProxy | undefined, stack: Stack): Promise<void> {
  stopWatching();
  stopWeb();
  await proxy?.close();
  await stack.stop();
}
