import type { AccessLevel } from '@shop/contracts/common';

export type ServiceName = 'identity' | 'catalog' | 'art' | 'order' | 'support';
export type LimitClass = 'sign-in' | 'reset' | 'upload' | 'generate' | 'checkout' | 'contact';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` stands for one segment. A GET row answers HEAD as well. */
  readonly path: string;
  readonly service: ServiceName;
  readonly access: AccessLevel;
  readonly limit?: LimitClass;
  /** The answer is the same for everybody: the cookie is not even read. */
  readonly sessionless?: true;
  /** Called by other servers, and signed (D5). */
  readonly csrfExempt?: true;
  /** `upload`: a photo instead of a JSON body. */
  readonly body?: 'upload';
  /** `long`: waits for work that takes a while; `stream`: answers with events for as long as they come. */
  readonly answer?: 'long' | 'stream';
}

type Flags = Pick<Route, 'limit' | 'sessionless' | 'csrfExempt' | 'body' | 'answer'>;
const row =
  (method: Route['method']) =>
  (path: string, service: ServiceName, access: AccessLevel, flags: Flags = {}): Route => ({ method, path, service, access, ...flags });
const get = row('GET');
const post = row('POST');
const put = row('PUT');
const patch = row('PATCH');
const del = row('DELETE');
const everybody: Flags = { sessionless: true };

/** The whole public surface of the services. What has no row here cannot be reached from outside. */
export const routes: readonly Route[] = [
  get('/api/products', 'catalog', 'public', everybody),
  get('/api/products/:id/variants', 'catalog', 'public', everybody),
  get('/pictures/:file', 'catalog', 'public', everybody),
  get('/api/admin/products', 'catalog', 'admin'),
  post('/api/admin/products', 'catalog', 'admin'),
  patch('/api/admin/products/:id', 'catalog', 'admin'),
  del('/api/admin/products/:id', 'catalog', 'admin'),

  get('/api/styles', 'art', 'public', everybody),
  get('/media/:id', 'art', 'public', everybody),
  post('/api/upload', 'art', 'guest', { limit: 'upload', body: 'upload', answer: 'long' }),
  post('/api/generate', 'art', 'guest', { limit: 'generate', answer: 'long' }),
  get('/api/generate/:key/progress', 'art', 'session', { answer: 'stream' }),
  get('/api/designs', 'art', 'user'),

  get('/api/cart', 'order', 'public'),
  post('/api/cart', 'order', 'guest'),
  patch('/api/cart/:itemId', 'order', 'session'),
  put('/api/cart/:itemId', 'order', 'session'),
  del('/api/cart/:itemId', 'order', 'session'),
  get('/api/checkout/config', 'order', 'public', everybody),
  post('/api/checkout/shipping', 'order', 'public', { limit: 'checkout' }),
  post('/api/checkout/email', 'order', 'session'),
  get('/api/checkout/orders/:paymentIntentId', 'order', 'public'),
  post('/api/sandbox/payments/confirm', 'order', 'session', { limit: 'checkout' }),
  post('/api/webhooks/stripe', 'order', 'public', { sessionless: true, csrfExempt: true }),
  get('/api/orders', 'order', 'user'),
  get('/api/admin/stats', 'order', 'admin'),
  get('/api/admin/orders', 'order', 'admin'),
  patch('/api/admin/orders/:id/status', 'order', 'admin'),

  get('/api/login', 'identity', 'public', everybody),
  post('/api/login', 'identity', 'public', { limit: 'sign-in' }),
  post('/api/register', 'identity', 'public', { limit: 'sign-in' }),
  post('/api/logout', 'identity', 'public'),
  get('/api/user', 'identity', 'user'),
  post('/api/user/change-password', 'identity', 'user', { limit: 'sign-in' }),
  post('/api/forgot-password', 'identity', 'public', { limit: 'reset' }),
  post('/api/reset-password', 'identity', 'public', { limit: 'reset' }),

  post('/api/contact', 'support', 'public', { limit: 'contact', sessionless: true }),
  get('/api/admin/contact-submissions', 'support', 'admin'),
  patch('/api/admin/contact-submissions/:id/status', 'support', 'admin'),
];
