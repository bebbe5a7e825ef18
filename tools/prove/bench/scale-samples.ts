/** The callers, orders and carts that the calls of `npm run bench:scale` use, see scale-data.ts. */
import { randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts-common';
import type { ServiceName } from '@shop/contracts-common/routes';
import { OPEN_ORDERS, PRODUCTS, toBenchId } from './scale-data.ts';

interface Content {
  as?: IdentityClaims;
  body?: unknown;
  headers?: Record<string, string>;
  /** Expected instead of a status of success. */
  status?: number;
}

/** A call of a route. */
export interface BuiltCall extends Content {
  /** Values of the path's parameters. */
  ids?: readonly string[];
  query?: string;
  /** Another path than the route's. */
  path?: string;
  /** Of the route, unless given. */
  service?: ServiceName;
}

export interface SentCall extends Content {
  method: string;
  path: string;
  service: ServiceName;
}

/** Calls that a measured call needs first, without being measured. */
export type Send = (route: string, call: BuiltCall) => Promise<Record<string, unknown>>;

/** `run` counts the runs of one call, so that each can use rows of its own. */
export interface Shop {
  orders: number;
  run: number;
  send: Send;
}

export type Build = (shop: Shop) => BuiltCall | Promise<BuiltCall>;

export const user = (n: number): IdentityClaims => ({
  sid: randomUUID(),
  userId: toBenchId(`user-${n}`),
  role: 'user',
  email: `user-${n}@example.com`,
});
export const guest = (n: number): IdentityClaims => ({ sid: randomUUID(), guestId: toBenchId(`guest-${n}`) });
const admin: IdentityClaims = {
  sid: randomUUID(),
  userId: toBenchId('admin'),
  role: 'admin',
  permissions: ['refund', 'export'],
  email: 'admin@example.com',
};
/** A call by an admin. */
export const byAdmin =
  (build: Build = () => ({})): Build =>
  async (shop) => ({ as: admin, ...(await build(shop)) });

export const UNKNOWN_ID = 'f0000000-0000-4000-8000-000000000000';
export const ADDRESS = {
  name: 'Pat',
  address: '12 Elm St',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
};
export const PASSWORD = 'correct horse battery';
export const FILES = 'reads files, and rows of one photo by its id';
export const CONSTANT = 'reads no rows that grow with the orders';

/** Orders under way in their stages, newest first; all of them are a customer's (see scale-data.ts). */
const STAGES = { created: 5, 'change-window': 4, waiting: 3, processing: 2, shipped: 1 };
export function orderIn(stage: keyof typeof STAGES, { orders, run }: Shop, block = 0) {
  const n = orders - STAGES[stage] - 10 * (run + block * 10);
  if (n <= orders - OPEN_ORDERS) throw new Error(`There is no further order in the stage ${stage}`);
  return {
    id: toBenchId(`order-${n}`),
    itemId: toBenchId(`item-${n}`),
    intent: `pi_${n}`,
    as: user(n % (orders / 2)),
  };
}

/** A guest's order that waits: for its payment's review, or for an answer. */
export function heldOrder(reason: 'review' | 'question', { orders, run }: Shop, block = 0) {
  const n = orders - (reason === 'review' ? 9 : 8) - 10 * (run + block * 10);
  if (n <= orders - OPEN_ORDERS) throw new Error('There is no further order on hold');
  const [id, holdId, questionId] = ['order', 'hold', 'question'].map((name) => toBenchId(`${name}-${n}`));
  return { id: id ?? '', holdId, questionId: questionId ?? '', as: guest(n) };
}

/** A customer, or a guest, with a cart of one line and an artwork of their own. */
export const cartOf = (shop: Shop, block: number) => {
  const n = 13 + 10 * (shop.run + block * 10);
  return { as: user(n), itemId: toBenchId(`cart-item-${n}`), artworkId: toBenchId(`job-${n}`) };
};
export const guestCartOf = (shop: Shop) => {
  const n = 11 + 10 * shop.run;
  return { as: guest(n), itemId: toBenchId(`guest-cart-item-${n}`) };
};
export const productOf = ({ run }: Shop, block: number): string =>
  toBenchId(`product-${PRODUCTS - 1 - run - block * 10}`);
export const newLine = (artworkId: string, shop: Shop) => ({
  productId: productOf(shop, 0),
  generatedImageId: artworkId,
  variantSelections: { size: 'L', color: 'White' },
  designConfig: { x: 50, y: 50, scale: 90, rotation: 0 },
  quantity: 1,
});

/** An address, for a cart that was displayed before. */
export async function shippingOf(shop: Shop, as: IdentityClaims): Promise<BuiltCall> {
  await shop.send('GET /api/cart', { as });
  return { as, body: ADDRESS };
}

/** The page's call just before the payment. */
export async function paymentOf(shop: Shop, as: IdentityClaims, email?: string): Promise<BuiltCall> {
  const { orderNumber, revision } = await shop.send('POST /api/checkout/shipping', await shippingOf(shop, as));
  return { as, body: { orderNumber, revision, email } };
}

export async function register(shop: Shop, purpose: string) {
  const email = `${purpose}-${shop.run}-${shop.orders}@bench.example.com`;
  const account = await shop.send('POST /api/register', { body: { email, password: PASSWORD } });
  return { email, as: { sid: account.sid as string, userId: account.id as string, role: 'user', email } as const };
}
