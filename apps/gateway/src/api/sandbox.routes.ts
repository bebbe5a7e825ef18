import type { ForwardedRoute } from '@shop/contracts/routes';

type SandboxRoute = Omit<ForwardedRoute, 'service'> & { readonly service: 'sandbox' };

const COMMON = { service: 'sandbox', access: 'public', sessionless: true, answer: { status: 200 } } as const;
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

/** The guards and the proxy treat the sandbox as a service; `getServiceUrls` has its address. */
export const listSandboxRoutes = ({ SANDBOX_URL }: { SANDBOX_URL?: string }): readonly ForwardedRoute[] =>
  SANDBOX_URL === undefined ? [] : (SANDBOX_ROUTES as readonly object[] as readonly ForwardedRoute[]);
