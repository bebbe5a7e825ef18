import type { Locator, Page } from '@playwright/test';
import { sumOf } from '../support/checkout.ts';
import { hold, refuse, watchCalls } from '../support/network.ts';
import {
  changeProduct,
  expect,
  expectFailure,
  expectToast,
  fillCart,
  test,
  type Drawing,
  type SoldProduct,
} from '../support/screens.ts';

const line = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .locator('ul > li')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const box = (page: Page): Locator => page.getByRole('spinbutton', { name: 'Quantity', exact: true });
const minus = (page: Page): Locator => page.getByRole('button', { name: 'Decrease quantity', exact: true });
const plus = (page: Page): Locator => page.getByRole('button', { name: 'Increase quantity', exact: true });
const total = (page: Page): Locator => page.getByRole('main').locator('dl dd').last();

async function openWith(page: Page, drawing: Drawing, product: SoldProduct, quantity = 1): Promise<void> {
  await fillCart(page.request, drawing, [{ product, quantity }]);
  await page.goto('/cart');
  await expect(box(page)).toHaveValue(String(quantity));
}

async function type(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

test.describe('/cart', () => {
  test(
    'Plus and minus change the quantity, and with it line price, subtotal and badge',
    { tag: '@2' },
    async ({ artist, drawing, tee }) => {
      await openWith(artist, drawing, tee, 2);
      for (const [button, quantity, price] of [
        [plus, '3', '$72.00'],
        [minus, '2', '$48.00'],
      ] as const) {
        await button(artist).click();
        await expect(sumOf(artist, 'Subtotal')).toHaveText(price);
        await expect(total(artist)).toHaveText(price);
        await expect(box(artist)).toHaveValue(quantity);
        await expect(line(artist, tee.title).getByText(price, { exact: true })).toBeVisible();
        await expect(artist.locator('[data-cart-count]')).toHaveText(quantity);
      }
    },
  );

  test('PATCH /api/cart/{itemId}: JSON quantity', { tag: '@7' }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee, 2);
    const { items } = (await (await artist.request.get('/api/cart')).json()) as { items: { id: string }[] };
    const calls = watchCalls(artist);
    await plus(artist).click();
    await expect(total(artist)).toHaveText('$72.00');
    expect(calls.names()).toEqual([`PATCH /api/cart/${items[0]?.id}`]);
    expect(calls.bodies('PATCH /api/cart/*')).toEqual([{ quantity: 3 }]);
    expect(await calls.of('PATCH /api/cart/*')[0]?.headerValue('content-type')).toBe('application/json');
  });

  test('Cart calls answer with the whole cart', { tag: '@D21' }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee);
    const calls = watchCalls(artist);
    await plus(artist).click();
    await expect(total(artist)).toHaveText('$48.00');
    const [call] = calls.of('PATCH /api/cart/*');
    expect(await (await call?.response())?.json()).toMatchObject({
      items: [{ quantity: 2 }],
      subtotal: '48.00',
      itemCount: 2,
    });
    expect(calls.of('GET /api/cart')).toEqual([]);
  });

  test('Cart quantity: minimum 1; minus disabled at 1', { tag: ['@5', '@9'] }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee, 2);
    await expect(minus(artist)).toBeEnabled();
    await minus(artist).click();
    await expect(total(artist)).toHaveText('$24.00');
    await expect(minus(artist)).toBeDisabled();
    await expect(plus(artist)).toBeEnabled();
    await expect(box(artist)).toHaveAttribute('min', '1');
  });

  for (const { why, typed, becomes } of [
    { why: 'a typed non-number falls back to 1', typed: '', becomes: 1 },
    { why: 'a typed number below 1 becomes 1', typed: '-4', becomes: 1 },
    { why: 'an integer from 1 up, so a typed fraction loses its rest', typed: '2.7', becomes: 2 },
  ]) {
    test(`Cart quantity: ${why}`, { tag: ['@5', '@D21'] }, async ({ artist, drawing, tee }) => {
      await openWith(artist, drawing, tee, 4);
      const calls = watchCalls(artist);
      await type(artist, typed);
      await expect(total(artist)).toHaveText(`$${24 * becomes}.00`);
      await expect(box(artist)).toHaveValue(String(becomes));
      expect(calls.bodies('PATCH /api/cart/*')).toEqual([{ quantity: becomes }]);
    });
  }

  test(
    'Cart quantity: buttons disabled while an update is pending',
    { tag: '@5' },
    async ({ artist, drawing, tee }) => {
      await openWith(artist, drawing, tee, 2);
      const release = await hold(artist, 'PATCH /api/cart/*');
      await plus(artist).click();
      for (const button of [minus(artist), plus(artist), artist.getByRole('button', { name: `Remove ${tee.title}` })])
        await expect(button).toBeDisabled();
      release();
      for (const button of [minus(artist), plus(artist)]) await expect(button).toBeEnabled();
    },
  );

  test('Cart quantity: no maximum', { tag: '@5' }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee);
    await expect(box(artist)).not.toHaveAttribute('max');
    await type(artist, '123456');
    await expect(total(artist)).toHaveText('$2962944.00');
    await expect(plus(artist)).toBeEnabled();
  });

  test(
    'Quantity update failure: Update failed, Could not update quantity',
    { tag: '@8' },
    async ({ artist, drawing, tee }) => {
      await openWith(artist, drawing, tee, 2);
      await refuse(artist, 'PATCH /api/cart/*', 503, 'Orders are unavailable right now.');
      const calls = watchCalls(artist);
      await plus(artist).click();
      await expectFailure(artist, 'Update failed', 'Could not update quantity');
      await expect(box(artist)).toHaveValue('2');
      expect(calls.names()).toHaveLength(1);
    },
  );

  test('A line that would not fit decimal(10,2) is refused', { tag: '@D21' }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee);
    const calls = watchCalls(artist);
    await type(artist, '99999999');
    await expectFailure(artist, 'Update failed', 'Could not update quantity');
    expect((await calls.of('PATCH /api/cart/*')[0]?.response())?.status()).toBe(422);
    await expect(box(artist)).toHaveValue('1');
  });

  test('Removing takes the item out', { tag: '@2' }, async ({ artist, drawing, tee, tag }) => {
    await fillCart(artist.request, drawing, [{ product: tee }, { product: tag }]);
    await artist.goto('/cart');
    await artist.getByRole('button', { name: `Remove ${tee.title}` }).click();
    await expect(line(artist, tee.title)).toHaveCount(0);
    await expect(line(artist, tag.title)).toBeVisible();
    await expect(total(artist)).toHaveText('$13.50');
    await artist.getByRole('button', { name: `Remove ${tag.title}` }).click();
    await expect(artist.getByText('Your cart is empty')).toBeVisible();
  });

  test('DELETE /api/cart/{itemId}: no payload; item removed', { tag: '@7' }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee);
    const { items } = (await (await artist.request.get('/api/cart')).json()) as { items: { id: string }[] };
    const calls = watchCalls(artist);
    await artist.getByRole('button', { name: `Remove ${tee.title}` }).click();
    await expect(artist.getByText('Your cart is empty')).toBeVisible();
    expect(calls.names()).toEqual([`DELETE /api/cart/${items[0]?.id}`]);
    const [call] = calls.of('DELETE /api/cart/*');
    expect([call?.postData(), await call?.headerValue('content-type')]).toEqual([null, null]);
  });

  test('Success toast: Item removed from cart.', { tag: ['@8', '@D31a', '@D45'] }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee);
    await artist.getByRole('button', { name: `Remove ${tee.title}` }).click();
    await expectToast(artist, 'Item removed from cart.');
  });

  test('Removal failure: Remove failed, Could not remove item', { tag: '@8' }, async ({ artist, drawing, tee }) => {
    await openWith(artist, drawing, tee);
    await refuse(artist, 'DELETE /api/cart/*', 503, 'Orders are unavailable right now.');
    await artist.getByRole('button', { name: `Remove ${tee.title}` }).click();
    await expectFailure(artist, 'Remove failed', 'Could not remove item');
    await expect(line(artist, tee.title)).toBeVisible();
  });

  test(
    'Equal lines add up; two lines that differ in one thing stay two',
    { tag: '@D39' },
    async ({ artist, drawing, tee }) => {
      const designConfig = { x: 50, y: 50, scale: 100, rotation: 0 };
      await fillCart(artist.request, drawing, [
        { product: tee, selections: { size: 'M' }, designConfig },
        { product: tee, selections: { size: 'M' }, designConfig },
        { product: tee, selections: { size: 'L' }, designConfig },
        { product: tee, selections: { size: 'M' }, designConfig: { ...designConfig, rotation: 15 } },
      ]);
      await artist.goto('/cart');
      await expect(line(artist, tee.title)).toHaveCount(3);
      expect((await Promise.all((await box(artist).all()).map((each) => each.inputValue()))).sort()).toEqual([
        '1',
        '1',
        '2',
      ]);
    },
  );

  test(
    'A deactivated product: the cart shows "No longer available", counts it neither in subtotal nor in the badge, and it must be removed before checkout',
    { tag: ['@D21', '@D34'] },
    async ({ artist, drawing, office, ownProduct, tee }) => {
      await fillCart(artist.request, drawing, [{ product: tee }, { product: ownProduct }]);
      await changeProduct(office, ownProduct, { active: false });
      await expect
        .poll(async () => ((await (await artist.request.get('/api/cart')).json()) as { itemCount: number }).itemCount)
        .toBe(1);
      await artist.goto('/cart');
      await expect(line(artist, ownProduct.title).getByText('No longer available', { exact: true })).toBeVisible();
      await expect(total(artist)).toHaveText('$24.00');
      await expect(artist.locator('[data-cart-count]')).toHaveText('1');
      await expect(artist.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
      await artist.getByRole('button', { name: `Remove ${ownProduct.title}` }).click();
      await expect(artist.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
    },
  );

  test(
    'The cart always shows and counts the current price',
    { tag: ['@D21', '@D33'] },
    async ({ artist, drawing, office, ownProduct }) => {
      await openWith(artist, drawing, ownProduct, 2);
      await expect(total(artist)).toHaveText('$60.00');
      await changeProduct(office, ownProduct, { basePrice: '31.25' });
      await expect
        .poll(async () => ((await (await artist.request.get('/api/cart')).json()) as { subtotal: string }).subtotal)
        .toBe('62.50');
      await artist.reload();
      await expect(total(artist)).toHaveText('$62.50');
      await expect(line(artist, ownProduct.title).getByText('$62.50', { exact: true })).toBeVisible();
    },
  );

  test(
    'The server is the authority on prices: the unitPrice in POST /api/cart is accepted and ignored',
    { tag: '@D20' },
    async ({ artist, drawing, tee }) => {
      const data = {
        productId: tee.id,
        generatedImageId: drawing.imageId,
        variantSelections: { size: '3XL' },
        quantity: 1,
        unitPrice: '0.01',
      };
      expect((await artist.request.post('/api/cart', { data })).status()).toBe(200);
      await artist.goto('/cart');
      await expect(line(artist, tee.title).getByText('$28.00', { exact: true })).toBeVisible();
    },
  );
});
