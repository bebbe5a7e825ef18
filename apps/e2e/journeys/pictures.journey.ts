import type { Locator, Page, Response } from '@playwright/test';
import { shiftsOf, watchShifts } from '../access/support/shifts.ts';
import { payByCall, placeOrder } from '../support/checkout.ts';
import { must, theAdmin } from '../support/people.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { customizeAddress, expect, fillCart, test, type SoldProduct } from '../support/screens.ts';
import { chooseProduct, uploadPhoto } from '../support/steps.ts';
import { previewDrawn } from '../support/wizard.ts';

/** D15 */
const COPY_WIDTHS_PX = [320, 640, 1024];
/** The wall's are drawn in one size for all screens. */
const PREVIEW_PX = 512;
/** Device pixels to a CSS pixel of a good phone. */
const DENSITY = 2;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
];

interface ShownPicture {
  address: string;
  /** Of the picture itself; of an upload or an artwork that is no smaller copy: endless. */
  widthPx: number;
  /** The room that it has. */
  placePx: number;
  /** The widths that the page has of it. */
  copiesPx: number[];
}

/**
 * A page's pictures as the browser has chosen them. `null` as long as one of them has not come: those
 * further down are asked for where they are come near to, so that it goes to the next one. Both in one look at the page, which may
 * draw itself anew between two.
 */
const SHOWN = `(() => {
  const images = [...document.querySelectorAll('main img')];
  const next = images.find((image) => image.checkVisibility() && (!image.complete || image.naturalWidth === 0 || image.currentSrc === ''));
  next?.scrollIntoView({ behavior: 'instant' });
  if (next) return null;
  return images.filter(({ currentSrc }) => currentSrc !== '').map((image) => {
    const { currentSrc: address, offsetWidth: placePx, naturalWidth, srcset } = image;
    const copies = [...srcset.matchAll(/(\\S+) (\\d+)w/g)].map(([, copy, width]) => ({ address: new URL(copy, location.href).href, widthPx: Number(width) }));
    const asked = new URL(address).searchParams.get('w');
    const own = address.includes('/media/') ? Number(asked ?? Infinity) : naturalWidth;
    return { address, placePx, widthPx: copies.find((copy) => copy.address === address)?.widthPx ?? own, copiesPx: copies.map(({ widthPx }) => widthPx) };
  });
})()`;

const isNeeded = ({ address, widthPx, placePx, copiesPx }: ShownPicture): boolean => {
  const madeIn = address.includes('/previews/') ? [PREVIEW_PX] : COPY_WIDTHS_PX;
  const widths = copiesPx.length > 0 ? copiesPx : madeIn;
  return widthPx <= (widths.find((width) => width >= placePx * DENSITY) ?? widths.at(-1) ?? 0);
};

/** One that no place on the page needs so wide: who has a large copy shows it in a small place as well. */
const tooWide = (pictures: ShownPicture[]): ShownPicture[] =>
  pictures.filter(({ address }) => !pictures.some((picture) => picture.address === address && isNeeded(picture)));

const isLight = (response: Response): boolean =>
  ['image/avif', 'image/webp'].includes(response.headers()['content-type'] ?? '');

/** From now on the page's previews have been drawn when they are asked for. What it shows until then is the wall's to tell (style-wall.spec). */
const waitForPreviews = (page: Page): Promise<unknown> =>
  page.route('**/api/uploads/*/previews/*', async (route) => {
    await previewDrawn(page.request, route.request().url());
    await route.fallback();
  });

/** The pictures that come from now on and are not as they should be. */
function watchPictures(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image' || !response.url().startsWith('http')) return;
    if (!response.ok() || !isLight(response))
      found.push(`${response.url()}: ${response.status()}, ${response.headers()['content-type']}`);
  });
  return found;
}

/** Every picture of the page has come, and none is wider than its places need; answers their addresses. */
async function expectSized(page: Page, first: Locator): Promise<string[]> {
  await expect(first).toBeVisible();
  await expect(first).not.toHaveJSProperty('naturalWidth', 0);
  let shown: ShownPicture[] | null = null;
  await expect
    .poll(async () => (shown = await page.evaluate<ShownPicture[] | null>(SHOWN)), { intervals: [50] })
    .not.toBeNull();
  const pictures: ShownPicture[] = shown ?? [];
  expect(tooWide(pictures), 'pictures that are wider than their places need').toEqual([]);
  return pictures.map(({ address }) => address);
}

