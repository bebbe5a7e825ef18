/** `npm run dev`: the stack of `npm start`; a service starts again when its code changes, a page reloads when a web app's does. */
import type { DataFolder } from './data-folder.ts';
import { type DevProxy, startDevProxy } from './dev-proxy.ts';
import { watchServices } from './dev-services.ts';
import { watchWebApps } from './dev-web.ts';
import { consoleReporter } from './reporter.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import type { ServiceName } from './services.ts';
import { type Front, type Stack, startStack } from './stack.ts';
import { reasonOf } from './start-refusal.ts';
import { summaryOf } from './summary.ts';

let proxy: DevProxy | undefined;

await runUntilStopped(async (signal) => {
  const stack = await startStack({ reporter: consoleReporter(), signal, front: watchedFront });
  const stopWatching = watchServices((services) => startAgain(stack, services));
  console.log(summaryOf(stack));
  console.log('Changes are watched.');
  const stop = async (): Promise<void> => {
    stopWatching();
    await stack.stop();
  };
  return { stop };
});

/** Web apps that are built as they change, and pages that reload then. */
function watchedFront(folder: DataFolder): Front {
  const web = watchWebApps(folder, (app) => {
    console.log(`${app} is built`);
    proxy?.reloadBrowsers();
  });
  return {
    env: web.env,
    open: async (address, gatewayPort) => void (proxy = await startDevProxy(address, gatewayPort)),
    close: async () => void (await Promise.all([web.stop(), proxy?.close()])),
  };
}

async function startAgain(stack: Stack, services: ServiceName[]): Promise<void> {
  console.log(`${services.join(', ')}: starting again …`);
  await Promise.all(services.map((name) => stack.stopService(name)));
  const started = await Promise.allSettled(services.map((name) => stack.startService(name)));
  const failures = started.flatMap((outcome) => (outcome.status === 'rejected' ? [reasonOf(outcome.reason)] : []));
  console.log(
    failures.length > 0
      ? `${failures.join('\n')}\nIt is tried again at the next change.`
      : `${services.join(', ')}: ready`,
  );
  proxy?.reloadBrowsers();
}
