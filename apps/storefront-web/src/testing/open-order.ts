import { stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { aCustomerOrder, aProduct, aVariant } from './builders.js';
import { openShop } from './open-shop.js';
import { stubEventSource } from './browser-stubs.js';

/**
 * Opens the order page as a guest; by default the order is within its change window. `answers` overrides API responses.
 */
export async function openOrder(customerOrder = aCustomerOrder(), answers: Record<string, StubbedResponse> = {}) {
  const { order } = customerOrder;
  const item = order.items[0]!;
  const address = `/api/orders/${order.id}`;
  const streams = stubEventSource();
  const api = stubApi({
    'GET /api/user': { status: 401, text: 'Not signed in' },
    [`GET ${address}`]: { json: customerOrder },
    'GET /api/products': { json: [aProduct({ id: item.productId, title: item.title })] },
    [`GET /api/products/${item.productId}/variants`]: {
      json: ['S', 'M'].map((name) => aVariant({ productId: item.productId, name })),
    },
    [`GET /api/artworks/${item.generatedImage?.id ?? ''}`]: {
      json: {
        id: item.generatedImage?.id,
        width: 4500,
        height: 4500,
        isRedrawnForPrint: true,
        detail: { widthPx: 4500, isFlat: false },
      },
    },
    ...answers,
  });
  const page = openShop(`/orders/${order.id}`);
  await screen.findByRole('heading', { name: `Order ${order.orderNumber}` });
  return { ...page, api, streams, address, order, item };
}
