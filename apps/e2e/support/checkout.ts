import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { fillCart, posted, type CartLine, type Drawing } from './screens.ts';

/** What `POST /api/checkout/shipping` is sent. */
export const SHIPPING = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
} as const;
export const LABELS = {
  name: 'Full Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP Code',
  country: 'Country',
} as const;

export const box = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true });
export const continueButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Continue to Payment', exact: true });
export const completeButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Complete Order', exact: true });
/** The value beside a word of the order summary. */
export const sumOf = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

/** What the page says will be paid: `$35.91`. */
export const totalOf = async (page: Page): Promise<string> => (await sumOf(page, 'Total').textContent()) ?? '';

/** As in another tab: one piece more of the cart's first line. */
export async function addOneMore(request: APIRequestContext): Promise<void> {
  const { items } = (await (await request.get('/api/cart')).json()) as { items: { id: string; quantity: number }[] };
  const [line] = items;
  expect((await request.patch(`/api/cart/${line?.id}`, { data: { quantity: (line?.quantity ?? 0) + 1 } })).ok()).toBe(
    true,
  );
}

export async function openCheckout(page: Page, drawing: Drawing, lines: readonly CartLine[]): Promise<void> {
  await fillCart(page.request, drawing, lines);
  await page.goto('/checkout');
  await expect(continueButton(page)).toBeVisible();
}

export async function fillAddress(
  page: Page,
  address: Partial<Record<keyof typeof LABELS, string>> = SHIPPING,
): Promise<void> {
  for (const [name, value] of Object.entries(address)) await box(page, LABELS[name as keyof typeof LABELS]).fill(value);
}

/** As far as the payment step. */
export async function openPayment(page: Page, drawing: Drawing, lines: readonly CartLine[]): Promise<void> {
  await openCheckout(page, drawing, lines);
  await fillAddress(page);
  await continueButton(page).click();
  await expect(completeButton(page)).toBeVisible();
}

export async function fillCard(page: Page, number: string, email?: string): Promise<void> {
  if (email) await box(page, 'Email').fill(email);
  await box(page, 'Card number').fill(number);
  await box(page, 'Expiry').fill('12 / 34');
  await box(page, 'CVC').fill('123');
}

export interface Placed {
  clientSecret: string;
  orderNumber: string;
  intentId: string;
}

/** An order of what lies in the cart, without the screens; with an e-mail where a guest places it. */
export async function placeOrder(request: APIRequestContext, email?: string): Promise<Placed> {
  const { clientSecret, orderNumber } = await posted<{ clientSecret: string; orderNumber: string }>(
    request,
    '/api/checkout/shipping',
    SHIPPING,
  );
  if (email) await posted(request, '/api/checkout/email', { clientSecret, email });
  return { clientSecret, orderNumber, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

export const payByCall = async (
  request: APIRequestContext,
  { clientSecret }: Placed,
  cardNumber = '4242424242424242',
): Promise<number> =>
  (
    await request.post('/api/sandbox/payments/confirm', {
      data: { clientSecret, cardNumber, expiry: '12/34', cvc: '123' },
    })
  ).status();
