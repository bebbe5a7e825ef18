import type { Page } from '@playwright/test';
import type { CustomerOrder } from '@shop/contracts/order';
import { payByCall, placeOrder, sumOf, type Placed } from '../support/checkout.ts';
import { letThrough, refuse, watchCalls } from '../support/network.ts';
import { must } from '../support/people.ts';
import { allowForPrintFiles, PRINT_FILE_PATIENCE_MS } from '../support/print-files.ts';
import {
  expect,
  expectPicture,
  fillCart,
  oneArtistPage,
  test,
  type Drawing,
  type SoldProduct,
} from '../support/screens.ts';

const DECLINED = '4000000000000002';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const THANKS = 'Thank you for your order!';
const OPEN = "We're confirming your payment…";
const FAILED = "Your payment didn't go through";
const LOST = "We couldn't find that order";

/** An order of two, placed and not yet paid; of the tee in 2XL where nothing else is said. */
async function ordered(
  page: Page,
  drawing: Drawing,
  product: SoldProduct,
  email?: string,
  selections: { size?: string } = { size: '2XL' },
): Promise<Placed> {
  await fillCart(page.request, drawing, [{ product, selections, quantity: 2 }]);
  return placeOrder(page.request, email);
}

const returned = ({ intentId, clientSecret }: Placed, status: string): string =>
  `/order-complete?payment_intent=${intentId}&payment_intent_client_secret=${clientSecret}&redirect_status=${status}`;

async function paid(
  page: Page,
  drawing: Drawing,
  product: SoldProduct,
  email?: string,
  selections?: { size?: string },
): Promise<Placed> {
  const order = await ordered(page, drawing, product, email, selections);
  expect(await payByCall(page.request, order)).toBe(200);
  await page.goto(returned(order, 'succeeded'));
  await expect(heading(page, THANKS)).toBeVisible();
  return order;
}

/** Where the first item of the order that the page shows can be seen on its product, once that picture is made. */
async function mockupOf(page: Page): Promise<string> {
  const order = `/api${await page.getByRole('link', { name: 'View Your Order', exact: true }).getAttribute('href')}`;
  let mockupUrl = '';
  const look = async () =>
    (mockupUrl = (await must<Pick<CustomerOrder, 'prints'>>(page.request.get(order))).prints[0]?.mockupUrl ?? '');
  await expect.poll(look, { timeout: PRINT_FILE_PATIENCE_MS }).not.toBe('');
  return mockupUrl;
}

