import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { delayCall } from '../support/network.ts';
import { expect, test } from '../support/test.ts';

const toggle = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Switch to (dark|light) theme$/ });

/** Brightness of the page's background (0 to 255), and whether theme-color matches it. */
const LOOK = `(() => {
  const canvas = document.createElement('canvas').getContext('2d');
  const spelled = (colour) => { canvas.fillStyle = colour; return canvas.fillStyle; };
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const sameBar = spelled(document.querySelector('meta[name=theme-color]').content) === spelled(ground);
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return { isLight: (red + green + blue) / 3 > 200, isDark: (red + green + blue) / 3 < 60, sameBar };
})()`;
const LIGHT = { isLight: true, isDark: false, sameBar: true };
const DARK = { isLight: false, isDark: true, sameBar: true };
const look = (page: Page) => expect.poll(() => page.evaluate(LOOK));

test('the theme is light by default, is stored when switched, and is applied before any script', async ({
  openPage,
  adminApi,
}) => {
  const page = await openPage({ colorScheme: 'dark', storageState: await adminApi.storageState() });
  await page.goto('/terms');
  await look(page).toEqual(LIGHT);
  await toggle(page).click();
  await look(page).toEqual(DARK);
  expect.soft(await page.evaluate("localStorage.getItem('ui-theme')")).toBe('dark');
  for (const path of ['/products', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await look(page).toEqual(DARK);
  }
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/products');
  await look(page).toEqual(DARK);
});

test('an error toast is red, at most 420 px wide, and is dismissed by a swipe of 50 px to the right', async ({
  anonymousPage: page,
}) => {
  await page.goto('/reset-password');
  const toast = page.locator('[data-toast]');
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8'); // the toast stays while its region has the focus
  const { dominant } = await sharp(await toast.screenshot({ animations: 'disabled' })).stats();
  expect.soft(dominant.r).toBeGreaterThan(Math.max(dominant.g, dominant.b) + 60);
  const region = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
  await expect.soft(region).toBeFocused();
  expect.soft((await region.boundingBox())?.width).toBe(420);

  const { x = 0, y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
  const swipe = async (rightPx: number): Promise<void> => {
    const [fromX, fromY] = [x + 80, y + height / 2];
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move(fromX + Math.sign(rightPx) * 5, fromY);
    await page.mouse.move(fromX + rightPx, fromY, { steps: 5 });
    await page.mouse.up();
  };
  for (const tooShort of [48, -120]) {
    await swipe(tooShort);
    await expect(toast).toHaveAttribute('data-state', 'open');
  }
  await swipe(52);
  await expect(toast).toHaveCount(0);
});

/** Running and future animations except fades. */
const MOVING = `document.getAnimations().filter(({ effect }) => {
  const fades = effect.getKeyframes().every((frame) => Object.keys(frame).every((name) => ['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name)));
  const isEndless = effect.getComputedTiming().iterations === Infinity;
  return (!fades || isEndless) && effect.getComputedTiming().activeDuration > 10;
}).length`;

test('skeletons and dialogs are animated, except with reduced motion', async ({ anonymousPage: page }) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    const release = await delayCall(page, 'GET /api/products');
    await page.goto('/products');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    expect.soft((await page.evaluate<number>(MOVING)) > 0, reducedMotion).toBe(reducedMotion === 'no-preference');
    release();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});
