import type { ReleasedRoute } from '@shop/contracts-all';
import { getServiceUrls, type Config } from '../config.js';

type SandboxRoute = Omit<ReleasedRoute, 'service'> & { readonly service: 'sandbox' };

const COMMON = { service: 'sandbox', access: 'public', sessionless: true } as const;
const INTENT = '/sandbox/v1/payment_intents/:id';

/**
 * What a payment page calls at the sandbox, on the shop's own origin. The sandbox is no service of the shop, so contracts do
 * not know it. Its other addresses are not reachable from outside.
 */
const SANDBOX_ROUTES: readonly SandboxRoute[] = [
  { ...COMMON, method: 'GET', path: '/sandbox/:file.js', limit: 'file' },
  { ...COMMON, method: 'GET', path: INTENT, limit: 'lookup' },
  { ...COMMON, method: 'POST', path: `${INTENT}/confirm`, limit: 'checkout' },
  { ...COMMON, method: 'POST', path: `${INTENT}/authenticate`, limit: 'checkout' },
];

/** Empty if the gateway has no sandbox. Guards and proxy treat it as a service. */
export const listSandboxRoutes = (config: Config): readonly ReleasedRoute[] =>
  getServiceUrls(config).sandbox === undefined ? [] : (SANDBOX_ROUTES as readonly object[] as readonly ReleasedRoute[]);
