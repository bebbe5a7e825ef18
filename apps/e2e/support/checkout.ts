import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { fillCart, type Design } from './designs.ts';
import { readAnswer } from './accounts.ts';
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
  const { clientSecret, orderNumber } = await readAnswer<{ clientSecret: string; orderNumber: string }>(
    request.post('/api/checkout/shipping', { data: address }),
  );
  if (email) await readAnswer(request.post('/api/checkout/email', { data: { clientSecret, email } }));
  return { clientSecret, orderNumber, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

/** Pays by API, and waits until the order is paid or the payment has failed. */
export async function payByApi(
  request: APIRequestContext,
  { clientSecret, intentId }: PlacedOrder,
  cardNumber: string = CARDS.good,
): Promise<string> {
  await request.post('/api/sandbox/payments/confirm', {
    data: { clientSecret, cardNumber, expiry: '12/34', cvc: '123' },
  });
  let placed = { state: '', order: { id: '' } };
  await expect
    .poll(async () => (placed = await readAnswer(request.get(`/api/checkout/orders/${intentId}`))).state)
    .toMatch(/^(paid|failed)$/);
  return placed.order.id;
}
