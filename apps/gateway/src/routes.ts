import type { AccessLevel } from '@shop/contracts/common';

export type ServiceName = 'identity' | 'catalog' | 'art' | 'order' | 'support';
export type LimitClass =
  | 'sign-in'
  | 'reset'
  | 'upload'
  | 'preview'
  | 'cut-out'
  | 'generate'
  | 'checkout'
  | 'order-change'
  | 'contact'
  | 'archive';

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` matches one segment. A GET route also handles HEAD. */
  readonly path: string;
  readonly access: AccessLevel;
  readonly limit?: LimitClass;
  /** The response does not depend on the session, so the cookie is not read. */
  readonly sessionless?: true;
  /** While identity-svc is down, a caller with a session is treated as anonymous instead of refused. */
  readonly identity?: 'if-known';
  /** Webhooks: other servers call them with a signature or a secret. */
  readonly csrfExempt?: true;
  /** Missing in production. */
  readonly developmentOnly?: true;
  /** `upload`: the body is a photo instead of JSON. */
  readonly body?: 'upload';
  /** `long`: has the longer timeout of image generation. `stream`: server-sent events. */
  readonly response?: 'long' | 'stream';
}

/** A route that one service handles. */
export interface ForwardedRoute extends RouteBase {
  readonly service: ServiceName;
}

/** One folder of an archive, with the files of one service. `contents` describes it to the customer. */
export interface ArchivePart {
  readonly folder: string;
  readonly service: ServiceName;
  readonly contents: string;
}

/** A route whose response is one zip with a folder for each service, all of them or none (ADR 0011). */
export interface ArchiveRoute extends RouteBase {
  readonly method: 'GET';
  readonly archive: {
    /** File name before the date and `.zip`. */
    readonly name: string;
    readonly title: string;
    /** Path at which each service responds with a tar for the caller. */
    readonly address: string;
    readonly parts: readonly ArchivePart[];
  };
}

export type Route = ForwardedRoute | ArchiveRoute;
export const isArchiveRoute = (route: Route): route is ArchiveRoute => 'archive' in route;

type RouteOptions = Pick<
  RouteBase,
  'limit' | 'sessionless' | 'identity' | 'csrfExempt' | 'developmentOnly' | 'body' | 'response'
>;
const createRoute =
  (method: Route['method']) =>
  (path: string, service: ServiceName, access: AccessLevel, flags: RouteOptions = {}): ForwardedRoute => ({
    method,
    path,
    service,
    access,
    ...flags,
  });
const get = createRoute('GET');
const post = createRoute('POST');
const put = createRoute('PUT');
const patch = createRoute('PATCH');
const del = createRoute('DELETE');
const SESSIONLESS: RouteOptions = { sessionless: true };
const DEVELOPMENT_ONLY: RouteOptions = { sessionless: true, developmentOnly: true };
const archive = (path: string, access: AccessLevel, contents: ArchiveRoute['archive']): ArchiveRoute => ({
  method: 'GET',
  path,
  access,
  limit: 'archive',
  archive: contents,
});

/**
 * All public routes of the services. An address without a route here is not reachable from outside. Routes of carts and
 * orders are `public` because guests use them: the service checks the owner, or the key of an emailed link.
 */
export const routes: readonly Route[] = [
  get('/api/products', 'catalog', 'public', SESSIONLESS),
  get('/api/products/:id/variants', 'catalog', 'public', SESSIONLESS),
  get('/pictures/:file', 'catalog', 'public', SESSIONLESS),
  get('/api/admin/products', 'catalog', 'admin'),
  post('/api/admin/products', 'catalog', 'admin'),
  get('/api/admin/products/:id', 'catalog', 'admin'),
  patch('/api/admin/products/:id', 'catalog', 'admin'),
  del('/api/admin/products/:id', 'catalog', 'admin'),
  get('/api/admin/products/:id/timeline', 'catalog', 'admin'),
  get('/api/admin/products/:id/variants', 'catalog', 'admin'),
  post('/api/admin/products/:id/variants', 'catalog', 'admin'),
  patch('/api/admin/products/:id/variants/:variantId', 'catalog', 'admin'),

  get('/api/styles', 'art', 'public', SESSIONLESS),
  get('/media/:id', 'art', 'public', SESSIONLESS),
  get('/api/artworks/:id', 'art', 'public', SESSIONLESS),
  post('/api/admin/product-pictures', 'art', 'admin', { limit: 'upload', body: 'upload', response: 'long' }),
  post('/api/upload', 'art', 'guest', { limit: 'upload', body: 'upload', response: 'long' }),
  get('/api/uploads/:id/cut-out', 'art', 'session', { limit: 'preview' }),
  get('/api/uploads/:id/cut-outs/:cutOutId', 'art', 'session'),
  post('/api/uploads/:id/cut-outs', 'art', 'session', { limit: 'cut-out', body: 'upload' }),
  get('/api/uploads/:id/previews/:styleKey', 'art', 'session', { limit: 'preview' }),
  post('/api/generate', 'art', 'guest', { limit: 'generate', response: 'long' }),
  get('/api/generate/:key/progress', 'art', 'session', { response: 'stream' }),
  get('/api/generate/:key/partials/:number', 'art', 'session'),
  get('/api/designs', 'art', 'user'),
  get('/api/admin/print-files/:id', 'art', 'admin'),
  get('/api/print-files/:file', 'art', 'public', SESSIONLESS),

  get('/api/cart', 'order', 'public'),
  post('/api/cart', 'order', 'guest'),
  patch('/api/cart/:itemId', 'order', 'session'),
  put('/api/cart/:itemId', 'order', 'session'),
  del('/api/cart/:itemId', 'order', 'session'),
  get('/api/checkout/config', 'order', 'public', SESSIONLESS),
  post('/api/checkout/shipping', 'order', 'public', { limit: 'checkout' }),
  post('/api/checkout/email', 'order', 'session'),
  post('/api/checkout/payment', 'order', 'session', { limit: 'checkout' }),
  get('/api/checkout/orders/:paymentIntentId', 'order', 'public'),
  post('/api/sandbox/payments/confirm', 'order', 'session', { limit: 'checkout' }),
  post('/api/sandbox/payments/challenge', 'order', 'session', { limit: 'checkout' }),
  post('/api/webhooks/stripe', 'order', 'public', { sessionless: true, csrfExempt: true }),
  post('/api/webhooks/printful/:secret', 'order', 'public', { sessionless: true, csrfExempt: true }),
  get('/api/orders', 'order', 'user'),
  get('/api/orders/:orderId', 'order', 'public'),
  get('/api/orders/:orderId/live', 'order', 'public', { response: 'stream' }),
  patch('/api/orders/:orderId/items/:itemId', 'order', 'public', { limit: 'order-change' }),
  patch('/api/orders/:orderId/address', 'order', 'public', { limit: 'order-change' }),
  post('/api/orders/:orderId/cancel', 'order', 'public', { limit: 'order-change' }),
  get('/api/admin/stats', 'order', 'admin'),
  get('/api/admin/money', 'order', 'admin'),
  post('/api/admin/money/discrepancies/:id/resolve', 'order', 'admin'),
  get('/api/admin/orders', 'order', 'admin'),
  get('/api/admin/orders.csv', 'order', 'admin'),
  get('/api/admin/orders/:id', 'order', 'admin'),
  patch('/api/admin/orders/:id/status', 'order', 'admin'),
  patch('/api/admin/orders/:id/address', 'order', 'admin'),
  post('/api/admin/orders/:id/printing', 'order', 'admin'),
  post('/api/admin/orders/:id/print-files', 'order', 'admin'),
  patch('/api/admin/orders/:id/note', 'order', 'admin'),
  post('/api/admin/orders/:id/refunds', 'order', 'admin'),

  get('/api/login', 'identity', 'public', SESSIONLESS),
  post('/api/login', 'identity', 'public', { limit: 'sign-in' }),
  post('/api/register', 'identity', 'public', { limit: 'sign-in' }),
  post('/api/logout', 'identity', 'public'),
  get('/api/user', 'identity', 'user'),
  post('/api/user/change-password', 'identity', 'user', { limit: 'sign-in' }),
  post('/api/user/sign-out-everywhere', 'identity', 'user'),
  post('/api/user/erase', 'identity', 'user', { limit: 'sign-in' }),
  post('/api/forgot-password', 'identity', 'public', { limit: 'reset' }),
  post('/api/reset-password', 'identity', 'public', { limit: 'reset' }),

  archive('/api/user/data', 'user', {
    name: 'petart-data',
    title: 'What PetArt holds about you',
    address: '/internal/personal-data',
    parts: [
      {
        folder: 'account',
        service: 'identity',
        contents: 'who you are to us: your name, your e-mail address, where you are signed in',
      },
      { folder: 'art', service: 'art', contents: 'the photos you uploaded and the artworks made from them' },
      { folder: 'orders', service: 'order', contents: 'your cart, your orders and where they were sent' },
      { folder: 'requests', service: 'support', contents: 'what you wrote to us, and what we answered' },
    ],
  }),

  post('/api/contact', 'support', 'public', { limit: 'contact', identity: 'if-known' }),
  get('/api/admin/contact-submissions', 'support', 'admin'),
  get('/api/admin/contact-submissions/summary', 'support', 'admin'),
  get('/api/admin/contact-submissions/:id', 'support', 'admin'),
  post('/api/admin/contact-submissions/:id/reply', 'support', 'admin'),
  patch('/api/admin/contact-submissions/:id/status', 'support', 'admin'),

  get('/dev/mail', 'support', 'public', DEVELOPMENT_ONLY),
  get('/dev/mail/:file', 'support', 'public', DEVELOPMENT_ONLY),
  get('/dev/mail/:file/html', 'support', 'public', DEVELOPMENT_ONLY),
];

/** The routes that exist in this environment. */
export const listRoutes = (environment: string): readonly Route[] =>
  routes.filter(({ developmentOnly }) => !developmentOnly || environment !== 'production');
