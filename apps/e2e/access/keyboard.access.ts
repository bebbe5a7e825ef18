import { box, completeButton, continueButton, LABELS, SHIPPING } from '../support/checkout.ts';
import { theBuyer } from '../support/orders.ts';
import { expect, test } from '../support/people.ts';
import { takenOver } from '../support/steps.ts';
import { generateButton, onePhoto } from '../support/wizard.ts';
import { expectFocusSeen, expectNamedError, pressOn, tabTo, typeInto } from './support/keyboard.ts';

test.describe('by keyboard alone', () => {
  test('from a photo to a paid order', async ({ visitor: page }) => {
    test.setTimeout(240_000);
    await test.step('past the bar of the page by the skip link', async () => {
      await page.goto('/');
      await takenOver(page);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await expectFocusSeen(page);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Create Your Pet Art' }).first());
      await expect(page.getByRole('main')).toBeFocused();
    });
    await test.step('a photo is chosen', async () => {
      const chooser = page.waitForEvent('filechooser');
      await pressOn(page, page.getByRole('button', { name: 'Choose a photo' }));
      await (await chooser).setFiles(await onePhoto());
      await expect(generateButton(page)).toBeVisible();
    });
    await test.step('a style is chosen by arrow keys, and the artwork is drawn and told', async () => {
      await pressOn(page, generateButton(page));
      await expect(page.locator('[data-toast]')).toContainText('Please choose an art style to continue');
      await expect(page.getByRole('radio').first()).toBeFocused();
      await expectFocusSeen(page);
      await page.keyboard.press('ArrowRight');
      await expectFocusSeen(page);
      await expect(page.getByRole('radio').nth(1)).toBeChecked();
      await typeInto(page, page.getByLabel('Pet name (optional)'), 'Biscuit');
      await pressOn(page, generateButton(page));
      await page.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
    });
    await test.step('the artwork is placed by arrow keys, and where it lies is told', async () => {
      await tabTo(page, page.getByRole('radio', { name: /\$/ }).first());
      await page.keyboard.press('Space');
      await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
      const artwork = page.getByRole('application');
      await tabTo(page, artwork, 'Shift+Tab');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('+');
      await expect(page.getByRole('status').filter({ hasText: /wide/ })).toBeAttached();
      const scale = page.getByRole('slider', { name: 'Scale' });
      await tabTo(page, scale);
      const before = Number(await scale.inputValue());
      await page.keyboard.press('ArrowRight');
      expect(Number(await scale.inputValue())).toBeGreaterThan(before);
      await pressOn(page, page.getByRole('button', { name: 'Add to Cart' }));
      await page.waitForURL('**/cart');
    });
    await test.step('a second one is added, and the total is told', async () => {
      const total = page.getByRole('main').locator('dl [aria-live=polite]');
      await expect(total).toHaveText(/^Total/);
      const before = await total.textContent();
      await pressOn(page, page.getByRole('button', { name: 'Increase quantity' }));
      await expect(total).not.toHaveText(before ?? '');
      await pressOn(page, page.getByRole('link', { name: 'Proceed to Checkout' }));
    });
    await test.step('the address: the first field with an error has the focus, and each error is named', async () => {
      await pressOn(page, continueButton(page));
      await expect(box(page, 'Full Name')).toBeFocused();
      await expectNamedError(box(page, 'Full Name'), 'Name is required');
      await expectNamedError(box(page, 'ZIP Code'), 'ZIP code is required');
      for (const name of ['name', 'address', 'city', 'state', 'zip'] as const) await typeInto(page, box(page, LABELS[name]), SHIPPING[name]);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
    });
    await test.step('the payment', async () => {
      await pressOn(page, completeButton(page));
      await expect(box(page, 'Email')).toBeFocused();
      await expectNamedError(box(page, 'Card number'), 'Your card number is incomplete.');
      for (const [label, words] of [['Email', 'keys@example.com'], ['Card number', '4242424242424242'], ['Expiry', '1234'], ['CVC', '123']] as const) await typeInto(page, box(page, label), words);
      await pressOn(page, completeButton(page));
      await expect(page.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
    });
  });

  test('a dialog holds the focus and gives it back to what opened it', async ({ anonymous: page }) => {
    await page.goto('/terms');
    // The footer stands there before the page's text, which then moves it out of sight.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Send Message' });
    await tabTo(page, opener, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Contact Us' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await pressOn(page, dialog.getByRole('button', { name: 'Send Message' }));
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      await expectFocusSeen(page);
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('the user menu and the menu of a phone give the focus back', async ({ customer: page }) => {
    await page.goto('/terms');
    const account = page.getByRole('button', { name: 'Your account' });
    await pressOn(page, account);
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'My Orders' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();
    await page.setViewportSize({ width: 375, height: 812 });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await pressOn(page, menu);
    await page.keyboard.press('Tab');
    await expect(page.locator('#phone-menu a').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  });

  test('an admin opens an order and comes back to its row', async ({ admin: page, shop }) => {
    const { numbers } = await theBuyer(shop);
    await page.goto('/admin');
    await tabTo(page, page.getByRole('tab', { name: 'Dashboard' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true');
    const row = page.getByRole('link', { name: numbers.shipped });
    await pressOn(page, row);
    const sheet = page.getByRole('dialog');
    await tabTo(page, sheet.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await expect(row).toBeFocused();
  });
});
