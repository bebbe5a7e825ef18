/** Calls of the catalogue, carts, the checkout and orders. */
import { randomUUID } from 'node:crypto';
import { ORDER_VIEWS } from '@shop/contracts-order';
import { PRODUCTS, REVIEWED_PRODUCT, toBenchId } from './scale-data.ts';
import {
  ADDRESS,
  byAdmin,
  cartOf,
  CONSTANT,
  FILES,
  guestCartOf,
  heldOrder,
  newLine,
  orderIn,
  productOf,
  paymentOf,
  shippingOf,
  UNKNOWN_ID,
  type Build,
  type Shop,
} from './scale-samples.ts';

const product = (block: number, body?: object) => byAdmin((shop) => ({ ids: [productOf(shop, block)], body }));
/** A customer's call of an own order. */
const ownOrder =
  (stage: Parameters<typeof orderIn>[0], block = 0, body?: object): Build =>
  (shop) => {
    const { id, as } = orderIn(stage, shop, block);
    return { ids: [id], as, body };
  };
const order = (stage: Parameters<typeof orderIn>[0], block = 0, body?: object) =>
  byAdmin((shop) => ({ ids: [orderIn(stage, shop, block).id], body }));
const ownLine = (shop: Shop, block: number) => {
  const { as, itemId } = cartOf(shop, block);
  return { as, ids: [itemId] };
};
/** The last days, with the present one. */
const toRange = (days: number): string => {
  const [from, to] = [days - 1, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  return `?from=${from}&to=${to}`;
};

export const SHOP_CALLS: Record<string, Build | string> = {
  // catalog
  'GET /api/products': () => ({}),
  'GET /api/products/:slug': (shop) => ({ ids: [productOf(shop, 1)] }),
  'GET /api/products/:id/variants': (shop) => ({ ids: [productOf(shop, 1)] }),
  'GET /api/products/:id/reviews': () => ({ ids: [toBenchId(`product-${REVIEWED_PRODUCT}`)] }),
  'GET /api/reviews/invitation of an unknown link': () => ({ query: '?key=unknown', status: 404 }),
  'POST /api/reviews by an unknown link': (shop) => ({
    body: { key: 'unknown', productId: productOf(shop, 1), rating: 5, name: 'Pat' },
    status: 404,
  }),
  'GET /api/admin/reviews': byAdmin(),
  'GET /api/admin/reviews that wait': byAdmin(() => ({ query: '?status=pending' })),
  'GET /api/admin/reviews/summary': byAdmin(),
  'PATCH /api/admin/reviews/:id': byAdmin(({ run }) => ({
    ids: [toBenchId(`review-${run + 3}`)],
    body: { status: 'rejected' },
  })),
  'DELETE /api/admin/reviews/:id': byAdmin(({ run }) => ({ ids: [toBenchId(`review-${run + 103}`)] })),
  'GET /api/admin/products': byAdmin(() => ({ query: '?limit=500' })),
  'POST /api/admin/products/search': byAdmin(() => ({ body: { words: 'tee' } })),
  'POST /api/admin/products': byAdmin(() => ({ body: { title: 'New', category: 'tshirt', basePrice: '24.00' } })),
  'GET /api/admin/products/:id': product(1),
  'PATCH /api/admin/products/:id': product(2, { basePrice: '25.00' }),
  'DELETE /api/admin/products/:id': product(3),
  'POST /api/admin/products/:id/copy': product(7),
  'POST /api/admin/products/:id/move': byAdmin((shop) => ({
    ids: [productOf(shop, 5)],
    body: { before: productOf(shop, 6) },
  })),
  'GET /api/admin/products/:id/timeline': product(1),
  'POST /api/admin/product-pictures': FILES,
  'GET /api/admin/products/:id/variants': product(1),
  'POST /api/admin/products/:id/variants': product(4, { type: 'size', name: 'XL' }),
  'PATCH /api/admin/products/:id/variants/:variantId': byAdmin(({ run }) => {
    const n = PRODUCTS - 1 - run - 50;
    return { ids: [toBenchId(`product-${n}`), toBenchId(`L${n}`)], body: { priceModifier: '1.00' } };
  }),
  'GET /pictures/:file': CONSTANT,
  'GET /pictures/by-address': 'fetches a picture of another website, and reads one row by its address',

  // settings
  'GET /api/shop': () => ({}),
  'GET /api/admin/shop': byAdmin(() => ({})),
  'PUT /api/admin/shop': byAdmin(({ run }) => ({ body: { timeZone: run % 2 ? 'Europe/Berlin' : 'America/New_York' } })),

  // carts and checkout
  'GET /api/cart': (shop) => ({ as: cartOf(shop, 0).as }),
  'GET /api/cart of a guest': (shop) => ({ as: guestCartOf(shop).as }),
  'POST /api/cart': (shop) => {
    const { as, artworkId } = cartOf(shop, 1);
    return { as, body: newLine(artworkId, shop) };
  },
  'PATCH /api/cart/:itemId': (shop) => ({ ...ownLine(shop, 2), body: { quantity: 2 } }),
  'PUT /api/cart/:itemId': 'the same handler as PATCH',
  'DELETE /api/cart/:itemId': (shop) => ownLine(shop, 3),
  'GET /api/checkout/config': () => ({}),
  'POST /api/checkout/shipping': (shop) => shippingOf(shop, cartOf(shop, 4).as),
  'POST /api/checkout/email': async (shop) => {
    const { as } = guestCartOf(shop);
    const { clientSecret } = await shop.send(
      'POST /api/checkout/payment',
      await paymentOf(shop, as, 'guest@example.com'),
    );
    return { as, body: { clientSecret, email: 'guest@example.com' } };
  },
  'POST /api/checkout/payment': (shop) => paymentOf(shop, cartOf(shop, 5).as),
  'GET /api/checkout/orders/:paymentIntentId': (shop) => {
    const { as, intent } = orderIn('waiting', shop);
    return { ids: [intent], as };
  },
  'GET /api/checkout/orders/:paymentIntentId of an unknown order': (shop) => ({
    ids: ['pi_unknown'],
    as: orderIn('waiting', shop).as,
    status: 404,
  }),
  'POST /api/webhooks/stripe': 'needs events of Stripe',

  // orders
  'GET /api/orders': (shop) => ({ as: orderIn('shipped', shop).as }),
  'GET /api/guest/orders': (shop) => ({ as: guestCartOf(shop).as }),
  'GET /api/orders/:orderId': ownOrder('shipped'),
  'GET /api/orders/:orderId/receipt': ownOrder('shipped'),
  'GET /api/orders/:orderId/live': 'a stream',
  'POST /api/orders/:orderId/code': ownOrder('change-window', 4),
  'POST /api/orders/:orderId/code/confirm': (shop) => {
    const { id, as } = orderIn('change-window', shop, 4);
    return { ids: [id], as, body: { code: '123456' }, status: 422 };
  },
  'PATCH /api/orders/:orderId/items/:itemId': (shop) => {
    const { id, itemId, as } = orderIn('change-window', shop);
    return { ids: [id, itemId], as, body: { designConfig: { x: 50, y: 45, scale: 100, rotation: 0 } } };
  },
  'PATCH /api/orders/:orderId/address': ownOrder('change-window', 1, ADDRESS),
  'PATCH /api/orders/:orderId/email': ownOrder('change-window', 1, { email: 'right@example.com' }),
  'POST /api/orders/:orderId/cancel': ownOrder('change-window', 2),
  'GET /api/orders/:orderId that waits for an answer': (shop) => {
    const { id, as } = heldOrder('question', shop);
    return { ids: [id], as };
  },
  'POST /api/orders/:orderId/answer': (shop) => {
    const { id, questionId, as } = heldOrder('question', shop);
    return { ids: [id], as, body: { questionId, answer: 'No' } };
  },
  'POST /api/orders/:orderId/account': ownOrder('change-window', 3),
  'POST /api/webhooks/printful/:secret': 'needs Printful',

  // back office
  'GET /api/admin/stats': byAdmin(),
  'GET /api/admin/money': byAdmin(),
  'GET /api/admin/figures': byAdmin(() => ({ query: toRange(30) })),
  'GET /api/admin/figures of a year': byAdmin(() => ({ query: toRange(365) })),
  'GET /api/admin/unprintable-products': byAdmin(),
  'POST /api/admin/money/discrepancies/:id/resolve that is gone': byAdmin(() => ({ ids: [UNKNOWN_ID], status: 409 })),
  'GET /api/admin/orders': byAdmin(),
  'GET /api/admin/orders that wait for their payment': byAdmin(() => ({ query: '?paymentStatus=pending' })),
  'GET /api/admin/orders that are shipped and refunded': byAdmin(() => ({
    query: '?status=shipped&paymentStatus=refunded',
  })),
  'GET /api/admin/orders of a day, oldest first': byAdmin(() => {
    const day = new Date(Date.now() - 30 * 86_400_000);
    const nextDay = new Date(day.getTime() + 86_400_000);
    return { query: `?sort=oldest&from=${day.toISOString()}&to=${nextDay.toISOString()}` };
  }),
  ...Object.fromEntries(
    ORDER_VIEWS.map((view) => [
      `GET /api/admin/orders of the view ${view}`,
      byAdmin(() => ({ query: `?view=${view}` })),
    ]),
  ),
  'POST /api/admin/orders/search': byAdmin(() => ({ body: { words: 'springf doe' } })),
  'POST /api/admin/orders/search for one customer': byAdmin(() => ({ body: { words: 'user-4711@' } })),
  'POST /api/admin/orders/search for an address': byAdmin(() => ({
    body: { words: 'user-4711@example.com', email: 'user-4711@example.com' },
  })),
  'POST /api/admin/orders/search for no one': byAdmin(() => ({ body: { words: 'zyxwvut' } })),
  'POST /api/admin/orders/search for a short word': byAdmin(() => ({ body: { words: 'do' } })),
  'POST /api/admin/orders/search for a number': byAdmin(() => ({ body: { words: 'B-4711' } })),
  'GET /api/admin/orders of a user': byAdmin((shop) => ({ query: `?userId=${orderIn('shipped', shop).as.userId}` })),
  'GET /api/admin/users/:id/purchases': byAdmin((shop) => ({ ids: [orderIn('shipped', shop).as.userId ?? ''] })),
  'GET /api/admin/orders.csv': byAdmin(),
  'GET /api/admin/orders.xlsx': byAdmin(),
  'GET /api/admin/orders/:id': order('shipped'),
  'GET /api/admin/orders/:id/receipt': order('shipped'),
  'PATCH /api/admin/orders/:id/status': order('shipped', 0, { status: 'delivered' }),
  'PATCH /api/admin/orders/:id/email': order('waiting', 1, { email: 'right@example.com' }),
  'POST /api/admin/orders/:id/end-links': order('waiting', 3),
  'POST /api/admin/orders/:id/emails': order('waiting', 2, { kind: 'order-confirmed', emailId: UNKNOWN_ID }),
  'PATCH /api/admin/orders/:id/tracking': order('shipped', 1, { carrier: 'UPS', number: '1Z999AA10123456784' }),
  'PATCH /api/admin/orders/:id/address': order('waiting', 1, ADDRESS),
  'POST /api/admin/orders/:id/questions': order('change-window', 3, { question: 'Is the photo too dark?' }),
  'POST /api/admin/orders/:id/questions/:questionId/close': byAdmin((shop) => {
    const { id, questionId } = heldOrder('question', shop, 1);
    return { ids: [id, questionId] };
  }),
  'GET /api/admin/orders/:id on hold': byAdmin((shop) => ({ ids: [heldOrder('review', shop).id] })),
  'POST /api/admin/orders/:id/holds/release': byAdmin((shop) => {
    const { id, holdId } = heldOrder('review', shop, 1);
    return { ids: [id], body: { holds: [holdId], reason: 'She called us' } };
  }),
  'POST /api/admin/orders/bulk-actions/preview': byAdmin((shop) => ({
    body: { kind: 'start-processing', orders: [orderIn('processing', shop, 2).id] },
  })),
  'POST /api/admin/orders/bulk-actions': byAdmin((shop) => ({
    body: { kind: 'start-processing', orders: [orderIn('processing', shop, 2).id] },
    headers: { 'idempotency-key': randomUUID() },
  })),
  'POST /api/admin/orders/bulk-actions by numbers': byAdmin(() => ({
    body: { kind: 'set-tracking', parcels: [{ orderNumber: 'PA-0000000000', carrier: 'UPS', number: '1Z' }] },
    headers: { 'idempotency-key': randomUUID() },
  })),
  'GET /api/admin/orders/packing-slips.pdf': byAdmin(() => ({ query: '?orders=PA-0000000000', status: 404 })),
  'GET /api/admin/orders/bulk-actions': byAdmin(),
  'GET /api/admin/orders/bulk-actions/:id that is gone': byAdmin(() => ({ ids: [UNKNOWN_ID], status: 404 })),
  'POST /api/admin/orders/bulk-actions/:id/retry that is gone': byAdmin(() => ({ ids: [UNKNOWN_ID], status: 404 })),
  'POST /api/admin/orders/:id/reprints': byAdmin((shop) => {
    const { id, itemId } = orderIn('shipped', shop, 2);
    const items = [{ orderItemId: itemId, quantity: 1 }];
    return { ids: [id], body: { items, reason: 'damaged' }, headers: { 'idempotency-key': randomUUID() } };
  }),
  'POST /api/orders/:orderId/problems': (shop) => {
    const { id, itemId, as } = orderIn('shipped', shop, 3);
    const items = [{ orderItemId: itemId, quantity: 1 }];
    return {
      ids: [id],
      as,
      body: { kind: 'damaged', text: 'A hole', items },
      headers: { 'idempotency-key': randomUUID() },
    };
  },
  'POST /api/admin/orders/:id/problems/:reportId/answer': 'reads one report by its id',
  'POST /api/admin/orders/:id/reprints/:reprintId/printing': 'reads one reprint by its id',
  'POST /api/admin/orders/:id/reprints/:reprintId/cancel': 'reads one reprint by its id',
  'POST /api/admin/orders/:id/reprints/:reprintId/sent': 'reads one reprint by its id',
  'POST /api/admin/orders/:id/printing': 'only for an order that the printer refused',
  'POST /api/admin/orders/:id/print-files': 'only for an order without its print files',
  'PATCH /api/admin/orders/:id/note': order('processing', 0, { note: 'Careful' }),
  'POST /api/admin/orders/:id/refunds': byAdmin((shop) => ({
    ids: [orderIn('processing', shop, 1).id],
    body: { amount: '1.00', reason: 'other' },
    headers: { 'idempotency-key': randomUUID() },
  })),
};
