import type { Locator, Page, Response } from '@playwright/test';
import { waitUntilBuyable, type SoldProduct } from '../support/designs.ts';
import { readAnswer } from '../support/accounts.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/test.ts';

/** The widths in which copies of an upload are served. */
const COPY_WIDTHS_PX = [320, 640, 1024];
/** Device pixels to a CSS pixel of a good phone. */
const DENSITY = 2;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
];

interface ShownPicture {
  address: string;
  /** Infinity for an upload or an artwork in full size. */
  widthPx: number;
  /** The width of its element. */
  placePx: number;
  /** The widths that the page offers. */
  copiesPx: number[];
}

/** A page's pictures as the browser has chosen them. `null` while one has not loaded: it is scrolled to, since pictures load lazily. */
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

const isNeeded = ({ widthPx, placePx, copiesPx }: ShownPicture): boolean => {
  const widths = copiesPx.length > 0 ? copiesPx : COPY_WIDTHS_PX;
  return widthPx <= (widths.find((width) => width >= placePx * DENSITY) ?? widths.at(-1) ?? 0);
};

/** Wider than any place on the page needs: a browser that has a large copy shows it in a small place as well. */
const tooWide = (pictures: ShownPicture[]): ShownPicture[] =>
  pictures.filter(({ address }) => !pictures.some((picture) => picture.address === address && isNeeded(picture)));

const isLight = (response: Response): boolean =>
  ['image/avif', 'image/webp'].includes(response.headers()['content-type'] ?? '');

/** Records pictures that fail, or are neither AVIF nor WebP. */
function watchPictures(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image' || !response.url().startsWith('http')) return;
    if (!response.ok() || !isLight(response))
      found.push(`${response.url()}: ${response.status()}, ${response.headers()['content-type']}`);
  });
  return found;
}

/** Every picture of the page has loaded, and none is wider than its places need; returns their addresses. */
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

test('pictures come as AVIF or WebP and no wider than their place, an admin’s upload as well', async ({
  guestWithDesign: page,
  guestDesign,
  adminApi,
}) => {
  const { name, mimeType, buffer } = await petPhoto();
  const { url: imageUrl } = await readAnswer<{ url: string }>(
    adminApi.post('/api/admin/product-pictures', { multipart: { image: { name, mimeType, buffer } } }),
  );
  const data = { title: 'Photographed', category: 'hoodie', basePrice: '30.00', imageUrl };
  const product = await readAnswer<SoldProduct>(adminApi.post('/api/admin/products', { data }));
  await waitUntilBuyable(page.request, product.id, guestDesign.imageId);
  const odd = watchPictures(page);
  const main = page.getByRole('main');

  for (const size of SIZES) {
    await page.setViewportSize(size);
    // From small places to large ones: a browser prefers a larger copy that it has to a smaller one that it would have to fetch.
    for (const [address, first] of [
      ['/cart', main.getByRole('img', { name: 'Your artwork on Photographed' })],
      ['/products', main.getByRole('img', { name: 'Photographed', exact: true })],
      ['/', main.locator('img').first()],
    ] as const) {
      await test.step(`${address} at ${size.width} px`, async () => {
        await page.goto(address);
        const addresses = await expectSized(page, first);
        if (address !== '/') expect.soft(addresses.some((shown) => shown.includes(imageUrl))).toBe(true);
      });
    }
  }
  expect(odd).toEqual([]);
  await readAnswer(adminApi.delete(`/api/admin/products/${product.id}`));
});
