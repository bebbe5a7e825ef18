/** The calls that `npm run bench:scale` measures: at least one for each public route, or the reason why a route is not measured. */
import { createHash, randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts/common';
import { publicRoutes, type ServiceName } from '@shop/contracts/routes';
import { OPEN_ORDERS, PRODUCTS, toBenchId } from './scale-data.ts';

export interface SentCall {
  method: string;
  path: string;
  as?: IdentityClaims;
  body?: unknown;
  headers?: Record<string, string>;
  /** Of the route's service, unless given. */
  service?: ServiceName;
}

/** Calls that a measured call needs first, without being measured. */
export type Send = (route: string, call: Omit<SentCall, 'method'>) => Promise<Record<string, unknown>>;

/** `run` counts the runs of one call, so that each can use rows of its own. */
interface Shop {
  orders: number;
  run: number;
  send: Send;
}

type Build = (shop: Shop) => Omit<SentCall, 'method'> | Promise<Omit<SentCall, 'method'>>;

export interface MeasuredCall {
  name: string;
  method: string;
  service: ServiceName;
  build: Build;
  /** Expected instead of a status of success. */
  status?: number;
  /** Why the time may grow with the orders. */
  grows?: string;
}

type Entry =
  { omitted: string } | { calls: Record<string, Build>; status?: number; grows?: string; service?: ServiceName };

const user = (n: number): IdentityClaims => ({
  sid: randomUUID(),
  userId: toBenchId(`user-${n}`),
  role: 'user',
  email: `user-${n}@example.com`,
});
const guest = (n: number): IdentityClaims => ({ sid: randomUUID(), guestId: toBenchId(`guest-${n}`) });
const admin: IdentityClaims = {
  sid: randomUUID(),
  userId: toBenchId('admin'),
  role: 'admin',
  email: 'admin@example.com',
};
const anybody =
  (path: string): Build =>
  () => ({ path });
const byAdmin =
  (path: string): Build =>
  () => ({ path, as: admin });

const UNKNOWN_ID = 'f0000000-0000-4000-8000-000000000000';
const ADDRESS = { name: 'Pat', address: '12 Elm St', city: 'Springfield', state: 'IL', zip: '62704', country: 'US' };
const PASSWORD = 'correct horse battery';
const FILES = 'reads files, and rows of one photo by its id';
const CONSTANT = 'reads no rows that grow with the orders';

/** Orders under way in their stages, newest first; all of them are a customer's (see scale-data.ts). */
const STAGES = { created: 5, 'change-window': 4, waiting: 3, processing: 2, shipped: 1 };
function orderIn(stage: keyof typeof STAGES, { orders, run }: Shop, block = 0) {
  const n = orders - STAGES[stage] - 10 * (run + block * 10);
  if (n <= orders - OPEN_ORDERS) throw new Error(`There is no further order in the stage ${stage}`);
  return {
    id: toBenchId(`order-${n}`),
    itemId: toBenchId(`item-${n}`),
    intent: `pi_${n}`,
    as: user(n % (orders / 2)),
  };
}

/** A customer, or a guest, with a cart of one line and an artwork of their own. */
const cartOf = (shop: Shop, block: number) => {
  const n = 13 + 10 * (shop.run + block * 10);
  return { as: user(n), itemId: toBenchId(`cart-item-${n}`), artworkId: toBenchId(`job-${n}`) };
};
const guestCartOf = (shop: Shop) => {
  const n = 11 + 10 * shop.run;
  return { as: guest(n), itemId: toBenchId(`guest-cart-item-${n}`) };
};
const productOf = ({ run }: Shop, block: number): string => toBenchId(`product-${PRODUCTS - 1 - run - block * 10}`);
const newLine = (artworkId: string, shop: Shop) => ({
  productId: productOf(shop, 0),
  generatedImageId: artworkId,
  variantSelections: { size: 'L', color: 'White' },
  designConfig: { x: 50, y: 50, scale: 90, rotation: 0 },
  quantity: 1,
});

async function checkOut(shop: Shop, block: number) {
  const { as } = cartOf(shop, block);
  await shop.send('GET /api/cart', { path: '/api/cart', as });
  const checkout = await shop.send('POST /api/checkout/shipping', {
    path: '/api/checkout/shipping',
    as,
    body: ADDRESS,
  });
  return { as, checkout };
}

async function register(shop: Shop, purpose: string) {
  const email = `${purpose}-${shop.run}-${shop.orders}@bench.example.com`;
  const account = await shop.send('POST /api/register', { path: '/api/register', body: { email, password: PASSWORD } });
  return {
    email,
    as: {
      sid: createHash('md5').update(email).digest('hex'),
      userId: account.id as string,
      role: 'user',
      email,
    } as const,
  };
}

const ENTRIES: Record<string, Entry> = {
  // identity
  'POST /api/register': {
    calls: {
      '': ({ run, orders }) => ({
        path: '/api/register',
        body: { email: `new-${run}-${orders}@bench.example.com`, password: PASSWORD },
      }),
    },
  },
  'POST /api/login': {
    calls: {
      '': async (shop) => ({
        path: '/api/login',
        body: { email: (await register(shop, 'login')).email, password: PASSWORD },
      }),
    },
  },
  'GET /api/login': { omitted: CONSTANT },
  'POST /api/logout': { calls: { '': ({ run }) => ({ path: '/api/logout', as: user(run) }) } },
  'GET /api/user': { calls: { '': ({ run }) => ({ path: '/api/user', as: user(run) }) } },
  'POST /api/user/change-password': {
    calls: {
      '': async (shop) => ({
        path: '/api/user/change-password',
        as: (await register(shop, 'change')).as,
        body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` },
      }),
    },
  },
  'POST /api/user/sign-out-everywhere': {
    calls: { '': ({ run }) => ({ path: '/api/user/sign-out-everywhere', as: user(run + 20) }) },
  },
  'GET /api/user/data': {
    calls: Object.fromEntries(
      (['identity', 'art', 'order', 'support'] as const).map((service): [string, Build] => [
        `of ${service}-svc`,
        ({ run }) => ({ path: '/internal/personal-data', as: user(run + 3), service }),
      ]),
    ),
  },
  'POST /api/user/erase': {
    calls: {
      '': async (shop) => ({
        path: '/api/user/erase',
        as: (await register(shop, 'erase')).as,
        body: { password: PASSWORD },
      }),
    },
  },
  'POST /api/forgot-password': {
    calls: { '': ({ run }) => ({ path: '/api/forgot-password', body: { email: `user-${run + 40}@example.com` } }) },
  },
  'POST /api/reset-password': {
    status: 400,
    calls: { 'with an unknown token': anybodyPosts('/api/reset-password', { token: 'unknown', password: PASSWORD }) },
  },

  // catalog
  'GET /api/products': { calls: { '': anybody('/api/products') } },
  'GET /api/products/:id/variants': {
    calls: { '': (shop) => ({ path: `/api/products/${productOf(shop, 1)}/variants` }) },
  },
  'GET /api/admin/products': { calls: { '': byAdmin('/api/admin/products?limit=500') } },
  'POST /api/admin/products': {
    calls: {
      '': () => ({
        path: '/api/admin/products',
        as: admin,
        body: { title: 'New', category: 'tshirt', basePrice: '24.00' },
      }),
    },
  },
  'GET /api/admin/products/:id': {
    calls: { '': (shop) => ({ path: `/api/admin/products/${productOf(shop, 1)}`, as: admin }) },
  },
  'PATCH /api/admin/products/:id': {
    calls: {
      '': (shop) => ({ path: `/api/admin/products/${productOf(shop, 2)}`, as: admin, body: { basePrice: '25.00' } }),
    },
  },
  'DELETE /api/admin/products/:id': {
    calls: { '': (shop) => ({ path: `/api/admin/products/${productOf(shop, 3)}`, as: admin }) },
  },
  'GET /api/admin/products/:id/timeline': {
    calls: { '': (shop) => ({ path: `/api/admin/products/${productOf(shop, 1)}/timeline`, as: admin }) },
  },
  'POST /api/admin/product-pictures': { omitted: FILES },
  'GET /api/admin/products/:id/variants': {
    calls: { '': (shop) => ({ path: `/api/admin/products/${productOf(shop, 1)}/variants`, as: admin }) },
  },
  'POST /api/admin/products/:id/variants': {
    calls: {
      '': (shop) => ({
        path: `/api/admin/products/${productOf(shop, 4)}/variants`,
        as: admin,
        body: { type: 'size', name: 'XL' },
      }),
    },
  },
  'PATCH /api/admin/products/:id/variants/:variantId': {
    calls: {
      '': (shop) => {
        const n = PRODUCTS - 1 - shop.run - 50;
        return {
          path: `/api/admin/products/${toBenchId(`product-${n}`)}/variants/${toBenchId(`L${n}`)}`,
          as: admin,
          body: { priceModifier: '1.00' },
        };
      },
    },
  },
  'GET /pictures/:file': { omitted: CONSTANT },

  // art
  'GET /api/styles': { calls: { '': anybody('/api/styles') } },
  'POST /api/upload': { omitted: FILES },
  'POST /api/generate': { omitted: FILES },
  'GET /api/generate/:key/progress': { omitted: 'a stream' },
  'GET /api/generate/:key/partials/:number': {
    status: 404,
    calls: {
      'of an unknown artwork': ({ run }) => ({ path: `/api/generate/${UNKNOWN_ID}/partials/1`, as: user(run) }),
    },
  },
  'GET /api/designs': { calls: { '': ({ run }) => ({ path: '/api/designs', as: user(run + 3) }) } },
  'GET /api/print-files/:file': { omitted: FILES },
  'GET /api/artworks/:id': {
    calls: { '': ({ run }) => ({ path: `/api/artworks/${toBenchId(`artwork-${run + 3}`)}` }) },
  },
  'GET /api/admin/print-files/:id': {
    status: 404,
    calls: { 'of an unknown print job': byAdmin(`/api/admin/print-files/${UNKNOWN_ID}`) },
  },
  'GET /media/:id': { status: 404, calls: { 'of an unknown picture': anybody(`/media/${UNKNOWN_ID}`) } },
  'GET /api/uploads/:id/cut-out': {
    status: 404,
    calls: { 'of an unknown photo': ({ run }) => ({ path: `/api/uploads/${UNKNOWN_ID}/cut-out`, as: user(run) }) },
  },
  'GET /api/uploads/:id/cut-outs/:cutOutId': { omitted: FILES },
  'POST /api/uploads/:id/cut-outs': { omitted: FILES },
  'GET /api/uploads/:id/previews/:styleKey': { omitted: FILES },

  // carts and checkout
  'GET /api/cart': {
    calls: {
      '': (shop) => ({ path: '/api/cart', as: cartOf(shop, 0).as }),
      'of a guest': (shop) => ({ path: '/api/cart', as: guestCartOf(shop).as }),
    },
  },
  'POST /api/cart': {
    calls: {
      '': (shop) => {
        const { as, artworkId } = cartOf(shop, 1);
        return { path: '/api/cart', as, body: newLine(artworkId, shop) };
      },
    },
  },
  'PATCH /api/cart/:itemId': {
    calls: {
      '': (shop) => {
        const { as, itemId } = cartOf(shop, 2);
        return { path: `/api/cart/${itemId}`, as, body: { quantity: 2 } };
      },
    },
  },
  'PUT /api/cart/:itemId': { omitted: 'the same handler as PATCH' },
  'DELETE /api/cart/:itemId': {
    calls: {
      '': (shop) => {
        const { as, itemId } = cartOf(shop, 3);
        return { path: `/api/cart/${itemId}`, as };
      },
    },
  },
  'GET /api/checkout/config': { calls: { '': anybody('/api/checkout/config') } },
  'POST /api/checkout/shipping': {
    calls: {
      '': async (shop) => {
        const { as } = cartOf(shop, 4);
        await shop.send('GET /api/cart', { path: '/api/cart', as });
        return { path: '/api/checkout/shipping', as, body: ADDRESS };
      },
    },
  },
  'POST /api/checkout/email': {
    calls: {
      '': async (shop) => {
        const { as } = guestCartOf(shop);
        await shop.send('GET /api/cart', { path: '/api/cart', as });
        const { clientSecret } = await shop.send('POST /api/checkout/shipping', {
          path: '/api/checkout/shipping',
          as,
          body: ADDRESS,
        });
        return { path: '/api/checkout/email', as, body: { clientSecret, email: 'guest@example.com' } };
      },
    },
  },
  'POST /api/checkout/payment': {
    calls: {
      '': async (shop) => {
        const { as, checkout } = await checkOut(shop, 5);
        return {
          path: '/api/checkout/payment',
          as,
          body: { orderNumber: checkout.orderNumber, revision: checkout.revision },
        };
      },
    },
  },
  'GET /api/checkout/orders/:paymentIntentId': {
    calls: {
      '': (shop) => {
        const { as, intent } = orderIn('waiting', shop);
        return { path: `/api/checkout/orders/${intent}`, as };
      },
    },
  },
  'POST /api/sandbox/payments/confirm': {
    calls: {
      '': async (shop) => {
        const { as, checkout } = await checkOut(shop, 6);
        const { clientSecret, orderNumber, revision } = checkout;
        await shop.send('POST /api/checkout/payment', {
          path: '/api/checkout/payment',
          as,
          body: { orderNumber, revision },
        });
        const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
        return { path: '/api/sandbox/payments/confirm', as, body: { clientSecret, ...card } };
      },
    },
  },
  'POST /api/sandbox/payments/challenge': { omitted: 'the same rows as the confirmation' },
  'POST /api/webhooks/stripe': { omitted: 'needs Stripe; the sandbox sends the same webhooks' },

  // orders
  'GET /api/orders': { calls: { '': (shop) => ({ path: '/api/orders', as: orderIn('shipped', shop).as }) } },
  'GET /api/orders/:orderId': {
    calls: {
      '': (shop) => {
        const { id, as } = orderIn('shipped', shop);
        return { path: `/api/orders/${id}`, as };
      },
    },
  },
  'GET /api/orders/:orderId/live': { omitted: 'a stream' },
  'PATCH /api/orders/:orderId/items/:itemId': {
    calls: {
      '': (shop) => {
        const { id, itemId, as } = orderIn('change-window', shop);
        return {
          path: `/api/orders/${id}/items/${itemId}`,
          as,
          body: { designConfig: { x: 50, y: 45, scale: 100, rotation: 0 } },
        };
      },
    },
  },
  'PATCH /api/orders/:orderId/address': {
    calls: {
      '': (shop) => {
        const { id, as } = orderIn('change-window', shop, 1);
        return { path: `/api/orders/${id}/address`, as, body: ADDRESS };
      },
    },
  },
  'POST /api/orders/:orderId/cancel': {
    calls: {
      '': (shop) => {
        const { id, as } = orderIn('change-window', shop, 2);
        return { path: `/api/orders/${id}/cancel`, as };
      },
    },
  },
  'POST /api/webhooks/printful/:secret': { omitted: 'needs Printful' },

  // back office
  'GET /api/admin/stats': { calls: { '': byAdmin('/api/admin/stats') } },
  'GET /api/admin/money': { calls: { '': byAdmin('/api/admin/money') } },
  'POST /api/admin/money/discrepancies/:id/resolve': {
    status: 409,
    calls: { 'that is gone': () => ({ path: `/api/admin/money/discrepancies/${UNKNOWN_ID}/resolve`, as: admin }) },
  },
  'GET /api/admin/orders': {
    calls: {
      '': byAdmin('/api/admin/orders'),
      'that wait for their payment': byAdmin('/api/admin/orders?paymentStatus=pending'),
      'that are shipped and refunded': byAdmin('/api/admin/orders?status=shipped&paymentStatus=refunded'),
    },
  },
  'GET /api/admin/orders.csv': { grows: 'the file has every order', calls: { '': byAdmin('/api/admin/orders.csv') } },
  'GET /api/admin/orders/:id': {
    calls: { '': (shop) => ({ path: `/api/admin/orders/${orderIn('shipped', shop).id}`, as: admin }) },
  },
  'PATCH /api/admin/orders/:id/status': {
    calls: {
      '': (shop) => ({
        path: `/api/admin/orders/${orderIn('shipped', shop).id}/status`,
        as: admin,
        body: { status: 'delivered' },
      }),
    },
  },
  'PATCH /api/admin/orders/:id/address': {
    calls: {
      '': (shop) => ({ path: `/api/admin/orders/${orderIn('waiting', shop, 1).id}/address`, as: admin, body: ADDRESS }),
    },
  },
  'POST /api/admin/orders/:id/printing': { omitted: 'only for an order that the printer refused' },
  'POST /api/admin/orders/:id/print-files': { omitted: 'only for an order without its print files' },
  'PATCH /api/admin/orders/:id/note': {
    calls: {
      '': (shop) => ({
        path: `/api/admin/orders/${orderIn('processing', shop).id}/note`,
        as: admin,
        body: { note: 'Careful' },
      }),
    },
  },
  'POST /api/admin/orders/:id/refunds': {
    calls: {
      '': (shop) => ({
        path: `/api/admin/orders/${orderIn('processing', shop, 1).id}/refunds`,
        as: admin,
        body: { amount: '1.00', reason: 'other' },
        headers: { 'idempotency-key': randomUUID() },
      }),
    },
  },

  // support
  'POST /api/contact': {
    calls: {
      '': ({ run }) => ({
        path: '/api/contact',
        as: user(run),
        body: { name: 'Pat', email: `user-${run}@example.com`, subject: 'Question', message: 'Hello' },
      }),
    },
  },
  'GET /api/admin/contact-submissions': {
    calls: {
      '': byAdmin('/api/admin/contact-submissions'),
      'that are archived': byAdmin('/api/admin/contact-submissions?status=archived'),
    },
  },
  'GET /api/admin/contact-submissions/summary': { calls: { '': byAdmin('/api/admin/contact-submissions/summary') } },
  'GET /api/admin/contact-submissions/:id': {
    calls: {
      '': ({ run }) => ({ path: `/api/admin/contact-submissions/${toBenchId(`request-${run + 1}`)}`, as: admin }),
    },
  },
  'POST /api/admin/contact-submissions/:id/reply': {
    calls: {
      '': ({ run }) => ({
        path: `/api/admin/contact-submissions/${toBenchId(`request-${run + 20}`)}/reply`,
        as: admin,
        body: { message: 'Hello' },
      }),
    },
  },
  'PATCH /api/admin/contact-submissions/:id/status': {
    calls: {
      '': ({ run }) => ({
        path: `/api/admin/contact-submissions/${toBenchId(`request-${run + 40}`)}/status`,
        as: admin,
        body: { status: 'read' },
      }),
    },
  },
  'GET /dev/mail': { omitted: 'only in development' },
  'GET /dev/mail/:file': { omitted: 'only in development' },
  'GET /dev/mail/:file/html': { omitted: 'only in development' },

  // between the services
  'POST /internal/sessions/resolve': {
    service: 'identity',
    calls: {
      '': ({ run }) => ({
        path: '/internal/sessions/resolve',
        body: { sid: `unknown-${run}`, openGuestSession: false },
      }),
      'for a new guest': () => ({ path: '/internal/sessions/resolve', body: { sid: null, openGuestSession: true } }),
    },
  },
};

function anybodyPosts(path: string, body: unknown): Build {
  return () => ({ path, body });
}

/** Public routes that have no entry. */
export const listMissingRoutes = (): string[] =>
  publicRoutes.map(({ method, path }) => `${method} ${path}`).filter((route) => !(route in ENTRIES));

export const serviceOf = (route: string): ServiceName => {
  const entry = ENTRIES[route];
  const found = publicRoutes.find(({ method, path }) => `${method} ${path}` === route);
  if (entry && 'calls' in entry && entry.service) return entry.service;
  return found && 'service' in found ? found.service : 'identity';
};

export const measuredCalls: readonly MeasuredCall[] = Object.entries(ENTRIES).flatMap(([route, entry]) =>
  'omitted' in entry
    ? []
    : Object.entries(entry.calls).map(([variant, build]) => ({
        name: `${route} ${variant}`.trim(),
        method: route.split(' ')[0] ?? 'GET',
        service: serviceOf(route),
        build,
        status: entry.status,
        grows: entry.grows,
      })),
);
