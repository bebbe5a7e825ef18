/**
 * Tells the gateways the routes of a service: `npm run release:routes -- order-svc [--rollback] [--store=ADDRESS]`, once its replicas have them. Routes that
 * the gateways would refuse are not released. The store is that of the web apps.
 */
import { parseArgs } from 'node:util';
import { ReleaseFault } from '@shop/releases';
import { openStore } from './open-store.ts';
import { putRoutesBack, releaseRoutes, toService, type RouteRelease } from './route-release.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rollback: { type: 'boolean', default: false }, store: { type: 'string' } },
});

try {
  const service = toService(positionals);
  const store = await openStore(values.store);
  const release: RouteRelease = { store, service, say: (line) => console.log(line) };
  await (values.rollback ? putRoutesBack(release) : releaseRoutes(release));
  store.close();
} catch (error) {
  console.error(error instanceof ReleaseFault ? error.message : error);
  process.exit(1);
}
