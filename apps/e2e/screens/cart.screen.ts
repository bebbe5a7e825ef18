import type { Locator, Page } from '@playwright/test';
import { change, hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import {
  expect,
  expectPicture,
  fillCart,
  oneArtistPage,
  onePage,
  test,
  type Drawing,
  type SoldProduct,
} from '../support/screens.ts';

const lines = (page: Page): Locator => page.getByRole('main').getByRole('group', { name: /^Quantity of / });
const line = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .locator('ul > li')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const summary = (page: Page): Locator => page.getByRole('main').locator('dl');

interface Item {
  generatedImage: object | null;
  product: { imageUrl: string | null } | null;
}
interface Cart {
  items: Item[];
}
/** The first line of the cart, without some of what is known of it. */
const without = (page: Page, missing: Partial<Item> | ((item: Item) => Partial<Item>)): Promise<void> =>
  change(page, 'GET /api/cart', ({ items: [first, ...others], ...sums }: Cart) => ({
    ...sums,
    items: [{ ...first, ...(typeof missing === 'function' ? missing(first as Item) : missing) }, ...others],
  }));

/** In the print area of a line's product. */
const artworkOf = (page: Page, title: string): Locator => line(page, title).locator('[data-print-area] img');
const PLACED = { x: 30, y: 40, scale: 50, rotation: 0 };

/** A tee of 2XL, which is dearer than its base price, twice; and a tag. */
async function openWithTwo(page: Page, drawing: Drawing, tee: SoldProduct, tag: SoldProduct): Promise<void> {
  await fillCart(page.request, drawing, [
    { product: tag },
    { product: tee, selections: { size: '2XL', color: 'Black' }, designConfig: PLACED, quantity: 2 },
  ]);
  await page.goto('/cart');
  await expect(lines(page)).toHaveCount(2);
}

test.describe('/cart', () => {
  test.describe('empty', () => {
    const page = onePage(async (opened) => opened.goto('/cart'));

    test('Heading Shopping Cart', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { level: 1 })).toHaveText('Shopping Cart');
      await expect(page()).toHaveTitle('Shopping Cart · PetArt');
    });

    test('Empty: Your cart is empty, Start creating AI art and add products to your cart', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { name: 'Your cart is empty', exact: true })).toBeVisible();
      await expect(
        page().getByText('Start creating AI art and add products to your cart', { exact: true }),
      ).toBeVisible();
      await expect(page().getByText('Order Summary')).toHaveCount(0);
    });

    test('Empty: link Create AI Art to /create', { tag: '@2' }, async () => {
      await page().getByRole('link', { name: 'Create AI Art', exact: true }).click();
      await expect(page()).toHaveURL('/create');
    });
  });

  test('Skeleton placeholders while loading', { tag: '@2' }, async ({ artist, drawing, tee }) => {
    await fillCart(artist.request, drawing, [{ product: tee }]);
    const release = await hold(artist, 'GET /api/cart');
    await artist.goto('/cart');
    await expect(artist.getByRole('main').locator('[data-skeleton]')).toHaveCount(3);
    await expect(artist.getByText('Your cart is empty')).toHaveCount(0);
    release();
    await expect(line(artist, tee.title)).toBeVisible();
    await expect(artist.getByRole('main').locator('[data-skeleton]')).toHaveCount(0);
  });

  test.describe('with items', () => {
    const page = oneArtistPage((opened, { drawing, tee, tag }) => openWithTwo(opened, drawing, tee, tag));

    test(
      'With items: list of items plus an Order Summary panel with Subtotal, Shipping shown as Calculated at checkout, and Total',
      { tag: '@2' },
      async ({ tee, tag }) => {
        await expect(page().getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
          tee.title,
          tag.title,
          'Order Summary',
        ]);
        await expect(summary(page()).locator('dt')).toHaveText(['Subtotal', 'Shipping', 'Total']);
        await expect(summary(page()).locator('dd')).toHaveText(['$65.50', 'Calculated at checkout', '$65.50']);
      },
    );

    test('Each item shows: image (generated image url)', { tag: '@2' }, async ({ drawing, tee, tag }) => {
      for (const { title } of [tee, tag])
        await expect(artworkOf(page(), title)).toHaveAttribute('src', drawing.imageUrl);
      await expectPicture(artworkOf(page(), tee.title));
    });

    test(
      'the artwork lies on the product in the chosen colour, where it was placed',
      { tag: '@D18a' },
      async ({ tee }) => {
        const product = line(page(), tee.title).getByRole('img', { name: `Your artwork on ${tee.title}`, exact: true });
        await expect(product).toHaveAttribute('src', '/pictures/classic-tee-black.svg');
        await expect(artworkOf(page(), tee.title)).toBeVisible();
        const [picture, artwork] = [await product.boundingBox(), await artworkOf(page(), tee.title).boundingBox()];
        if (!picture || !artwork) throw new Error('The line has no pictures');
        const { x, y, width, height } = tee.pictureArea;
        expect((artwork.x + artwork.width / 2 - picture.x) / picture.width).toBeCloseTo(
          x + (PLACED.x / 100) * width,
          2,
        );
        expect((artwork.y + artwork.height / 2 - picture.y) / picture.height).toBeCloseTo(
          y + (PLACED.y / 100) * height,
          2,
        );
        expect(artwork.width / picture.width).toBeCloseTo((PLACED.scale / 100) * width, 2);
      },
    );

    test('Each item shows: product title', { tag: '@2' }, async ({ tee, tag }) => {
      await expect(line(page(), tee.title)).toBeVisible();
      await expect(line(page(), tag.title)).toBeVisible();
    });

    test('Each item shows: variant selections as key: value pairs', { tag: '@2' }, async ({ tee, tag }) => {
      await expect(line(page(), tee.title).getByRole('listitem')).toHaveText(['size: 2XL', 'color: Black'], {
        useInnerText: true,
      });
      await expect(line(page(), tag.title).getByRole('listitem')).toHaveCount(0);
    });

    test(
      'Each item shows: a quantity control (minus button, number input with minimum 1, plus button)',
      { tag: '@2' },
      async ({ tee }) => {
        const parts = page()
          .getByRole('group', { name: `Quantity of ${tee.title}` })
          .locator('button, input');
        await expect(parts).toHaveCount(3);
        await expect(parts.nth(0)).toHaveAccessibleName('Decrease quantity');
        await expect(parts.nth(1)).toHaveAttribute('type', 'number');
        await expect(parts.nth(1)).toHaveAttribute('min', '1');
        await expect(parts.nth(1)).toHaveValue('2');
        await expect(parts.nth(2)).toHaveAccessibleName('Increase quantity');
      },
    );

    test('Each item shows: line price', { tag: '@2' }, async ({ tag }) => {
      await expect(line(page(), tag.title).getByText('$13.50', { exact: true })).toBeVisible();
    });

    test('Cart line price = unitPrice times quantity', { tag: '@9' }, async ({ tee }) => {
      await expect(line(page(), tee.title).getByText('$52.00', { exact: true })).toBeVisible();
    });

    test('Each item shows: a remove button', { tag: '@2' }, async ({ tee, tag }) => {
      for (const { title } of [tee, tag])
        await expect(line(page(), title).getByRole('button', { name: `Remove ${title}`, exact: true })).toBeEnabled();
    });

    test('wherever an icon button has no text: a line’s', { tag: '@D45' }, async ({ tee }) => {
      for (const [name, words] of [
        ['Decrease quantity', 'One less'],
        ['Increase quantity', 'One more'],
        [`Remove ${tee.title}`, 'Remove'],
      ] as const) {
        await line(page(), tee.title).getByRole('button', { name, exact: true }).hover();
        await expect(page().getByRole('tooltip')).toHaveText(words);
      }
    });

    test('Buttons: Proceed to Checkout (to /checkout), Continue Shopping (to /products)', { tag: '@2' }, async () => {
      await expect(page().getByRole('link', { name: 'Proceed to Checkout', exact: true })).toHaveAttribute(
        'href',
        '/checkout',
      );
      await expect(page().getByRole('link', { name: 'Continue Shopping', exact: true })).toHaveAttribute(
        'href',
        '/products',
      );
    });
  });

  test('Each item shows: else product image url', { tag: '@2' }, async ({ artist, drawing, tee, tag }) => {
    await without(artist, { generatedImage: null });
    await openWithTwo(artist, drawing, tee, tag);
    await expect(line(artist, tee.title).locator('img')).toHaveAttribute('src', '/pictures/classic-tee-black.svg');
  });

  test('Each item shows: else placeholder', { tag: '@2' }, async ({ artist, drawing, tee, tag }) => {
    await without(artist, ({ product }) => ({
      generatedImage: null,
      product: product && { ...product, imageUrl: null },
    }));
    await openWithTwo(artist, drawing, tee, tag);
    await expect(line(artist, tee.title).locator('img')).toHaveCount(0);
    await expect(line(artist, tee.title).locator('.ui-picture-placeholder svg')).toBeVisible();
  });

  test('Each item shows: product title (fallback Product)', { tag: '@2' }, async ({ artist, drawing, tee, tag }) => {
    await without(artist, { product: null });
    await openWithTwo(artist, drawing, tee, tag);
    await expect(line(artist, 'Product')).toBeVisible();
    await expect(line(artist, tee.title)).toHaveCount(0);
  });

  test(
    'GET /api/cart: no payload; items, subtotal, itemCount',
    { tag: '@7' },
    async ({ artist, drawing, tee, tag }) => {
      const calls = watchCalls(artist);
      await openWithTwo(artist, drawing, tee, tag);
      const [call, ...more] = calls.of('GET /api/cart');
      expect(more).toEqual([]);
      expect(call?.postData()).toBeNull();
      expect(await (await call?.response())?.json()).toMatchObject({
        items: [{ quantity: 2 }, { quantity: 1 }],
        subtotal: '65.50',
        itemCount: 3,
      });
    },
  );

  test(
    'a visitor’s browser asks for the cart only once it has put something in it',
    { tag: ['@4', '@D13'] },
    async ({ passerby }) => {
      const calls = watchCalls(passerby);
      await passerby.goto('/cart');
      await expect(passerby.getByText('Your cart is empty')).toBeVisible();
      for (const name of ['Products', 'Create Art', 'Cart'])
        await passerby.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await expect(passerby.getByText('Your cart is empty')).toBeVisible();
      expect(calls.of('GET /api/cart')).toEqual([]);
    },
  );

  test(
    'GET /api/cart without a session: 200 with the empty cart; it opens no session',
    { tag: ['@D30a', '@D36'] },
    async ({ passerby }) => {
      await passerby.goto('/cart');
      const read = await passerby.evaluate<{ status: number; body: unknown }>(
        "fetch('/api/cart').then(async (answer) => ({ status: answer.status, body: await answer.json() }))",
      );
      expect(read).toEqual({ status: 200, body: { items: [], subtotal: '0.00', itemCount: 0 } });
      expect(await passerby.context().cookies()).toEqual([]);
    },
  );

  test(
    'A cart that can’t be loaded shows a sentence and a Retry button, never the empty state',
    { tag: '@D30a' },
    async ({ artist, drawing, tee }) => {
      await fillCart(artist.request, drawing, [{ product: tee }]);
      await refuse(artist, 'GET /api/cart', 503, 'Orders are unavailable right now. Please try again in a moment.');
      await artist.goto('/cart');
      await expect(
        artist.getByText('Orders are unavailable right now. Please try again in a moment.', { exact: true }),
      ).toBeVisible();
      await expect(artist.getByText('Your cart is empty')).toHaveCount(0);
      await letThrough(artist);
      await artist.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(line(artist, tee.title)).toBeVisible();
    },
  );
});
