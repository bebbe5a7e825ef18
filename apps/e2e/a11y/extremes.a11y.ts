import type { Locator, Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { payByCall, placeOrder } from '../support/checkout.ts';
import { canBeBought, customizeAddress, draw, emptyCart, fillCart, type SoldProduct } from '../support/designs.ts';
import { admin, must, newClient, newEmail, oncePerShop, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { inspectLooks } from './support/inspect.ts';

/** As long as a title may be, without a place to break. */
const UNBROKEN = `Katzenportraitkapuzenpullover${'x'.repeat(160)}`;
const RTL = 'حافظة هاتف بصورة قطتي الجميلة جدا 🐈‍⬛🎨 מתנה לחתול האהוב שלי';
const EMOJI = '🐶'.repeat(40);
const DEAR = '9999999.99';

const ADDRESS = {
  name: `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} 🐕`,
  address: RTL,
  city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  state: EMOJI.slice(0, 20),
  zip: '0'.repeat(20),
  country: 'المملكة العربية السعودية',
};

/** A customer with the longest names, who has bought the most expensive things with the longest titles, and has as many in the cart. */
const extremes = oncePerShop(async (shop: Stack) => {
  const { api: adminApi } = await admin(shop);
  const products: SoldProduct[] = [];
  for (const title of [UNBROKEN, RTL, EMOJI]) {
    const data = { title, description: title, category: 'phone-case', basePrice: DEAR };
    const product = await must<SoldProduct>(adminApi.post('/api/admin/products', { data }));
    const size = { name: `Supercalifragilisticexpialidocious-${'X'.repeat(20)}L`, type: 'size', priceModifier: '1.00' };
    await must(adminApi.post(`/api/admin/products/${product.id}/variants`, { data: { ...size, active: true } }));
    products.push(product);
  }
  const api = await newClient(shop);
  const email = newEmail('a-very-long-name-of-somebody-who-likes-dogs');
  const names = { firstName: 'W'.repeat(60), lastName: RTL };
  await must(api.post('/api/register', { data: { email, password: PASSWORD, ...names } }));
  const design = await draw(api);
  for (const { id } of products) await canBeBought(api, id, design.imageId);
  await emptyCart(api);
  const lines = products.map((product) => ({ product }));
  await fillCart(api, design, lines);
  const placed = await placeOrder(api, undefined, ADDRESS);
  const orderId = await payByCall(api, placed);
  await expect.poll(async () => (await must<{ items: object[] }>(api.get('/api/cart'))).items.length).toBe(0);
  await fillCart(api, design, lines);
  const request = { name: ADDRESS.name, email, subject: UNBROKEN, message: `${UNBROKEN} ${RTL} ${EMOJI}` };
  const { id: requestId } = await must<{ id: string }>(api.post('/api/contact', { data: request }));
  return { api, email, design, products, orderId, requestId, ...placed };
});

const dear = (page: Page): Locator => page.getByText(`$${DEAR}`).first();

test.describe('long names, a price of nine digits, emoji and right-to-left text break nothing', () => {
  test.afterAll(async ({ shop }) => {
    const { api } = await admin(shop);
    for (const { id } of (await extremes(shop)).products) await api.delete(`/api/admin/products/${id}`);
  });

  test('for a customer', async ({ openPage, shop }) => {
    const { api, email, design, orderId, orderNumber } = await extremes(shop);
    const page = await openPage({ storageState: await api.storageState() });
    for (const [address, shown] of [
      ['/products', dear(page)],
      ['/cart', dear(page)],
      ['/checkout', dear(page)],
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
