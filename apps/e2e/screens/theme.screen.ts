import type { Page } from '@playwright/test';
import { letThrough } from '../support/network.ts';
import { becomes, theAdmin } from '../support/people.ts';
import { expect, test } from '../support/screens.ts';

const toggle = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Switch to (dark|light) theme$/ });
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
  test('Theme toggle switches light and dark', { tag: ['@2', '@4'] }, async ({ passerby }) => {
    await passerby.goto('/terms');
    await expectLight(passerby);
    await toggle(passerby).click();
    await expectDark(passerby);
    await toggle(passerby).click();
    await expectLight(passerby);
  });

  test(
    'choice persisted in browser local storage under the key ui-theme',
    { tag: ['@2', '@9'] },
    async ({ passerby }) => {
      await passerby.goto('/terms');
      await toggle(passerby).click();
      expect(await kept(passerby)).toBe('dark');
      await passerby.reload();
      await expectDark(passerby);
      await toggle(passerby).click();
      expect(await kept(passerby)).toBe('light');
      await passerby.reload();
      await expectLight(passerby);
    },
  );

  test('default light', { tag: ['@2', '@9'] }, async ({ passerby }) => {
    await passerby.emulateMedia({ colorScheme: 'dark' });
    await passerby.goto('/terms');
    await expect(toggle(passerby)).toHaveAccessibleName('Switch to dark theme');
    await expectLight(passerby);
    expect(await kept(passerby)).toBeNull();
  });

  test('a kept dark theme is there before any script of the shop has arrived', { tag: '@2' }, async ({ passerby }) => {
    await passerby.addInitScript("localStorage.setItem('ui-theme', 'dark')");
    await passerby.route('**/*.js', (route) => route.abort());
    await passerby.goto('/products');
    await expectDark(passerby);
  });

  test(
    'a phone’s bar is painted like the page’s ground, before any script and after each switch',
    { tag: '@2' },
    async ({ passerby }) => {
      const grounds = (): Promise<[bar: string, page: string]> =>
        passerby.evaluate(`(() => {
        const canvas = document.createElement('canvas').getContext('2d');
        const spelled = (colour) => { canvas.fillStyle = colour; return canvas.fillStyle; };
        return [spelled(document.querySelector('meta[name=theme-color]').content), spelled(getComputedStyle(document.documentElement).backgroundColor)];
      })()`);
      const expectSame = async (): Promise<string> => {
        const [bar, ground] = await grounds();
        expect(bar).toBe(ground);
        return bar;
      };
      await passerby.goto('/terms');
      const light = await expectSame();
      await toggle(passerby).click();
      await expectDark(passerby);
      const dark = await expectSame();
      expect(dark).not.toBe(light);
      await passerby.route('**/*.js', (route) => route.abort());
      await passerby.reload();
      expect(await expectSame()).toBe(dark);
      await letThrough(passerby);
      await passerby.reload();
      await toggle(passerby).click();
      await expectLight(passerby);
      expect(await expectSame()).toBe(light);
    },
  );

  test('the choice holds on pages of every app', { tag: '@2' }, async ({ passerby, shop }) => {
    await passerby.goto('/terms');
    await toggle(passerby).click();
    for (const path of ['/products', '/auth', '/no/such/page', '/admin']) {
      if (path === '/admin') await becomes(passerby, await theAdmin(shop));
      await passerby.goto(path);
      await expect(passerby.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectDark(passerby);
    }
  });
});
