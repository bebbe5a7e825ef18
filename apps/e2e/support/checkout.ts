import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { fillCart, type Design } from './designs.ts';
import { readAnswer } from './accounts.ts';
import { confirmCard, toIntentId } from './sandbox.ts';
import { CARDS, fillAddress, SHIPPING } from './steps.ts';

export interface PlacedOrder {
  clientSecret: string;
  orderNumber: string;
  intentId: string;
}

/** Fills the cart and opens the payment step. */
export async function openPayment(page: Page, design: Design, lines: Parameters<typeof fillCart>[2]): Promise<void> {
  await fillCart(page.request, design, lines);
  await page.goto('/checkout');
  await fillAddress(page);
}

/** Places an order of the cart by API. Guests need an email. */
export async function placeOrder(request: APIRequestContext, email?: string, address: object = SHIPPING) {
  const { orderNumber, revision } = await readAnswer<{ orderNumber: string; revision: string }>(
    request.post('/api/checkout/shipping', { data: address }),
  );
  const { clientSecret } = await readAnswer<{ clientSecret: string }>(
    request.post('/api/checkout/payment', { data: { orderNumber, revision, email } }),
  );
  return { clientSecret, orderNumber, intentId: toIntentId(clientSecret) };
}

/** Pays by API, and waits until the order is paid or the payment has failed. */
export async function payByApi(
  request: APIRequestContext,
  { clientSecret, intentId }: PlacedOrder,
  cardNumber: string = CARDS.good,
): Promise<string> {
  await confirmCard(request, clientSecret, cardNumber);
  let placed = { state: '', order: { id: '' } };
  await expect
    .poll(async () => (placed = await readAnswer(request.get(`/api/checkout/orders/${intentId}`))).state)
    .toMatch(/^(paid|failed)$/);
  return placed.order.id;
}
