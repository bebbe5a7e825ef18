import type { Page } from '@playwright/test';
import { hold } from '../support/network.ts';
import { expect, test } from '../support/people.ts';

/** What moves in the page now, or will for longer than an eye sees; a fade may. */
const MOVING = `document.getAnimations().filter(({ effect }) => {
  const fades = effect.getKeyframes().every((frame) => Object.keys(frame).every((name) => ['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name)));
  const isEndless = effect.getComputedTiming().iterations === Infinity;
  return (!fades || isEndless) && effect.getComputedTiming().activeDuration > 10;
}).map(({ animationName, transitionProperty, effect }) => (animationName ?? transitionProperty) + ' of ' + effect.target.className)`;

/** How far in the page stands at once when it is told to move in; a transition of any length would hold it back. */
const SHIFT_AT_ONCE = `(() => {
  const main = document.querySelector('main');
  main.style.paddingLeft = '200px';
  const seen = getComputedStyle(main).paddingLeft;
  main.style.paddingLeft = '';
  return seen;
})()`;

const moving = (page: Page): Promise<string[]> => page.evaluate<string[]>(MOVING);

for (const { reducedMotion, moves } of [
  { reducedMotion: 'reduce', moves: false },
  { reducedMotion: 'no-preference', moves: true },
] as const) {
  test(`who wants ${reducedMotion === 'reduce' ? 'less motion sees nothing move' : 'no less motion sees placeholders breathe and a dialog come in'}`, async ({
    anonymous: page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const release = await hold(page, 'GET /api/products');
    await page.goto('/products');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    expect((await moving(page)).length > 0).toBe(moves);
    release();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('dialog').waitFor();
    if (!moves) expect(await moving(page)).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto');
  });
}

test('who wants less motion sees a new layout at once, not a frame late', async ({ anonymous: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(SHIFT_AT_ONCE)).toBe('200px');
});
