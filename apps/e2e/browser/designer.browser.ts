import type { Locator, Page } from '@playwright/test';
import { customizeAddress } from '../support/designs.ts';
import { changeAnswer, delayCall, failCall } from '../support/network.ts';
import { chooseProduct } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

interface Point {
  x: number;
  y: number;
}
interface Box extends Point {
  width: number;
  height: number;
}

const number = (page: Page, name: string): Locator => page.getByRole('spinbutton', { name: `${name}, as a number` });
const printDetail = (page: Page, label: string): Locator =>
  page.getByRole('region', { name: 'In print' }).locator('dt', { hasText: label }).locator('+ dd');
const getCenter = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

async function getBox(target: Locator): Promise<Box> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}

/** Expects the numbers beside the sliders, with the tolerance of a pixel. */
async function expectPlacement(page: Page, placement: Record<string, number>): Promise<void> {
  for (const [name, value] of Object.entries(placement)) {
    await expect
      .poll(async () => Math.abs(Number(await number(page, name).inputValue()) - value), `${name} about ${value}`)
      .toBeLessThan(1);
  }
}

/** The line below the picture: size in inches, quality. */
const line = (page: Page): Locator => page.locator('[aria-hidden]').filter({ hasText: /^[\d.]+ × [\d.]+ in/ });

/** Two-finger gesture in several steps; runs `inBetween` before the fingers are lifted. */
async function pinch(
  page: Page,
  from: readonly Point[],
  to: readonly Point[],
  inBetween: () => Promise<void>,
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const STEPS = 6;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<unknown> =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [...from]);
  for (let step = 1; step <= STEPS; step++) {
    await touch(
      'touchMove',
      from.map(({ x, y }, finger) => ({
        x: x + (((to[finger]?.x ?? x) - x) * step) / STEPS,
        y: y + (((to[finger]?.y ?? y) - y) * step) / STEPS,
      })),
    );
  }
  await inBetween();
  await touch('touchEnd', []);
}

test('an artwork can be placed by mouse, by two fingers, and at its largest sharp size', async ({
  guestWithDesign: page,
  guestDesign,
  tee,
}) => {
  // So few pixels of the animal are not sharp at full size.
  await changeAnswer<object>(page, 'GET /api/artworks/*', (artwork) => ({
    ...artwork,
    detail: { widthPx: 500, isFlat: false },
  }));
  await page.goto(customizeAddress(guestDesign));
  await chooseProduct(page, tee.title);
  const artwork = page.locator('[data-print-area] img').first();
  await expect(artwork).toBeVisible();
  const area = await getBox(page.locator('[data-print-area]').first());
  const middle = getCenter(area);

  await test.step('drag by mouse', async () => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 0.2 * area.width, middle.y - 0.1 * area.height, { steps: 8 });
    // A fifth of the artwork is beyond the edge; the mouse button is still pressed.
    await expect(line(page)).toContainText('12 × ');
    await expect(printDetail(page, 'Printed size')).toHaveText(/^12 × /);
    await page.mouse.up();
    await expectPlacement(page, { 'Position X': 70, 'Position Y': 40, Scale: 100 });
    const { x, y } = getCenter(await getBox(artwork));
    expect(Math.hypot(x - middle.x - 0.2 * area.width, y - middle.y + 0.1 * area.height)).toBeLessThan(3);
  });

  await test.step('two fingers scale and rotate it without scrolling the page', async () => {
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('slider', { name: 'Scale' }).fill('60');
    await expectPlacement(page, { Scale: 60 });
    await expect(line(page)).toHaveText(/^9 × .* in\s*Soft$/);
    const before = await page.evaluate('[scrollY, visualViewport.scale]');
    const { x, y } = getCenter(await getBox(page.locator('[data-print-area]').first()));
    await pinch(
      page,
      [
        { x: x - 40, y },
        { x: x + 40, y },
      ],
      [
        { x, y: y - 60 },
        { x, y: y + 60 },
      ],
      async () => {
        await expect(line(page)).toHaveText(/^13\.5 × .* in\s*Poor$/);
        await expect(printDetail(page, 'Printed size')).toHaveText(/^13\.5 × /);
        await expect(printDetail(page, 'Print quality')).toHaveText(/Poor/);
      },
    );
    await expectPlacement(page, { Scale: 90, Rotation: 90, 'Position X': 50, 'Position Y': 50 });
    expect(await page.evaluate('[scrollY, visualViewport.scale]')).toEqual(before);
  });

  await test.step('the largest sharp size', async () => {
    await expect(printDetail(page, 'Print quality')).toHaveText(/Poor|Soft/);
    await page.getByRole('button', { name: 'Largest sharp size' }).click();
    await expect(printDetail(page, 'Print quality')).toHaveText(/Good/);
    expect(Number(await number(page, 'Scale').inputValue())).toBeLessThan(100);
  });
});