test.describe('/order-complete', () => {
  test.describe('paid', () => {
    let orderNumber = '';
    const page = oneArtistPage(async (opened, { drawing, tee }) => {
      ({ orderNumber } = await paid(opened, drawing, tee, 'guest@example.com'));
    });

    test('Paid: "Thank you for your order!", the order number', { tag: ['@2', '@D13', '@D28'] }, async () => {
      await expect(heading(page(), THANKS)).toBeVisible();
      await expect(page().getByText(`Your order number is ${orderNumber}.`, { exact: true })).toBeVisible();
      await expect(page()).toHaveTitle('Your Order · PetArt');
    });

    test('Paid: the items', { tag: '@D28' }, async ({ tee }) => {
      const item = page()
        .getByRole('main')
        .locator('ul > li')
        .filter({ has: page().getByText(tee.title, { exact: true }) });
      await expect(item.getByText('size: 2XL', { exact: true })).toBeVisible();
      await expect(item.getByText('Quantity: 2', { exact: true })).toBeVisible();
      await expect(item.getByText('$52.00', { exact: true })).toBeVisible();
    });

    test('Paid: the totals', { tag: ['@D23', '@D28'] }, async () => {
      for (const [label, sum] of [
        ['Subtotal', '$52.00'],
        ['Shipping', '$9.99'],
        ['Tax', '$4.16'],
        ['Total', '$66.15'],
      ] as const)
        await expect(sumOf(page(), label)).toHaveText(sum);
    });

    test(
      'It takes the secret out of the address bar: the whole query but payment_intent leaves it; a reload still works',
      { tag: ['@D28', '@D43'] },
      async () => {
        await expect(page()).toHaveURL(/\/order-complete\?payment_intent=[^&]+$/);
        await page().reload();
        await expect(heading(page(), THANKS)).toBeVisible();
        await expect(page().getByText(orderNumber)).toBeVisible();
        await expect(page()).toHaveURL(/\/order-complete\?payment_intent=[^&]+$/);
      },
    );

    test('Paid: a link on to shopping; none to My Orders for a guest', { tag: '@D28' }, async () => {
      await expect(page().getByRole('main').getByRole('link')).toHaveText(['View Your Order', 'Continue Shopping']);
      await page().getByRole('main').getByRole('link', { name: 'Continue Shopping', exact: true }).click();
      await expect(page()).toHaveURL('/products');
    });
  });

  test(
    'Paid: an item is shown by its mock-up once that is made, without a reload',
    { tag: '@D28' },
    async ({ artist, drawing, tag }) => {
      allowForPrintFiles();
      await paid(artist, drawing, tag, 'guest@example.com', {});
      const mockupUrl = await mockupOf(artist);
      const item = artist
        .getByRole('main')
        .locator('ul > li')
        .filter({ has: artist.getByText(tag.title, { exact: true }) });
      await expect(item.locator(`img[src="${mockupUrl}"]`)).toBeVisible();
      await expect(item.locator('img')).toHaveCount(1);
    },
  );

  test(
    'Paid: links to My Orders (signed in) and on to shopping',
    { tag: '@D28' },
    async ({ member, memberDrawing, tag }) => {
      const { orderNumber } = await paid(member, memberDrawing, tag, undefined, {});
      await expect(
        member.getByRole('main').getByRole('link', { name: 'Continue Shopping', exact: true }),
      ).toHaveAttribute('href', '/products');
      await member.getByRole('main').getByRole('link', { name: 'My Orders', exact: true }).click();
      await expect(member).toHaveURL('/orders');
      await expect(member.getByText(orderNumber)).toBeVisible();
    },
  );

  test(
    'Once it is paid the cart button counts what is left',
    { tag: ['@D23', '@D28'] },
    async ({ artist, drawing, tag }) => {
      const order = await ordered(artist, drawing, tag, 'guest@example.com', {});
      await artist.goto('/products');
      await expect(artist.locator('[data-cart-count]')).toHaveText('2');
      expect(await payByCall(artist.request, order)).toBe(200);
      await artist.goto(returned(order, 'succeeded'));
      await expect(heading(artist, THANKS)).toBeVisible();
      await expect(artist.locator('[data-cart-count]')).toHaveCount(0);
    },
  );

  test(
    'Still open: "We’re confirming your payment…" and it keeps looking',
    { tag: '@D28' },
    async ({ artistAlone: artist, drawing, tee }) => {
      const order = await ordered(artist, drawing, tee, 'guest@example.com');
      await artist.clock.install();
      const calls = watchCalls(artist);
      const looks = (): number => calls.of(`GET /api/checkout/orders/${order.intentId}`).length;
      await artist.goto(returned(order, 'processing'));
      await expect(heading(artist, OPEN)).toBeVisible();
      await expect(heading(artist, THANKS)).toHaveCount(0);
      const soFar = looks();
      await expect.poll(async () => (await artist.clock.fastForward(1_000), looks())).toBeGreaterThan(soFar + 1);
      await expect(heading(artist, OPEN)).toBeVisible();
      expect(await payByCall(artist.request, order)).toBe(200);
      await expect(async () => {
        await artist.clock.fastForward(5_000);
        await expect(heading(artist, THANKS)).toBeVisible({ timeout: 500 });
      }).toPass();
      const whenPaid = looks();
      await artist.clock.fastForward(60_000);
      expect(looks()).toBe(whenPaid);
    },
  );

  test(
    'Failed: "Your payment didn’t go through" and back to checkout',
    { tag: '@D28' },
    async ({ artist, drawing, tee }) => {
      const order = await ordered(artist, drawing, tee, 'guest@example.com');
      expect(await payByCall(artist.request, order, DECLINED)).toBe(422);
      await artist.goto(returned(order, 'failed'));
      await expect(heading(artist, FAILED)).toBeVisible();
      await expect(artist.getByText(/^Your card was declined\. /)).toBeVisible();
      await artist.getByRole('link', { name: 'Back to Checkout', exact: true }).click();
      await expect(artist).toHaveURL('/checkout');
      await expect(artist.getByRole('heading', { name: 'Shipping Information' })).toBeVisible();
    },
  );

  test(
    'It reads redirect_status: a failure the server has not heard of yet is one',
    { tag: '@D28' },
    async ({ artist, drawing, tee }) => {
      const order = await ordered(artist, drawing, tee, 'guest@example.com');
      await artist.goto(returned(order, 'failed'));
      await expect(heading(artist, FAILED)).toBeVisible();
      await expect(heading(artist, OPEN)).toHaveCount(0);
    },
  );

  for (const [what, query] of [
    ['an unknown intent', '?payment_intent=pi_sandbox_0000000000000000'],
    ['no intent', ''],
  ] as const) {
    test(`With ${what}: "We couldn’t find that order" and a way home`, { tag: '@D43' }, async ({ passerby }) => {
      await passerby.goto(`/order-complete${query}`);
      await expect(heading(passerby, LOST)).toBeVisible();
      await passerby.getByRole('main').getByRole('link', { name: 'Back to Home', exact: true }).click();
      await expect(passerby).toHaveURL('/');
    });
  }

  test(
    'With a foreign intent: "We couldn’t find that order"; orders of a guest are shown to the session that placed them',
    { tag: ['@D13', '@D43'] },
    async ({ artist, drawing, tag, browser, shop }) => {
      const { intentId } = await paid(artist, drawing, tag, 'guest@example.com', {});
      const stranger = await browser.newPage({ baseURL: shop.url });
      await stranger.goto(`/order-complete?payment_intent=${intentId}`);
      await expect(heading(stranger, LOST)).toBeVisible();
      await expect(heading(stranger, THANKS)).toHaveCount(0);
      await stranger.close();
    },
  );

  test(
    'Deleting a product removes it from the catalogue; orders keep what they sold (title, picture, price)',
    { tag: '@D22' },
    async ({ artist, drawing, office, ownProduct }) => {
      allowForPrintFiles();
      await paid(artist, drawing, ownProduct, 'guest@example.com', {});
      const mockupUrl = await mockupOf(artist);
      await office.delete(`/api/admin/products/${ownProduct.id}`);
      const products = (await (await artist.request.get('/api/products')).json()) as SoldProduct[];
      expect(products.map(({ id }) => id)).not.toContain(ownProduct.id);
      await artist.reload();
      const item = artist
        .getByRole('main')
        .locator('ul > li')
        .filter({ has: artist.getByText(ownProduct.title, { exact: true }) });
      await expect(item.getByText('$60.00', { exact: true })).toBeVisible();
      await expect(item.locator('img')).toHaveAttribute('src', mockupUrl);
      await expectPicture(item.locator('img'));
    },
  );

  test(
    'An order that can’t be loaded: a sentence and a Retry button',
    { tag: '@D30a' },
    async ({ artist, drawing, tag }) => {
      const order = await ordered(artist, drawing, tag, 'guest@example.com', {});
      expect(await payByCall(artist.request, order)).toBe(200);
      await refuse(
        artist,
        'GET /api/checkout/orders/*',
        503,
        'Orders are unavailable right now. Please try again in a moment.',
      );
      await artist.goto(returned(order, 'succeeded'));
      await expect(
        artist.getByText('Orders are unavailable right now. Please try again in a moment.', { exact: true }),
      ).toBeVisible();
      await letThrough(artist);
      await artist.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(heading(artist, THANKS)).toBeVisible();
    },
  );
});
