import { expect } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { payByCall, placeOrder, type PlacedOrder } from './checkout.ts';
import { draw, emptyCart, fillCart, type Design, type SoldProduct } from './designs.ts';
import { admin, must, newPerson, oncePerShop, type Person } from './people.ts';
import { CARDS } from './steps.ts';

export interface AdminOrder {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  total: string;
}

interface Buyer extends Person {
  design: Design;
  product: SoldProduct;
}

/** Somebody with an account and an artwork, who buys pet tags. */
export async function newBuyer(shop: Stack): Promise<Buyer> {
  const person = await newPerson(shop);
  const design = await draw(person.api);
  const products = await must<SoldProduct[]>(person.api.get('/api/products'));
  return { ...person, design, product: products.find(({ category }) => category === 'pet-tag') as SoldProduct };
}

export async function placeFor({ api, design, product }: Buyer): Promise<PlacedOrder> {
  await expect.poll(async () => (await must<{ items: object[] }>(api.get('/api/cart'))).items.length).toBe(0);
  await fillCart(api, design, [{ product }]);
  return placeOrder(api);
}

async function move(shop: Stack, id: string, statuses: readonly string[]): Promise<void> {
  const { api } = await admin(shop);
  for (const status of statuses) await must(api.patch(`/api/admin/orders/${id}/status`, { data: { status } }));
}

export const orderOf = async (shop: Stack, orderNumber: string): Promise<AdminOrder> => {
  const orders = await must<AdminOrder[]>((await admin(shop)).api.get('/api/admin/orders'));
  return orders.find((order) => order.orderNumber === orderNumber) as AdminOrder;
};

/** A paid order, as an admin sees it. */
export async function paidWith(shop: Stack, buyer: Buyer, card: string = CARDS.good): Promise<AdminOrder> {
  const placed = await placeFor(buyer);
  await payByCall(buyer.api, placed, card);
  return orderOf(shop, placed.orderNumber);
}

/** One customer with an order in each status; do not place more orders for this customer. */
export const buyerOfEverything = oncePerShop(async (shop) => {
  const buyer = await newBuyer(shop);
  const orders: Record<string, AdminOrder> = {};
  for (const [name, statuses] of Object.entries({
    delivered: ['processing', 'shipped', 'delivered'],
    shipped: ['processing', 'shipped'],
    processing: ['processing'],
    paid: [],
    refunded: ['cancelled'],
  })) {
    const order = await paidWith(shop, buyer);
    await move(shop, order.id, statuses);
    orders[name] = order;
  }
  await expect.poll(async () => (await orderOf(shop, orders.refunded!.orderNumber)).paymentStatus).toBe('refunded');
  orders.failed = await paidWith(shop, buyer, CARDS.declined);
  await emptyCart(buyer.api);
  return { ...buyer, orders };
});
