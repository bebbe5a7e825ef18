import { expect } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { must, newPerson, oncePerShop, type Person, theAdmin } from './people.ts';
import { draw, type Drawing, fillCart, type SoldProduct } from './screens.ts';

export interface PlacedOrder {
  id: string;
  orderNumber: string;
  createdAt: string;
  status: string;
  paymentStatus: string;
  subtotal: string;
  shipping: string;
  tax: string;
  total: string;
}

export const SHIPPING = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
} as const;
/** The bank of the last one sends every refund back. */
const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', sendsRefundsBack: '4000 0000 0000 5126' };

/** Whoever buys: one artwork, put on a pet tag, whose print file is the quickest to make. */
interface Buyer extends Person {
  drawing: Drawing;
  product: SoldProduct;
}

export async function newBuyer(shop: Stack): Promise<Buyer> {
  const person = await newPerson(shop);
  const drawing = await draw(person.api);
  const product = (await must<SoldProduct[]>(person.api.get('/api/products'))).find(
    ({ category }) => category === 'pet-tag',
  );
  if (!product) throw new Error('The shop sells no pet tag');
  return { ...person, drawing, product };
}

/** Puts one product in the empty cart, and addresses it: created, not paid. */
export async function address({
  api,
  drawing,
  product,
}: Buyer): Promise<{ orderNumber: string; clientSecret: string }> {
  await expect.poll(async () => (await must<{ items: object[] }>(api.get('/api/cart'))).items.length).toBe(0);
  await fillCart(api, drawing, [{ product }]);
  return must(api.post('/api/checkout/shipping', { data: SHIPPING }));
}

async function pay(
  { api }: Buyer,
  clientSecret: string,
  card: keyof typeof CARDS,
  state: 'paid' | 'failed',
): Promise<void> {
  await api.post('/api/sandbox/payments/confirm', {
    data: { clientSecret, cardNumber: CARDS[card], expiry: '12/34', cvc: '123' },
  });
  const intent = clientSecret.split('_secret_')[0];
  await expect
    .poll(async () => (await must<{ state: string }>(api.get(`/api/checkout/orders/${intent}`))).state)
    .toBe(state);
}

/** As an admin sees it now. */
async function orderOf(shop: Stack, orderNumber: string): Promise<PlacedOrder> {
  const orders = await must<PlacedOrder[]>((await theAdmin(shop)).api.get('/api/admin/orders'));
  const order = orders.find((one) => one.orderNumber === orderNumber);
  if (!order) throw new Error(`There is no order ${orderNumber}`);
  return order;
}

async function move(shop: Stack, orderNumber: string, ...statuses: string[]): Promise<void> {
  const { id } = await orderOf(shop, orderNumber);
  for (const status of statuses)
    await must((await theAdmin(shop)).api.patch(`/api/admin/orders/${id}/status`, { data: { status } }));
}

async function paidOrder(shop: Stack, buyer: Buyer, ...statuses: string[]): Promise<string> {
  const { orderNumber, clientSecret } = await address(buyer);
  await pay(buyer, clientSecret, 'good', 'paid');
  await move(shop, orderNumber, ...statuses);
  return orderNumber;
}

/** A paid order, as an admin sees it. */
export async function paidWith(shop: Stack, card: 'good' | 'sendsRefundsBack'): Promise<PlacedOrder> {
  const buyer = await newBuyer(shop);
  const { orderNumber, clientSecret } = await address(buyer);
  await pay(buyer, clientSecret, card, 'paid');
  return orderOf(shop, orderNumber);
}

async function emptied({ api }: Buyer): Promise<void> {
  const { items } = await must<{ items: { id: string }[] }>(api.get('/api/cart'));
  for (const { id } of items) await must(api.delete(`/api/cart/${id}`));
}

/** One more than /nimda shows. */
const UNPAID = 5;

/**
 * One customer with an order in every status, and some that were only addressed; oldest first. Others look at them too: who buys something more is a
 * `newBuyer()`, for checking out would take up the order that failed.
 */
export const theBuyer = oncePerShop(async (shop) => {
  const buyer = await newBuyer(shop);
  const addressed: string[] = [];
  for (let made = 0; made < UNPAID; made += 1) {
    const { orderNumber } = await address(buyer);
    await move(shop, orderNumber, 'cancelled');
    await emptied(buyer);
    addressed.push(orderNumber);
  }
  const numbers = {
    delivered: await paidOrder(shop, buyer, 'processing', 'shipped', 'delivered'),
    shipped: await paidOrder(shop, buyer, 'processing', 'shipped'),
    processing: await paidOrder(shop, buyer, 'processing'),
    paid: await paidOrder(shop, buyer),
    refunded: await paidOrder(shop, buyer, 'cancelled'),
    failed: '',
  };
  await expect.poll(async () => (await orderOf(shop, numbers.refunded)).paymentStatus).toBe('refunded');
  const last = await address(buyer);
  await pay(buyer, last.clientSecret, 'declined', 'failed');
  return { ...buyer, addressed, numbers: { ...numbers, failed: last.orderNumber } };
});
