import type { Locator, Page } from '@playwright/test';
import { hold } from '../support/network.ts';
import { customizeAddress, expect, test } from '../support/screens.ts';
import { painted } from '../support/steps.ts';
import { expectStill, late, type Row, type Size } from './support/still.ts';
import { forgetShifts, watchShifts } from './support/shifts.ts';

/** Longer than a browser takes what moves for the answer to a click. */
const ANSWER_AFTER_MS = 700;
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 375, height: 812 };
const NARROW = { width: 320, height: 640 };
/** One of each category, and those that have other options than the rest of theirs. */
const PRODUCTS = [
  'Classic Pet Portrait Tee',
  'Kids’ Best Friend Hoodie',
  'Slim Case for iPhone',
  'Round Pet Tag',
  'Bone Pet Tag',
];

const add = (page: Page): Locator => page.getByRole('button', { name: 'Add to Cart' });
const product = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: 'Choose a product' }).getByRole('radio', { name: title });
const colours = (page: Page): Locator => page.getByRole('group', { name: /^Color/ }).getByRole('radio');

/** How far below the page's beginning each of the panels' buttons and sliders stands. */
const placesOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('main button, main input[type=range]')].flatMap((control) => {
    const name = control.innerText || control.labels?.[0]?.innerText;
    return ['Add to Cart', 'Reset', 'Centre', 'Largest sharp size', 'Scale', 'Position Y'].includes(name) ? [[name, Math.round(control.getBoundingClientRect().top + scrollY)]] : [];
  }))`);

for (const size of [DESKTOP, PHONE, NARROW]) {
  test(`whatever comes after a product was chosen, nothing in the designer moves for it at ${size.width} px`, async ({
    artist: page,
    drawing,
  }) => {
    await page.setViewportSize(size);
    const releaseFacts = await hold(page, 'GET /api/artworks/*');
    await page.goto(customizeAddress(drawing));
    await expect(product(page, PRODUCTS[0] ?? '')).toBeVisible();
    for (const title of PRODUCTS) {
      await test.step(title, async () => {
        const release = await hold(page, 'GET /api/products/*');
        await product(page, title).click();
        await expect(add(page)).toBeEnabled();
        await expect(page.getByRole('img', { name: `Your artwork on ${title}` })).toBeVisible();
        const before = await placesOf(page);
        expect(Object.keys(before)).toHaveLength(6);
        release();
        await expect(colours(page).first()).toBeVisible();
        if (title === PRODUCTS[0]) releaseFacts();
        await expect(page.getByRole('region', { name: 'In print' }).getByText(/\d dpi/)).toBeVisible();
        expect.soft(await placesOf(page), title).toEqual(before);
      });
    }
  });
}

test.describe('the designer stays still while it loads', () => {
  const row = (address: string): Row => ({ address, shown: (page) => colours(page).first() });
  const sizes: Size[] = [DESKTOP, PHONE];

  test.beforeEach(async ({ visitor, drawing }) => {
    await visitor.context().addCookies(drawing.session.cookies);
    await watchShifts(visitor);
    await late(visitor, '**/api/**', ANSWER_AFTER_MS);
  });

  test(
    'with the product whose Customize was pressed on /products, and over a reload',
    { tag: '@D31b' },
    async ({ visitor: page, drawing }) => {
      const address = customizeAddress(drawing);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.goto('/products');
        await page
          .getByRole('listitem')
          .filter({ hasText: 'Classic Pet Portrait Tee' })
          .getByRole('link', { name: 'Customize' })
          .click();
        await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await forgetShifts(page);
        // As the wizard goes on by itself.
        await page.evaluate(
          `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new Event('popstate'))`,
        );
        await expectStill(page, row(address), size);

        await page.reload();
        await expectStill(page, row(`${address}, reloaded`), size);
      }
    },
  );

  test('while a product is chosen', async ({ visitor: page, drawing }) => {
    const address = customizeAddress(drawing);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto('/terms');
      await page.evaluate('sessionStorage.clear()');
      await page.goto(address);
      const title = 'Kids’ Best Friend Hoodie';
      const release = await hold(page, 'GET /api/products/*');
      await product(page, title).click();
      await expect(page.getByRole('img', { name: `Your artwork on ${title}` })).toBeVisible();
      await painted(page);
      // What the click itself has moved is no surprise, however late a busy machine draws it.
      await forgetShifts(page);
      release();
      await expectStill(page, row(`${address} with another product`), size);
    }
  });
});
