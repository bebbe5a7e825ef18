/** Calls of the catalogue, carts, the checkout and orders. */
import { randomUUID } from 'node:crypto';
import { PRODUCTS, toBenchId } from './scale-data.ts';
import {
  admin,
  ADDRESS,
  anybody,
  byAdmin,
  cartOf,
  checkOut,
  CONSTANT,
  FILES,
  guestCartOf,
  newLine,
  orderIn,
  productOf,
  UNKNOWN_ID,
  type Entry,
} from './scale-samples.ts';

export const SHOP_CALLS: Record<string, Entry> = {
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
};
