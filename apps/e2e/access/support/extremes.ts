import { expect } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { payByCall, type Placed } from '../../support/checkout.ts';
import { must, newClient, newEmail, oncePerShop, PASSWORD, theAdmin, type Person } from '../../support/people.ts';
import { draw, fillCart, posted, type Drawing, type SoldProduct } from '../../support/screens.ts';

/** As long as a title may be, without a place to break. */
export const UNBROKEN = `Katzenportraitkapuzenpullover${'x'.repeat(160)}`;
export const RTL = 'حافظة هاتف بصورة قطتي الجميلة جدا 🐈‍⬛🎨 מתנה לחתול האהוב שלי';
const EMOJI = '🐶'.repeat(40);
/** Nine digits. */
export const DEAR = '9999999.99';

const ADDRESS = {
  name: `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} 🐕`,
  address: RTL,
  city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  state: EMOJI.slice(0, 20),
  zip: '0'.repeat(20),
  country: 'المملكة العربية السعودية',
};

export interface Extremes extends Person {
  drawing: Drawing;
  products: SoldProduct[];
  orderId: string;
  orderNumber: string;
  intentId: string;
  requestId: string;
}

async function sell(shop: Stack, title: string, description?: string): Promise<SoldProduct> {
  const { api } = await theAdmin(shop);
  return posted<SoldProduct>(api, '/api/admin/products', {
    title,
    description,
    category: 'phone-case',
    basePrice: DEAR,
  });
}

/** Somebody with the longest names, who has bought the dearest things with the longest titles, and has as many in the cart. */
export const theExtremes = oncePerShop(async (shop): Promise<Extremes> => {
  const products = [await sell(shop, UNBROKEN, UNBROKEN), await sell(shop, RTL, RTL), await sell(shop, EMOJI)];
  const { api: office } = await theAdmin(shop);
  for (const { id } of products)
    await posted(office, `/api/admin/products/${id}/variants`, {
      name: 'Supercalifragilisticexpialidocious-Übergröße-XXXXXXXL',
      type: 'size',
      priceModifier: '1.00',
      active: true,
    });
  const api = await newClient(shop);
  const email = newEmail('a-very-long-name-of-somebody-who-likes-dogs');
  await posted(api, '/api/register', { email, password: PASSWORD, firstName: 'W'.repeat(60), lastName: RTL });
  const drawing = await draw(api);
  const lines = products.map((product) => ({ product, quantity: 1 }));
  await expect
    .poll(async () =>
      (
        await api.post('/api/cart', { data: { productId: products.at(-1)?.id, generatedImageId: drawing.imageId } })
      ).status(),
    )
    .toBe(200);
  const first = await must<{ items: { id: string }[] }>(api.get('/api/cart'));
  for (const { id } of first.items) await api.delete(`/api/cart/${id}`);
  await fillCart(api, drawing, lines);
  const order = await orderAll(api);
  expect(await payByCall(api, order)).toBe(200);
  let orders: { id: string }[] = [];
  await expect.poll(async () => (orders = await must(api.get('/api/orders'))).length).toBe(1);
  await expect.poll(async () => (await must<{ items: object[] }>(api.get('/api/cart'))).items.length).toBe(0);
  await fillCart(api, drawing, lines);
  const { id: requestId } = await posted<{ id: string }>(api, '/api/contact', {
    name: ADDRESS.name,
    email,
    subject: UNBROKEN,
    message: `${UNBROKEN} ${RTL} ${EMOJI}`,
  });
  return {
    api,
    email,
    drawing,
    products,
    orderId: orders[0]?.id ?? '',
    orderNumber: order.orderNumber,
    intentId: order.intentId,
    requestId,
  };
});

async function orderAll(api: Person['api']): Promise<Placed> {
  const { clientSecret, orderNumber } = await posted<{ clientSecret: string; orderNumber: string }>(
    api,
    '/api/checkout/shipping',
    ADDRESS,
  );
  return { clientSecret, orderNumber, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

/** The other tests find the catalogue as it was. */
export async function stopSelling(shop: Stack): Promise<void> {
  const { api } = await theAdmin(shop);
  for (const { id } of (await theExtremes(shop)).products) await api.delete(`/api/admin/products/${id}`);
}
