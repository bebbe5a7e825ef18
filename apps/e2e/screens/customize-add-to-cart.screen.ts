import type { Locator, Page, Request } from '@playwright/test';
import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import {
  customizeAddress,
  emptyCart,
  expect,
  expectFailure,
  expectToast,
  fillCart,
  test,
  type Drawing,
  type SoldProduct,
} from '../support/screens.ts';
import { chooseProduct } from '../support/steps.ts';

const add = (page: Page): Locator => page.getByRole('button', { name: 'Add to Cart', exact: true });
const radio = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true });

async function open(page: Page, drawing: Drawing, chosen?: SoldProduct): Promise<void> {
  await page.goto(customizeAddress(drawing));
  await expect(page.getByRole('group', { name: 'Choose a product' })).toBeVisible();
  if (!chosen) return;
  await chooseProduct(page, chosen.title);
  await expect(add(page)).toBeEnabled();
}

/** Adds, and answers with the call that was made for it. */
async function added(page: Page): Promise<Request> {
  const calls = watchCalls(page);
  await add(page).click();
  await expect(page).toHaveURL('/cart');
  const [call, ...more] = calls.of('POST /api/cart');
  expect(more).toEqual([]);
  return call as Request;
}

test.describe('/customize', () => {
  test('Add to Cart is disabled until a product is chosen', { tag: ['@4', '@5'] }, async ({ artist, drawing, tee }) => {
    await open(artist, drawing);
    await expect(add(artist)).toBeDisabled();
    await radio(artist, `${tee.title}, $${tee.basePrice}`).click();
    await expect(add(artist)).toBeEnabled();
  });

  test(
    'Add to Cart is disabled while adding (button reads Adding...)',
    { tag: '@4' },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      const release = await hold(artist, 'POST /api/cart');
      await add(artist).click();
      await expect(artist.getByRole('button', { name: 'Adding...', exact: true })).toBeDisabled();
      await expect(add(artist)).toHaveCount(0);
      release();
      await expect(artist).toHaveURL('/cart');
    },
  );

  test(
    'On success the cart is refreshed and the user goes to /cart',
    { tag: ['@4', '@7'] },
    async ({ artist, drawing, tee, tag }) => {
      await fillCart(artist.request, drawing, [{ product: tag }]);
      await open(artist, drawing, tee);
      await expect(artist.locator('[data-cart-count]')).toHaveText('1');
      await added(artist);
      await expect(artist.locator('[data-cart-count]')).toHaveText('2');
      await expect(artist.getByRole('heading', { name: tee.title })).toBeVisible();
      await expect(artist.getByRole('heading', { name: tag.title })).toBeVisible();
    },
  );

  test(
    'Added to cart! (Your custom product has been added to your cart.)',
    { tag: '@8' },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await add(artist).click();
      await expectToast(artist, 'Added to cart!', 'Your custom product has been added to your cart.');
    },
  );

  test(
    'POST /api/cart: JSON productId, generatedImageId, variantSelections, designConfig, quantity (always 1), unitPrice',
    { tag: '@7' },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await radio(artist, '2XL, +$2.00').click();
      await radio(artist, 'Black').click();
      for (const [name, value] of [
        ['Scale', '65'],
        ['Rotation', '30'],
        ['Position X', '40'],
        ['Position Y', '35'],
      ] as const)
        await artist.getByRole('slider', { name, exact: true }).fill(value);
      const call = await added(artist);
      expect(call.postDataJSON()).toEqual({
        productId: tee.id,
        generatedImageId: drawing.imageId,
        variantSelections: { size: '2XL', color: 'Black' },
        designConfig: { x: 40, y: 35, scale: 65, rotation: 30 },
        quantity: 1,
        unitPrice: '24.00',
      });
      expect(await call.headerValue('content-type')).toBe('application/json');
    },
  );

  test('Size and color are optional and sent only if chosen', { tag: '@5' }, async ({ artist, drawing, tee }) => {
    await open(artist, drawing, tee);
    expect(((await added(artist)).postDataJSON() as { variantSelections: object }).variantSelections).toEqual({});
    await emptyCart(artist.request);
    await open(artist, drawing, tee);
    await radio(artist, 'Black').click();
    expect(((await added(artist)).postDataJSON() as { variantSelections: object }).variantSelections).toEqual({
      color: 'Black',
    });
  });

  test(
    'Without a touch of the sliders the placement is the default one',
    { tag: '@9' },
    async ({ artist, drawing, tag }) => {
      await open(artist, drawing, tag);
      expect((await added(artist)).postDataJSON()).toMatchObject({
        designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
      });
    },
  );

  test(
    'Unit price on add = product basePrice with two decimals. Quantity on add: 1',
    { tag: '@9' },
    async ({ artist, drawing, tag }) => {
      await open(artist, drawing, tag);
      expect((await added(artist)).postDataJSON()).toMatchObject({ unitPrice: '13.50', quantity: 1 });
      await expect(artist.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('1');
      await expect(artist.getByText('$13.50', { exact: true }).first()).toBeVisible();
    },
  );

  test(
    'unit price = base price + the chosen variants’ modifiers',
    { tag: '@D20' },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await radio(artist, '3XL, +$4.00').click();
      await added(artist);
      await expect(artist.getByText('$28.00', { exact: true }).first()).toBeVisible();
    },
  );

  test(
    'Add to cart failure: Error, server message or Failed to add to cart',
    { tag: ['@8', '@D31a'] },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await refuse(artist, 'POST /api/cart', 503, 'Orders are unavailable right now. Please try again in a moment.');
      await add(artist).click();
      await expectFailure(artist, 'Error', '503: Orders are unavailable right now. Please try again in a moment.');
      await expect(add(artist)).toBeEnabled();
      expect(new URL(artist.url()).pathname).toBe('/customize');

      await letThrough(artist);
      await artist.route('**/api/cart', (route) => route.abort());
      await add(artist).click();
      await expectFailure(artist, 'Error', 'Failed to add to cart');
    },
  );

  test(
    'A choice that is not an active variant of the product: 422',
    { tag: '@D20' },
    async ({ artist, drawing, tee }) => {
      await open(artist, drawing, tee);
      await artist.route('**/api/cart', (route) =>
        route.continue({
          postData: JSON.stringify({
            ...(route.request().postDataJSON() as object),
            variantSelections: { size: 'Enormous' },
          }),
        }),
      );
      const calls = watchCalls(artist);
      await add(artist).click();
      await expect(artist.locator('[data-toast=destructive]')).toContainText(/Error422: ./);
      expect((await calls.of('POST /api/cart')[0]?.response())?.status()).toBe(422);
    },
  );

  test('The image must belong to the session', { tag: '@D21' }, async ({ passerby, drawing, tee }) => {
    await open(passerby, drawing, tee);
    await add(passerby).click();
    await expect(passerby.locator('[data-toast=destructive]')).toContainText(/Error4\d\d: ./);
    await expect(passerby.locator('[data-cart-count]')).toHaveCount(0);
    expect(((await (await passerby.request.get('/api/cart')).json()) as { items: [] }).items).toEqual([]);
  });

  test(
    'A guest’s session is opened by the first add-to-cart, and the cart is asked for from then on',
    { tag: '@D13' },
    async ({ artistAlone: artist, drawing, tee }) => {
      await artist.context().clearCookies({ name: 'has-cart' });
      const calls = watchCalls(artist);
      await open(artist, drawing, tee);
      expect(calls.of('GET /api/cart')).toEqual([]);
      await added(artist);
      expect((await artist.context().cookies()).find(({ name }) => name === 'has-cart')).toMatchObject({
        value: '1',
        httpOnly: false,
      });
      await artist.reload();
      await expect(artist.getByRole('heading', { name: tee.title })).toBeVisible();
      expect(calls.of('GET /api/cart')).toHaveLength(1);
    },
  );
});
