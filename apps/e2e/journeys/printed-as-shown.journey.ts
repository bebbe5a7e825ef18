import type { Page } from '@playwright/test';
import { ssim } from '@shop/testing/ssim';
import sharp from 'sharp';
import { SHIPPING } from '../support/checkout.ts';
import { allowForPrintFiles, PRINT_FILE_PATIENCE_MS } from '../support/print-files.ts';
import { customizeAddress, expect, fillCart, posted, test } from '../support/screens.ts';

const DESIGNS = [
  { x: 50, y: 50, scale: 100, rotation: 0 },
  { x: 35, y: 65, scale: 70, rotation: 15 },
  { x: 80, y: 20, scale: 150, rotation: 255 },
];
type Design = (typeof DESIGNS)[number];

const SLIDERS = { x: 'Position X', y: 'Position Y', scale: 'Scale', rotation: 'Rotation' } as const;

/** The artwork as it is cut by its print area, without the product, its folds and the handles; grey where nothing is printed, as for the comparison. */
const ARTWORK_ALONE = `
  * { visibility: hidden !important; }
  html, [data-print-area] { visibility: visible !important; background: #808080 !important; }
  [data-print-area] img { visibility: visible !important; }`;

/** Compared about as large as a preview is on a phone: larger, one would compare the artwork as it was drawn with the artwork painted anew for the press. */
const WIDTH_PX = 120;

/** Of the placement itself 0.98 is asked where the press prints the very picture (print-file.spec); here it has painted the artwork anew, which alone may cost 0.03. */
const ALIKE = 0.96;

interface MadeItem {
  designConfig: Design;
  printFile: { url: string } | null;
  printFileFailure: string | null;
}

async function shown(page: Page, design: Design): Promise<Buffer> {
  for (const [key, name] of Object.entries(SLIDERS))
    await page.getByRole('slider', { name, exact: true }).fill(String(design[key as keyof Design]));
  const area = page.locator('[data-print-area]').first();
  await expect(area.locator('img')).toHaveCSS(
    'transform',
    design.rotation === 0 ? /none|matrix\(1, 0, 0, 1, 0, 0\)/ : /matrix/,
  );
  return area.screenshot({ style: ARTWORK_ALONE });
}

async function likeness(onScreen: Buffer, printFile: Buffer): Promise<number> {
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

test('the print file is what the browser showed, wherever the artwork was placed', async ({
  browser,
  member,
  office,
  memberDrawing: drawing,
  catalogue,
  baseURL,
}) => {
  allowForPrintFiles();
  const product = catalogue.find(({ title }) => title === 'Slim Case for iPhone');
  if (!product) throw new Error('The shop sells no case');
  // A screenshot is of whole pixels, and the print area lies between them: the smaller they are, the less of its surroundings comes with it.
  const page = await browser.newPage({ baseURL, storageState: drawing.session, deviceScaleFactor: 4 });
  await page.goto(customizeAddress(drawing));
  await page.getByRole('radio', { name: new RegExp(`^${product.title}`) }).check();
  const screens: Buffer[] = [];
  for (const design of DESIGNS) screens.push(await shown(page, design));
  await page.context().close();

  await fillCart(
    member.request,
    drawing,
    DESIGNS.map((designConfig) => ({ product, designConfig, selections: { size: 'iPhone 16', color: 'Black' } })),
  );
  const { orderNumber, clientSecret } = await posted<{ orderNumber: string; clientSecret: string }>(
    member.request,
    '/api/checkout/shipping',
    SHIPPING,
  );
  await posted(member.request, '/api/sandbox/payments/confirm', {
    clientSecret,
    cardNumber: '4242 4242 4242 4242',
    expiry: '12/34',
    cvc: '123',
  });
  const printed = await printFilesOf(orderNumber);
  for (const [index, design] of DESIGNS.entries()) {
    const file = printed.find(({ designConfig }) => JSON.stringify(designConfig) === JSON.stringify(design))?.file;
    expect(await likeness(screens[index]!, file!), JSON.stringify(design)).toBeGreaterThanOrEqual(ALIKE);
    expect(await likeness(screens[(index + 1) % DESIGNS.length]!, file!), 'that of another').toBeLessThan(0.9);
  }

  async function printFilesOf(number: string): Promise<{ designConfig: Design; file: Buffer }[]> {
    let items: MadeItem[] = [];
    await expect
      .poll(
        async () => {
          const orders = (await (await office.get('/api/admin/orders')).json()) as {
            id: string;
            orderNumber: string;
          }[];
          const id = orders.find((order) => order.orderNumber === number)?.id;
          ({ items } = (await (await office.get(`/api/admin/orders/${id}`)).json()) as { items: MadeItem[] });
          return items.filter(({ printFile }) => printFile).length;
        },
        { timeout: PRINT_FILE_PATIENCE_MS },
      )
      .toBe(DESIGNS.length);
    return Promise.all(
      items.map(async ({ designConfig, printFile }) => ({
        designConfig,
        file: await (await office.get(printFile!.url)).body(),
      })),
    );
  }
});
