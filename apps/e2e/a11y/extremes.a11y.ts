import type { Locator, Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { payByApi, placeOrder } from '../support/checkout.ts';
import {
  waitUntilBuyable,
  customizeAddress,
  createDesign,
  emptyCart,
  fillCart,
  type SoldProduct,
} from '../support/designs.ts';
import { getAdmin, readAnswer, createClient, createEmail, cachePerShop, PASSWORD } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';
import { inspectLooks } from './support/inspect.ts';

/** A title of maximum length without spaces. */
const UNBROKEN = `Katzenportraitkapuzenpullover${'x'.repeat(160)}`;
const RTL = 'حافظة هاتف بصورة قطتي الجميلة جدا 🐈‍⬛🎨 מתנה לחתול האהוב שלי';
const EMOJI = '🐶'.repeat(40);
/** Three products of this price are about the most that one payment can be. */
const PAYABLE = '299000.00';
const DEAR = '9999999.99';
const DEAR_IN_SIZE = '10000000.99';

const ADDRESS = {
  name: `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} III`,
  address: `${'W'.repeat(35)} ${'M'.repeat(35)}`,
  city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  state: 'Umm al-Quwain Emirate',
  zip: '11564',
  country: 'المملكة العربية السعودية',
};

/**
 * A customer with the longest names, an order of the most expensive payable products with the longest titles, and the
 * same in the cart at the highest price.
 */
const extremes = cachePerShop(async (shop: Stack) => {
  const { api: adminApi } = await getAdmin(shop);
  const products: SoldProduct[] = [];
  for (const title of [UNBROKEN, RTL, EMOJI]) {
    const data = { title, description: title, category: 'phone-case', basePrice: PAYABLE };
    const product = await readAnswer<SoldProduct>(adminApi.post('/api/admin/products', { data }));
    const size = { name: `Supercalifragilisticexpialidocious-${'X'.repeat(20)}L`, type: 'size', priceModifier: '1.00' };
    await readAnswer(adminApi.post(`/api/admin/products/${product.id}/variants`, { data: { ...size, active: true } }));
    products.push(product);
  }
  const api = await createClient(shop);
  const email = createEmail('a-very-long-name-of-somebody-who-likes-dogs');
  const names = { firstName: 'W'.repeat(60), lastName: RTL };
  await readAnswer(api.post('/api/register', { data: { email, password: PASSWORD, ...names } }));
  const design = await createDesign(api);
  for (const { id } of products) await waitUntilBuyable(api, id, design.imageId);
  await emptyCart(api);
  const lines = products.map((product) => ({ product }));
  await fillCart(api, design, lines);
  const placed = await placeOrder(api, undefined, ADDRESS);
  const orderId = await payByApi(api, placed);
  await expect.poll(async () => (await readAnswer<{ items: object[] }>(api.get('/api/cart'))).items.length).toBe(0);
  for (const { id } of products)
    await readAnswer(adminApi.patch(`/api/admin/products/${id}`, { data: { basePrice: DEAR } }));
  await fillCart(api, design, lines);
  await expect
    .poll(async () =>
      (await readAnswer<{ items: { unitPrice: string }[] }>(api.get('/api/cart'))).items.map(
        ({ unitPrice }) => unitPrice,
      ),
    )
    .toEqual(products.map(() => DEAR_IN_SIZE));
  const request = { name: ADDRESS.name, email, subject: UNBROKEN, message: `${UNBROKEN} ${RTL} ${EMOJI}` };
  const { id: requestId } = await readAnswer<{ id: string }>(api.post('/api/contact', { data: request }));
  return { api, email, design, products, orderId, requestId, ...placed };
});

const dear = (page: Page, price = DEAR): Locator => page.getByText(`$${price}`).first();

test.describe('long names, prices of nine digits, emoji and right-to-left text fit the layout', () => {
  test.afterAll(async ({ shop }) => {
    const { api } = await getAdmin(shop);
    for (const { id } of (await extremes(shop)).products) await api.delete(`/api/admin/products/${id}`);
  });

  test('for a customer', async ({ openPage, shop }) => {
    const { api, email, design, orderId, orderNumber } = await extremes(shop);
    const page = await openPage({ storageState: await api.storageState() });
    for (const [address, shown] of [
      ['/products', dear(page)],
      ['/cart', dear(page, DEAR_IN_SIZE)],
      ['/checkout', dear(page, DEAR_IN_SIZE)],
      ['/orders', page.getByText(orderNumber)],
      [`/orders/${orderId}`, page.getByRole('heading', { name: orderNumber })],
      ['/profile', page.getByText(email)],
    ] as const) {
      await page.goto(address);
      await expect(shown).toBeVisible();
      await inspectLooks(page, address);
    }
    await page.getByRole('button', { name: 'Your account' }).click();
    await inspectLooks(page, 'the user menu');
    await page.goto(customizeAddress(design));
    await page.getByRole('radio', { name: /^Katzen/ }).check();
    await page.getByRole('radio', { name: /^Supercali/ }).check();
    await inspectLooks(page, '/customize');
  });

  test('for an admin', async ({ adminPage: page, shop }) => {
    const { orderId, orderNumber, requestId, products } = await extremes(shop);
    for (const [address, shown] of [
      ['/admin?tab=orders', page.getByRole('link', { name: orderNumber })],
      [
        '/admin?tab=requests',
        page
          .getByRole('tabpanel')
          .getByText(/^Katzen/)
          .first(),
      ],
      ['/admin?tab=products', dear(page)],
      [`/admin?tab=products&product=${products[0]?.id}`, page.getByRole('dialog').getByLabel('Title')],
      [
        `/admin?tab=requests&request=${requestId}`,
        page.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }),
      ],
      [`/admin?tab=orders&order=${orderId}`, page.getByRole('dialog').getByText('Timeline')],
    ] as const) {
      await page.goto(address);
      await expect(shown).toBeVisible();
      await inspectLooks(page, address);
    }
  });
});
