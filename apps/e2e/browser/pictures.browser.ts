import type { Locator, Page, Response } from '@playwright/test';
import { waitUntilBuyable, type SoldProduct } from '../support/designs.ts';
import { readAnswer } from '../support/accounts.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/test.ts';

/** Widths of the copies of an upload. */
const COPY_WIDTHS_PX = [320, 640, 1024];
/** Device pixels per CSS pixel of a phone. */
const DENSITY = 2;
const SIZES = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
];

interface DisplayedPicture {
  address: string;
  /** Infinity for uploads and artworks in full size. */
  widthPx: number;
  /** Width of the element. */
  displayedPx: number;
  /** Widths in `srcset`. */
  copiesPx: number[];
}

/** The pictures that the browser has loaded. `null` if one is missing; then it scrolls to it, as pictures load lazily. */
const FIND_PICTURES = `(() => {
  const images = [...document.querySelectorAll('main img')];
  const next = images.find((image) => image.checkVisibility() && (!image.complete || image.naturalWidth === 0 || image.currentSrc === ''));
  next?.scrollIntoView({ behavior: 'instant' });
  if (next) return null;
  return images.filter(({ currentSrc }) => currentSrc !== '').map((image) => {
    const { currentSrc: address, offsetWidth: displayedPx, naturalWidth, srcset } = image;
    const copies = [...srcset.matchAll(/(\\S+) (\\d+)w/g)].map(([, copy, width]) => ({ address: new URL(copy, location.href).href, widthPx: Number(width) }));
    const requestedWidth = new URL(address).searchParams.get('w');
    const own = address.includes('/media/') ? Number(requestedWidth ?? Infinity) : naturalWidth;
    return { address, displayedPx, widthPx: copies.find((copy) => copy.address === address)?.widthPx ?? own, copiesPx: copies.map(({ widthPx }) => widthPx) };
  });
})()`;

const isNeeded = ({ widthPx, displayedPx: placePx, copiesPx }: DisplayedPicture): boolean => {
  const widths = copiesPx.length > 0 ? copiesPx : COPY_WIDTHS_PX;
  return widthPx <= (widths.find((width) => width >= placePx * DENSITY) ?? widths.at(-1) ?? 0);
};

/** Pictures that are wider than each of their elements needs. A browser reuses a large copy for small elements. */
const findTooWide = (pictures: DisplayedPicture[]): DisplayedPicture[] =>
  pictures.filter(({ address }) => !pictures.some((picture) => picture.address === address && isNeeded(picture)));

const isModernFormat = (response: Response): boolean =>
  ['image/avif', 'image/webp'].includes(response.headers()['content-type'] ?? '');

/** Records pictures that fail, or are neither AVIF nor WebP. */
function watchPictures(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image' || !response.url().startsWith('http')) return;
    if (!response.ok() || !isModernFormat(response))
      found.push(`${response.url()}: ${response.status()}, ${response.headers()['content-type']}`);
  });
  return found;
}

/** Expects that all pictures are loaded and none is wider than needed. Returns their URLs. */
async function expectSized(page: Page, first: Locator): Promise<string[]> {
  await expect(first).toBeVisible();
  await expect(first).not.toHaveJSProperty('naturalWidth', 0);
  let shown: DisplayedPicture[] | null = null;
  await expect
    .poll(async () => (shown = await page.evaluate<DisplayedPicture[] | null>(FIND_PICTURES)), { intervals: [50] })
    .not.toBeNull();
  const pictures: DisplayedPicture[] = shown ?? [];
  expect(findTooWide(pictures), 'pictures that are wider than needed').toEqual([]);
  return pictures.map(({ address }) => address);
}

test('pictures are AVIF or WebP and not wider than needed, including an admin’s upload', async ({
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
    // From small to large elements, as a browser prefers a cached larger copy to a download.
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
