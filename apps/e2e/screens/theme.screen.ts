import type { Page } from '@playwright/test';
import { letThrough } from '../support/network.ts';
import { becomes, theAdmin } from '../support/people.ts';
import { expect, test } from '../support/screens.ts';

const toggle = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Switch to (dark|light) theme$/ });
const kept = (page: Page): Promise<unknown> => page.evaluate("localStorage.getItem('ui-theme')");
/** How bright the page's ground is, 0 (black) to 255. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  })()`);
const expectLight = (page: Page) => expect.poll(() => brightness(page)).toBeGreaterThan(200);
const expectDark = (page: Page) => expect.poll(() => brightness(page)).toBeLessThan(60);

test.describe('theme', () => {
  test('Theme toggle switches light and dark', { tag: ['@2', '@4'] }, async ({ visitor }) => {
    await visitor.goto('/terms');
    await expectLight(visitor);
    await toggle(visitor).click();
    await expectDark(visitor);
    await toggle(visitor).click();
    await expectLight(visitor);
  });

  test('choice persisted in browser local storage under the key ui-theme', { tag: ['@2', '@9'] }, async ({ visitor }) => {
    await visitor.goto('/terms');
    await toggle(visitor).click();
    expect(await kept(visitor)).toBe('dark');
    await visitor.reload();
    await expectDark(visitor);
    await toggle(visitor).click();
    expect(await kept(visitor)).toBe('light');
    await visitor.reload();
    await expectLight(visitor);
  });

  test('default light', { tag: ['@2', '@9'] }, async ({ visitor }) => {
    await visitor.emulateMedia({ colorScheme: 'dark' });
    await visitor.goto('/terms');
    await expect(toggle(visitor)).toHaveAccessibleName('Switch to dark theme');
    await expectLight(visitor);
    expect(await kept(visitor)).toBeNull();
  });

  test('a kept dark theme is there before any script of the shop has arrived', { tag: '@2' }, async ({ visitor }) => {
    await visitor.addInitScript("localStorage.setItem('ui-theme', 'dark')");
    await visitor.route('**/*.js', (route) => route.abort());
    await visitor.goto('/products');
    await expectDark(visitor);
    // The page's own HTML: the button has no script yet, and already the icon of the theme it would leave.
    await expect(visitor.locator('button[data-still] .lucide-sun')).toBeVisible();
    await expect(visitor.locator('button[data-still] .lucide-moon')).toBeHidden();
  });

  test('a phone’s bar is painted like the page’s ground, before any script and after each switch', { tag: '@2' }, async ({ visitor }) => {
    const grounds = (): Promise<[bar: string, page: string]> =>
      visitor.evaluate(`(() => {
        const canvas = document.createElement('canvas').getContext('2d');
        const spelled = (colour) => { canvas.fillStyle = colour; return canvas.fillStyle; };
        return [spelled(document.querySelector('meta[name=theme-color]').content), spelled(getComputedStyle(document.documentElement).backgroundColor)];
      })()`);
    const expectSame = async (): Promise<string> => {
      const [bar, ground] = await grounds();
      expect(bar).toBe(ground);
      return bar;
    };
    await visitor.goto('/terms');
    const light = await expectSame();
    await toggle(visitor).click();
    await expectDark(visitor);
    const dark = await expectSame();
    expect(dark).not.toBe(light);
    await visitor.route('**/*.js', (route) => route.abort());
    await visitor.reload();
    expect(await expectSame()).toBe(dark);
    await letThrough(visitor);
    await visitor.reload();
    await toggle(visitor).click();
    await expectLight(visitor);
    expect(await expectSame()).toBe(light);
  });

  test('the choice holds on pages of every app', { tag: '@2' }, async ({ visitor, shop }) => {
    await visitor.goto('/terms');
    await toggle(visitor).click();
    for (const path of ['/products', '/auth', '/no/such/page', '/admin']) {
      if (path === '/admin') await becomes(visitor, await theAdmin(shop));
      await visitor.goto(path);
      await expect(visitor.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectDark(visitor);
    }
  });
});
