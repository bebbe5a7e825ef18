import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { fillCart } from '../support/designs.ts';
import { buyerWithAllStatuses } from '../support/orders.ts';
import { expect, test } from '../support/test.ts';

/*
 * Windows' high contrast. The browser replaces colours and removes shadows and gradients; what remains is measured. The
 * system's colours differ between the two schemes.
 */
const SCHEMES = ['light', 'dark'] as const;

interface Edges {
  border: boolean;
  outline: boolean;
  background: string;
  borderColor: string;
}

/** The part of the browser's globals that is used here, as the tests have no DOM types. */
interface PageGlobals {
  getComputedStyle: (element: unknown) => Record<string, string>;
  document: { documentElement: unknown };
}

const readStyle = (element: Locator, property: string): Promise<string> =>
  element.evaluate((one, name) => (globalThis as unknown as PageGlobals).getComputedStyle(one)[name] ?? '', property);

/** The edges of an element that differ from the page's ground. */
const measure = (element: Locator): Promise<Edges> =>
  element.evaluate((one) => {
    const { getComputedStyle, document } = globalThis as unknown as PageGlobals;
    const style = getComputedStyle(one);
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const isSeen = (edge: string): boolean => {
      const color = style[`${edge}Color`] ?? '';
      const isDrawn = parseFloat(style[`${edge}Width`] ?? '') >= 1 && style[`${edge}Style`] !== 'none';
      return isDrawn && color !== canvas && !/^rgba\(.*, 0\)$/.test(color);
    };
    return {
      border: isSeen('borderBottom'),
      outline: isSeen('outline'),
      background: style.backgroundColor ?? '',
      borderColor: style.borderBottomColor ?? '',
    };
  });

const hasBorder = (element: Locator) => expect.poll(async () => (await measure(element)).border).toBe(true);
const hasOutline = (element: Locator) => expect.poll(async () => (await measure(element)).outline).toBe(true);

/** Tabs to the element and looks for its focus ring. */
async function expectFocusRing(page: Page, element: Locator, ring = element): Promise<void> {
  await element.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(element).toBeFocused();
  await hasOutline(ring);
}

/** Shares of the slider's width in which a column has anything but ground: the track's edges and the thumb. */
async function measureSlider(slider: Locator): Promise<{ drawn: number; thumbHeightPx: number }> {
  const { data, info } = await sharp(await slider.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isGround = (x: number, y: number): boolean =>
    [0, 1, 2].every((channel) => {
      const at = (left: number, top: number): number => data[(top * info.width + left) * 3 + channel] ?? 0;
      return Math.abs(at(x, y) - at(0, 0)) < 60;
    });
  const heights = Array.from(
    { length: info.width },
    (_, x) => Array.from({ length: info.height }, (_row, y) => y).filter((y) => !isGround(x, y)).length,
  );
  return { drawn: heights.filter((height) => height > 0).length / info.width, thumbHeightPx: Math.max(...heights) };
}

for (const colorScheme of SCHEMES) {
  const options = { forcedColors: 'active', colorScheme } as const;

  test(`the designer is usable with forced colours, ${colorScheme}`, async ({ openPage, guestDesign }) => {
    const page = await openPage({ ...options, storageState: guestDesign.session });
    const { imageId, imageUrl } = guestDesign;
    await page.goto(`/customize?imageId=${imageId}&imageUrl=${encodeURIComponent(imageUrl)}`);
    const products = page.getByRole('group', { name: 'Choose a product' });
    await products.getByRole('radio', { name: /tee/i }).first().check({ force: true });
    const colors = page.getByRole('group', { name: /^Color/ });
    await colors.getByRole('radio', { name: /Navy/ }).check({ force: true });

    for (const group of [products, colors]) {
      const options = group.locator('label');
      const chosen = await measure(options.filter({ has: page.locator('input:checked') }));
      const other = await measure(options.filter({ hasNot: page.locator('input:checked') }).first());
      expect.soft(other.border).toBe(true);
      expect.soft({ ...chosen, borderColor: '' }).not.toEqual({ ...other, borderColor: '' });
      expect.soft(chosen.borderColor).not.toBe(other.borderColor);
    }
    const swatches = await colors.locator('label > span[style]').all();
    const swatchColors = await Promise.all(swatches.map((swatch) => readStyle(swatch, 'backgroundColor')));
    expect.soft(new Set(swatchColors).size).toBeGreaterThan(2);

    for (const name of ['Scale', 'Rotation']) {
      const slider = page.getByRole('slider', { name, exact: true });
      const { drawn, thumbHeightPx } = await measureSlider(slider);
      expect.soft(drawn, `the track of ${name}`).toBeGreaterThan(0.9);
      expect.soft(thumbHeightPx, `the thumb of ${name}`).toBeGreaterThan(20);
      await expectFocusRing(page, slider);
    }

    const handle = page.getByRole('application');
    await expectFocusRing(page, handle, handle.locator('span').first());
    // It is white, and inverts what is below it.
    const frame = page.locator('.border-dashed.pointer-events-none').first();
    expect.soft(await readStyle(frame, 'borderTopColor')).toMatch(/255, 255, 255|1 1 1|oklab\(1 |oklab\(0\.99/);
    await hasBorder(page.getByRole('button', { name: 'Add to Cart' }));
  });

  test(`cart and checkout are usable with forced colours, ${colorScheme}`, async ({ openPage, guestDesign, tag }) => {
    const page = await openPage({ ...options, storageState: guestDesign.session });
    await fillCart(page.request, guestDesign, [{ product: tag }]);
    await page.goto('/cart');
    await hasBorder(page.getByRole('group', { name: /^Quantity/ }));
    await expectFocusRing(page, page.getByRole('button', { name: 'Increase quantity' }));
    await page.getByRole('button', { name: /^Remove/ }).hover();
    await hasBorder(page.locator('.ui-tooltip'));
    await page.goto('/checkout');
    await hasBorder(page.getByRole('textbox', { name: 'Full Name' }));
    await expectFocusRing(page, page.getByRole('textbox', { name: 'Full Name' }));
    await hasBorder(page.getByRole('button', { name: 'Continue to Payment' }));
    await page.goto('/reset-password');
    await hasBorder(page.locator('[data-toast]'));
  });

  test(`the admin’s screens are usable with forced colours, ${colorScheme}`, async ({ openPage, shop, adminApi }) => {
    await buyerWithAllStatuses(shop);
    const page = await openPage({ ...options, storageState: await adminApi.storageState() });
    await page.goto('/admin?tab=orders');
    for (const variant of ['default', 'secondary', 'outline'])
      await hasBorder(page.locator(`main .ui-badge[data-variant=${variant}]`).first());
    const [active, other] = [page.getByRole('tab', { name: 'Orders' }), page.getByRole('tab', { name: 'Products' })];
    expect.soft((await measure(active)).background).not.toBe((await measure(other)).background);
    await expectFocusRing(page, active);
    await hasBorder(page.getByLabel('Order status'));
    await page.getByRole('link', { name: /^PA-/ }).first().click();
    expect.soft(await readStyle(page.getByRole('dialog'), 'borderLeftStyle')).toBe('solid');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.keyboard.press('ArrowDown');
    await hasOutline(page.locator('.ui-menu-item[data-highlighted]'));
  });
}
