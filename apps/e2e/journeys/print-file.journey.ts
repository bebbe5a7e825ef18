import type { Page } from '@playwright/test';
import { ssim } from '@shop/testing/ssim';
import sharp from 'sharp';
import { payByApi, placeOrder } from '../support/checkout.ts';
import { customizeAddress, fillCart } from '../support/designs.ts';
import { getOrder } from '../support/orders.ts';
import { readAnswer } from '../support/accounts.ts';
import { expect, test } from '../support/test.ts';

const PLACEMENTS = [
  { x: 50, y: 50, scale: 100, rotation: 0 },
  { x: 35, y: 65, scale: 70, rotation: 15 },
  { x: 80, y: 20, scale: 150, rotation: 255 },
];
type Placement = (typeof PLACEMENTS)[number];

/** Its other sizes are printed larger: the kind's own area has 4,200 pixels. */
const POSTER = { title: 'Pet Portrait Poster', size: '10 × 10 in', widthPx: 3_000, heightPx: 3_000 };

const SLIDERS = { x: 'Position X', y: 'Position Y', scale: 'Scale', rotation: 'Rotation' } as const;

/** Hides everything except the artwork in its print area, on grey for the comparison. */
const ARTWORK_ONLY = `
  * { visibility: hidden !important; }
  html, [data-print-area] { visibility: visible !important; background: #808080 !important; }
  [data-print-area] img { visibility: visible !important; }`;

/** Of the print area and of the product's picture, which gives the area its height. */
const ALL_PICTURES_LOADED = `[...document.querySelector('[data-print-area]').parentElement.querySelectorAll('img')]
  .every((picture) => picture.complete && picture.naturalWidth > 0)`;

/** Width of a preview on a phone. In larger pictures the artwork differs from the upscaled print file. */
const WIDTH_PX = 120;

/** print-file.spec expects 0.98 for the same picture; upscaling lowers the similarity. */
const MIN_SIMILARITY = 0.96;

interface MadeItem {
  title: string;
  designConfig: Placement;
  printFile: { url: string } | null;
}

async function takePreview(page: Page, placement: Placement): Promise<Buffer> {
  for (const [key, name] of Object.entries(SLIDERS))
    await page.getByRole('slider', { name, exact: true }).fill(String(placement[key as keyof Placement]));
  const area = page.locator('[data-print-area]').first();
  // The ground of the artwork is below it.
  await expect(area.locator('img').last()).toHaveCSS(
    'transform',
    placement.rotation === 0 ? /none|matrix\(1, 0, 0, 1, 0, 0\)/ : /matrix/,
  );
  await expect.poll(() => page.evaluate(ALL_PICTURES_LOADED)).toBe(true);
  return area.screenshot({ style: ARTWORK_ONLY, animations: 'disabled' });
}

async function computeSimilarity(onScreen: Buffer, printFile: Buffer): Promise<number> {
  const { width, height } = await sharp(onScreen).metadata();
  const size = [WIDTH_PX, Math.round((WIDTH_PX * height) / width)] as const;
  const small = (picture: Buffer): Promise<Buffer> =>
    sharp(picture)
      .flatten({ background: '#808080' })
      .resize(...size, { fit: 'fill' })
      .png()
      .toBuffer();
  return ssim(await small(onScreen), await small(printFile));
}

test('the print file matches the preview for all placements, and a poster’s has the pixels of its size', async ({
  openPage,
  customer,
  customerWithDesign: { request },
  adminApi,
  catalogue,
  shop,
}) => {
  test.setTimeout(240_000);
  const product = catalogue.find(({ title }) => title === 'Slim Case for iPhone')!;
  // High density, as the print area ends between the pixels of the screenshot.
  const page = await openPage({ storageState: await request.storageState(), deviceScaleFactor: 4 });
  await page.goto(customizeAddress(customer.design));
  await page.getByRole('radio', { name: new RegExp(`^${product.title}`) }).check();
  const screens: Buffer[] = [];
  for (const placement of PLACEMENTS) screens.push(await takePreview(page, placement));

  const poster = catalogue.find(({ title }) => title === POSTER.title)!;
  await fillCart(request, customer.design, [
    ...PLACEMENTS.map((designConfig) => ({ product, designConfig, selections: { size: 'iPhone 16', color: 'Black' } })),
    { product: poster, designConfig: PLACEMENTS[0]!, selections: { size: POSTER.size } },
  ]);
  const placed = await placeOrder(request);
  await payByApi(request, placed);
  const { id } = await getOrder(shop, placed.orderNumber);
  let items: MadeItem[] = [];
  await expect
    .poll(
      async () => {
        ({ items } = await readAnswer<{ items: MadeItem[] }>(adminApi.get(`/api/admin/orders/${id}`)));
        return items.filter(({ printFile }) => printFile).length;
      },
      { timeout: 120_000 },
    )
    .toBe(PLACEMENTS.length + 1);
  const download = async (item: MadeItem | undefined) => (await adminApi.get(item!.printFile!.url)).body();
  const { width, height } = await sharp(await download(items.find(({ title }) => title === POSTER.title))).metadata();
  expect.soft([width, height]).toEqual([POSTER.widthPx, POSTER.heightPx]);
  for (const [index, placement] of PLACEMENTS.entries()) {
    const file = await download(
      items.find(
        ({ title, designConfig }) =>
          title === product.title && JSON.stringify(designConfig) === JSON.stringify(placement),
      ),
    );
    expect
      .soft(await computeSimilarity(screens[index]!, file), JSON.stringify(placement))
      .toBeGreaterThanOrEqual(MIN_SIMILARITY);
    const another = screens[(index + 1) % PLACEMENTS.length]!;
    expect.soft(await computeSimilarity(another, file), 'with another placement').toBeLessThan(0.9);
  }
});
