import type { Page } from '@playwright/test';
import { stopClock } from '../support/clock.ts';
import { refuse } from '../support/network.ts';
import { expect, nobody, onePageOf, someCustomer, test, theAdmin } from '../support/people.ts';
import { painted } from '../support/steps.ts';

const themeButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' });
const cartButton = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Cart' });
const away = (page: Page) => page.getByRole('heading', { level: 1 }).hover();

test.describe('tooltips', () => {
  test.describe('delays', () => {
    test.beforeEach(async ({ passerby }) => {
      await passerby.clock.install();
      await passerby.goto('/terms');
      await expect(passerby.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      await stopClock(passerby);
    });

    test('Tooltip open delay 700 ms', { tag: '@9' }, async ({ passerby }) => {
      await themeButton(passerby).hover();
      await passerby.clock.runFor(699);
      await expect(passerby.getByRole('tooltip')).toHaveCount(0);
      await passerby.clock.runFor(1);
      await expect(passerby.getByRole('tooltip')).toHaveText('Switch to dark theme');
    });

    test(
      'skip delay 300 ms: within it the next tooltip opens at once, after it the open delay counts again',
      { tag: '@9' },
      async ({ passerby }) => {
        await themeButton(passerby).hover();
        await passerby.clock.runFor(700);
        await away(passerby);
        await passerby.clock.runFor(100);
        await expect(passerby.getByRole('tooltip')).toHaveCount(0);
        await passerby.clock.runFor(299);
        await cartButton(passerby).hover();
        await expect(passerby.getByRole('tooltip')).toHaveText('Cart');

        await away(passerby);
        await passerby.clock.runFor(100);
        await expect(passerby.getByRole('tooltip')).toHaveCount(0);
        await passerby.clock.runFor(300);
        await themeButton(passerby).hover();
        await passerby.clock.runFor(699);
        await expect(passerby.getByRole('tooltip')).toHaveCount(0);
        await passerby.clock.runFor(1);
        await expect(passerby.getByRole('tooltip')).toHaveText('Switch to dark theme');
      },
    );
  });

  /** Every button and link of a page that shows nothing but an icon, by its name, and what its tooltip says. */
  async function iconsAndTooltips(page: Page): Promise<[name: string, tooltip: string][]> {
    const icons = page
      .locator('button:visible, a:visible')
      .filter({ has: page.locator('svg, img') })
      .filter({ hasNotText: /\S/ });
    const found: [string, string][] = [];
    for (const icon of await icons.all()) {
      const name = (await icon.getAttribute('aria-label')) ?? '';
      await icon.hover();
      const tooltip = page.getByRole('tooltip');
      await expect(tooltip, name).toBeVisible({ timeout: 2_000 });
      found.push([name, await tooltip.innerText()]);
      await page.mouse.move(0, 450);
      await expect(tooltip).toHaveCount(0);
    }
    return found;
  }

  test.describe('for the anonymous', () => {
    const page = onePageOf(nobody, (tab) => tab.goto('/terms'));

    test('wherever an icon button has no text: navigation bar', { tag: '@D45' }, async () => {
      await expect(page().getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      expect(await iconsAndTooltips(page())).toEqual([
        ['Switch to dark theme', 'Switch to dark theme'],
        ['Cart', 'Cart'],
      ]);
    });

    test('wherever an icon button has no text: contact dialog', { tag: '@D45' }, async () => {
      await page().getByRole('contentinfo').getByRole('button', { name: 'Send Message' }).click();
      const dialog = page().getByRole('dialog');
      await dialog.getByRole('button', { name: 'Close' }).hover();
      await expect(page().getByRole('tooltip')).toHaveText('Close');
    });
  });

  test.describe('for the signed in', () => {
    const page = onePageOf(someCustomer, (tab) => tab.goto('/terms'));

    test('wherever an icon button has no text: user menu', { tag: '@D45' }, async () => {
      await expect(page().getByRole('button', { name: 'Your account' })).toBeVisible();
      expect(await iconsAndTooltips(page())).toEqual([
        ['Switch to dark theme', 'Switch to dark theme'],
        ['Cart', 'Cart'],
        ['Your account', 'Your account'],
      ]);
    });

    test('wherever an icon button has no text: a toast', { tag: '@D45' }, async () => {
      await refuse(page(), 'POST /api/logout', 500, '');
      await page().getByRole('button', { name: 'Your account' }).click();
      await page().getByRole('menuitem', { name: 'Log Out' }).click();
      await page().locator('[data-toast]').getByRole('button', { name: 'Close notification' }).hover();
      await expect(page().getByRole('tooltip')).toHaveText('Close notification');
    });
  });

  test.describe('for admins', () => {
    const page = onePageOf(theAdmin, (tab) => tab.goto('/admin?tab=products'));

    test('wherever an icon button has no text: a product’s edit and delete', { tag: '@D45' }, async () => {
      for (const label of ['Edit', 'Delete']) {
        await page()
          .getByRole('button', { name: new RegExp(`^${label} `) })
          .first()
          .hover();
        await expect(page().getByRole('tooltip')).toHaveText(label);
      }
    });

    test(
      'wherever an icon button has no text: a variant’s edit, in its product’s dialog',
      { tag: '@D45' },
      async () => {
        await page().getByRole('button', { name: 'Edit Classic Pet Portrait Tee', exact: true }).click();
        const dialog = page().getByRole('dialog', { name: 'Edit Product', exact: true });
        const edit = dialog.getByRole('button', { name: 'Edit 2XL', exact: true });
        // What scrolls takes a tooltip away: it is brought into sight before the pointer comes.
        await edit.scrollIntoViewIfNeeded();
        await painted(page());
        await edit.hover();
        await expect(page().getByRole('tooltip')).toHaveText('Edit');
      },
    );
  });
});