for (const size of SIZES) {
  test(`a picture that an admin uploads comes as AVIF or WebP, and no wider than its place, wherever the product is shown and bought at ${size.width} px`, async ({
    artistAlone: page,
    drawing,
    shop,
  }) => {
    const { api } = await theAdmin(shop);
    const { name, mimeType, buffer } = await petPhoto();
    const { url: imageUrl } = await must<{ url: string }>(
      api.post('/api/admin/product-pictures', { multipart: { image: { name, mimeType, buffer } } }),
    );
    const data = {
      title: `Photographed ${crypto.randomUUID().slice(0, 8)}`,
      category: 'hoodie',
      basePrice: '30.00',
      imageUrl,
    };
    const product = await must<SoldProduct>(api.post('/api/admin/products', { data }));
    await expect
      .poll(async () =>
        (
          await page.request.post('/api/cart', { data: { productId: product.id, generatedImageId: drawing.imageId } })
        ).status(),
      )
      .toBe(200);
    const onProduct = page
      .getByRole('main')
      .getByRole('img', { name: `Your artwork on ${product.title}` })
      .first();
    const odd = watchPictures(page);
    const expectItSized = async (place: Locator): Promise<void> => {
      expect(
        (await expectSized(page, place)).filter((address) => address.includes(imageUrl)),
        'places of the product’s picture',
      ).not.toEqual([]);
    };

    await page.setViewportSize(size);
    // From small places to large ones: a browser takes a larger copy that it has for a smaller one that it would have to fetch.
    for (const [address, place] of [
      ['/cart', onProduct],
      ['/checkout', onProduct],
      ['/products', page.getByRole('img', { name: product.title, exact: true })],
    ] as const) {
      await test.step(address, async () => {
        await page.goto(address);
        await expectItSized(place);
      });
    }
    await test.step('the designer', async () => {
      await page.goto(customizeAddress(drawing));
      await chooseProduct(page, product.title);
      await expect(onProduct).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectItSized(onProduct);
    });
    expect(odd).toEqual([]);
    await must(api.delete(`/api/admin/products/${product.id}`));
  });

  test(`every picture that leads to an order, and of one, is AVIF, WebP or drawn, and no wider than its place at ${size.width} px`, async ({
    visitor: page,
    memberDrawing,
    tag,
  }) => {
    await page.context().addCookies(memberDrawing.session.cookies);
    await fillCart(page.request, memberDrawing, [{ product: tag }]);
    const order = await placeOrder(page.request);
    expect(await payByCall(page.request, order)).toBe(200);
    const odd = watchPictures(page);
    const picture = page.getByRole('main').locator('img').first();

    await page.setViewportSize(size);
    for (const address of [
      '/',
      '/orders',
      `/order-complete?payment_intent=${order.intentId}`,
      '/products',
      '/designs',
    ]) {
      await test.step(address, async () => {
        await page.goto(address);
        await expectSized(page, picture);
      });
    }
    await test.step('/create', async () => {
      await waitForPreviews(page);
      await uploadPhoto(page, await petPhoto());
      await expect(page.getByText('Your pet in every style.')).toBeVisible({ timeout: 60_000 });
      expect(await expectSized(page, picture)).toHaveLength(5);
    });
    expect(odd).toEqual([]);
  });
}

test('examples that can’t be loaded are drawings on the landing page, and nothing moves for it', async ({
  visitor: page,
}) => {
  await watchShifts(page);
  await page.route('**/*.avif', (route) => route.abort());
  await page.goto('/');
  const pictures = page.getByRole('main').locator('img');
  const hero = page.getByRole('img', { name: 'A T-shirt with a portrait of a kitten in the Modern style' });
  await expect(hero).toHaveClass(/ui-picture-placeholder/);
  // Those further down are asked for where they are come near to.
  await expect(async () => {
    await pictures
      .first()
      .scrollIntoViewIfNeeded({ timeout: 500 })
      .catch(() => undefined);
    expect(await pictures.count()).toBe(0);
  }).toPass();
  const { sum, shifts } = await shiftsOf(page);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.01);
});