/** Vertical positions of buttons and sliders on the page. */
const CONTROL_POSITIONS = `Object.fromEntries([...document.querySelectorAll('main button, main input[type=range]')].flatMap((control) => {
  const name = control.innerText || control.labels?.[0]?.innerText;
  return ['Add to Cart', 'Reset', 'Center', 'Largest sharp size', 'Scale', 'Position Y'].includes(name) ? [[name, Math.round(control.getBoundingClientRect().top + scrollY)]] : [];
}))`;

test('loading the variants of a product shifts nothing, and a toast covers no control', async ({
  guestWithDesign: page,
  guestDesign,
  catalogue,
}) => {
  // One product of each category, and one with other options than the rest of its category.
  const titles = ['Classic Pet Portrait Tee', 'Kids’ Best Friend Hoodie', 'Slim Case for iPhone', 'Bone Pet Tag'];
  expect(catalogue.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(customizeAddress(guestDesign));
  await page.getByRole('button', { name: 'Fine-tune' }).click();
  const add = page.getByRole('button', { name: 'Add to Cart' });
  const colours = page.getByRole('group', { name: /^Color/ }).getByRole('radio');
  for (const title of titles) {
    const release = await delayCall(page, 'GET /api/products/*');
    await chooseProduct(page, title);
    await expect(add).toBeEnabled();
    await expect(page.getByRole('img', { name: `Your artwork on ${title}` })).toBeVisible();
    const before = await page.evaluate<Record<string, number>>(CONTROL_POSITIONS);
    expect.soft(Object.keys(before), title).toHaveLength(6);
    release();
    await expect(colours.first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'In print' }).getByText(/\d in$/)).toBeVisible();
    expect.soft(await page.evaluate(CONTROL_POSITIONS), title).toEqual(before);
  }

  await page.setViewportSize({ width: 1280, height: 900 });
  await failCall(page, 'POST /api/cart', 503, 'Not now.');
  await add.click();
  const toast = page.locator('[data-toast]');
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8'); // the toast stays while its region has the focus
  for (const control of [add, colours.first()]) {
    for (const block of ['start', 'end']) {
      await control.evaluate((element, where) => {
        (element as unknown as { scrollIntoView: (how: object) => void }).scrollIntoView({
          block: where,
          behavior: 'instant',
        });
      }, block);
      const [above, below] = [await getBox(toast), await getBox(control)];
      const isApart = above.x + above.width <= below.x || below.x + below.width <= above.x;
      expect.soft(isApart, `${String(control)} at the ${block} of the window`).toBe(true);
    }
  }
});

test('on a phone, price and Add to Cart stay and cover nothing that has the focus', async ({
  guestWithDesign: page,
  guestDesign,
  tee,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(customizeAddress(guestDesign));
  await chooseProduct(page, tee.title);
  const bar = page.locator('[data-buy-bar]');
  const add = bar.getByRole('button', { name: 'Add to Cart' });
  const fineTune = page.getByRole('button', { name: 'Fine-tune' });
  const scale = page.getByRole('slider', { name: 'Scale' });
  await expect(add).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText('$');
  await expect(scale).toBeHidden();
  await fineTune.click();
  await expect(scale).toBeVisible();

  // From the first choice to the button: each control is between the preview and the bar when it gets the focus.
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
  await page.getByRole('radio', { name: /\$/ }).first().focus();
  const focused = page.locator(':focus');
  for (let left = 40; left > 0 && (await bar.locator(':focus').count()) === 0; left -= 1) {
    const [box, { y: barTop }] = [await getBox(focused), await getBox(bar)];
    expect.soft(box.y + Math.min(box.height, 44), `${left} controls left`).toBeLessThanOrEqual(barTop);
    await page.keyboard.press('Tab');
  }
  await expect(add).toBeFocused();
});
