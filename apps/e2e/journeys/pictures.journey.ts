import type { Page } from '@playwright/test';
import { shiftsOf, watchShifts } from '../access/support/shifts.ts';
import { must, theAdmin } from '../support/people.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { customizeAddress, expect, test, type SoldProduct } from '../support/screens.ts';
import { chooseProduct } from '../support/steps.ts';

/** D15 */
const COPY_WIDTHS_PX = [320, 640, 1024];
/** Device pixels to a CSS pixel of a good phone. */
const DENSITY = 2;

interface ShownPicture {
  address: string;
  widthPx: number;
}

/** The shop's uploads and artworks that a page shows, as the browser has chosen them, with the room they have. */
const shownPictures = (page: Page): Promise<ShownPicture[]> =>
  page.evaluate(`[...document.querySelectorAll('main img')].filter(({ currentSrc }) => currentSrc.includes('/media/')).map((image) => ({ address: image.currentSrc, widthPx: image.offsetWidth }))`);

const copyWidth = ({ address }: ShownPicture): number => Number(new URL(address).searchParams.get('w') ?? Infinity);
const isNeeded = (picture: ShownPicture): boolean => copyWidth(picture) <= (COPY_WIDTHS_PX.find((width) => width >= picture.widthPx * DENSITY) ?? 1024);

for (const size of [{ width: 1280, height: 900 }, { width: 375, height: 812 }]) {
  test(`a picture that an admin uploads comes as AVIF or WebP, and no wider than its place, wherever the product is bought at ${size.width} px`, async ({ artistAlone: page, drawing, shop }) => {
    const { api } = await theAdmin(shop);
    const { name, mimeType, buffer } = await petPhoto();
    const { url: imageUrl } = await must<{ url: string }>(api.post('/api/admin/product-pictures', { multipart: { image: { name, mimeType, buffer } } }));
    const data = { title: `Photographed ${crypto.randomUUID().slice(0, 8)}`, category: 'hoodie', basePrice: '30.00', imageUrl };
    const product = await must<SoldProduct>(api.post('/api/admin/products', { data }));
    await expect.poll(async () => (await page.request.post('/api/cart', { data: { productId: product.id, generatedImageId: drawing.imageId } })).status()).toBe(200);
    const onProduct = page.getByRole('main').getByRole('img', { name: `Your artwork on ${product.title}` }).first();

    const fetched = new Map<string, string>();
    page.on('response', (response) => {
      if (response.url().includes('/media/')) fetched.set(response.url(), response.headers()['content-type'] ?? '');
    });
    const expectSized = async (): Promise<void> => {
      await expect(onProduct).toBeVisible();
      await expect(onProduct).not.toHaveJSProperty('naturalWidth', 0);
      await page.waitForLoadState('networkidle');
      const pictures = await shownPictures(page);
      expect(pictures.filter(({ address }) => address.includes(imageUrl)), 'places of the product’s picture').not.toEqual([]);
      expect(pictures.filter((picture) => !isNeeded(picture)), 'pictures that are wider than their places need').toEqual([]);
      expect([...fetched].filter(([, type]) => !/^image\/(avif|webp)$/.test(type)), 'pictures that came as something else').toEqual([]);
    };

    await page.setViewportSize(size);
    // The designer's come last: a browser takes a larger copy that it has for a smaller one that it would have to fetch.
    for (const address of ['/cart', '/checkout']) {
      await test.step(address, async () => {
        await page.goto(address);
        await onProduct.scrollIntoViewIfNeeded();
        await expectSized();
      });
    }
    await test.step('the designer', async () => {
      await page.goto(customizeAddress(drawing));
      await chooseProduct(page, product.title);
      await expectSized();
    });
    await must(api.delete(`/api/admin/products/${product.id}`));
  });
}

test('examples that can’t be loaded are drawings on the landing page, and nothing moves for it', async ({ visitor: page }) => {
  await watchShifts(page);
  await page.route('**/*.avif', (route) => route.abort());
  await page.goto('/');
  const pictures = page.getByRole('main').locator('img');
  const hero = page.getByRole('img', { name: 'A T-shirt with a portrait of a kitten in the Modern style' });
  await expect(hero).toHaveClass(/ui-picture-placeholder/);
  // Those further down are asked for where they are come near to.
  await expect(async () => {
    await pictures.first().scrollIntoViewIfNeeded({ timeout: 500 }).catch(() => undefined);
    expect(await pictures.count()).toBe(0);
  }).toPass();
  const { sum, shifts } = await shiftsOf(page);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.01);
});
