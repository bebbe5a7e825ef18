import { expect } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { payByApi, placeOrder, type PlacedOrder } from './checkout.ts';
import { createDesign, emptyCart, fillCart, type Design, type SoldProduct } from './designs.ts';
import { getAdmin, readAnswer, registerAccount, cachePerShop, type Account } from './accounts.ts';
import { CARDS } from './steps.ts';

export interface AdminOrder {
  id: string;
  orderNumber: string;
  status: string;
  paymentStatus: string;
  total: string;
}

interface Buyer extends Account {
  design: Design;
  product: SoldProduct;
}

/** Registers an account with an artwork, which buys pet tags. */
export async function createBuyer(shop: Stack): Promise<Buyer> {
  const person = await registerAccount(shop);
  const design = await createDesign(person.api);
  const products = await readAnswer<SoldProduct[]>(person.api.get('/api/products'));
  return { ...person, design, product: products.find(({ category }) => category === 'pet-tag') as SoldProduct };
}

export async function placeBuyerOrder({ api, design, product }: Buyer): Promise<PlacedOrder> {
  await expect.poll(async () => (await readAnswer<{ items: object[] }>(api.get('/api/cart'))).items.length).toBe(0);
  await fillCart(api, design, [{ product }]);
  return placeOrder(api);
}

async function changeStatuses(shop: Stack, id: string, statuses: readonly string[]): Promise<void> {
  const { api } = await getAdmin(shop);
  for (const status of statuses) await readAnswer(api.patch(`/api/admin/orders/${id}/status`, { data: { status } }));
}

export const getOrder = async (shop: Stack, orderNumber: string): Promise<AdminOrder> => {
  const orders = await readAnswer<AdminOrder[]>((await getAdmin(shop)).api.get('/api/admin/orders'));
  return orders.find((order) => order.orderNumber === orderNumber) as AdminOrder;
};

/** Places and pays an order; returns the admin's view of it. */
export async function createPaidOrder(shop: Stack, buyer: Buyer, card: string = CARDS.good): Promise<AdminOrder> {
  const placed = await placeBuyerOrder(buyer);
  await payByApi(buyer.api, placed, card);
  return getOrder(shop, placed.orderNumber);
}

/** One customer with an order in each status; do not place more orders for this customer. */
export const buyerWithAllStatuses = cachePerShop(async (shop) => {
  const buyer = await createBuyer(shop);
  const orders: Record<string, AdminOrder> = {};
  for (const [name, statuses] of Object.entries({
    delivered: ['processing', 'shipped', 'delivered'],
    shipped: ['processing', 'shipped'],
    processing: ['processing'],
    paid: [],
    refunded: ['cancelled'],
  })) {
    const order = await createPaidOrder(shop, buyer);
    await changeStatuses(shop, order.id, statuses);
    orders[name] = order;
  }
  await expect.poll(async () => (await getOrder(shop, orders.refunded!.orderNumber)).paymentStatus).toBe('refunded');
  orders.failed = await createPaidOrder(shop, buyer, CARDS.declined);
  await emptyCart(buyer.api);
  return { ...buyer, orders };
});
