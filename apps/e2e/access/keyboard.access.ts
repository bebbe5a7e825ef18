import { box, completeButton, continueButton, LABELS, SHIPPING } from '../support/checkout.ts';
import { letThrough, refuse } from '../support/network.ts';
import { theBuyer } from '../support/orders.ts';
import { expect, test } from '../support/people.ts';
import { customizeAddress, fillCart } from '../support/screens.ts';
import { CARDS, once, takenOver } from '../support/steps.ts';
import { generateButton, onePhoto } from '../support/wizard.ts';
import { expectFocusKept, expectFocusSeen, expectNamedError, pressOn, tabTo, typeInto } from './support/keyboard.ts';

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
      const told = once(
        page,
        `document.querySelector('[role=status][aria-live=assertive]')?.textContent.includes('Your unique pet artwork is ready')`,
      );
      await pressOn(page, generateButton(page));
      await told;
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
      const more = page.getByRole('button', { name: 'Increase quantity' });
      await pressOn(page, more);
      await expect(total).not.toHaveText(before ?? '');
      await expect(more).toBeFocused();
      await pressOn(page, page.getByRole('link', { name: 'Proceed to Checkout' }));
    });
    await test.step('the address: the first field with an error has the focus, and each error is named', async () => {
      await pressOn(page, continueButton(page));
      await expect(box(page, 'Full Name')).toBeFocused();
      await expectNamedError(box(page, 'Full Name'), 'Name is required');
      await expectNamedError(box(page, 'ZIP Code'), 'ZIP code is required');
      for (const name of ['name', 'address', 'city', 'state', 'zip'] as const)
        await typeInto(page, box(page, LABELS[name]), SHIPPING[name]);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
      await tabTo(page, page.getByRole('button', { name: 'Change' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(box(page, 'Full Name')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
    });
    await test.step('the payment', async () => {
      await pressOn(page, completeButton(page));
      await expect(box(page, 'Email')).toBeFocused();
      await expectNamedError(box(page, 'Card number'), 'Your card number is incomplete.');
      for (const [label, words] of [
        ['Email', 'keys@example.com'],
        ['Card number', CARDS.declined],
        ['Expiry', '1234'],
        ['CVC', '123'],
      ] as const)
        await typeInto(page, box(page, label), words);
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-toast]').filter({ hasText: 'Payment Failed' })).toBeVisible();
      await expect(box(page, 'CVC')).toBeFocused();
      await tabTo(page, box(page, 'Card number'), 'Shift+Tab');
      await page.keyboard.type(CARDS.good);
      await pressOn(page, completeButton(page));
      await expect(page.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
    });
  });

  test('what goes when it is pressed hands the focus on', async ({ artistAlone: page, drawing, tee, tag }) => {
    await fillCart(page.request, drawing, [{ product: tee }, { product: tag }]);
    await page.goto('/cart');
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines).toHaveCount(2);
    for (const left of [1, 0]) {
      await pressOn(page, page.getByRole('button', { name: /^Remove/ }).first());
      await expect(lines).toHaveCount(left);
      await expectFocusKept(page);
    }
    await refuse(page, 'GET /api/products', 503, 'The catalogue is not reachable right now.');
    await page.goto('/products');
    const retry = page.getByRole('button', { name: 'Retry' });
    await tabTo(page, retry);
    await letThrough(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
    await expectFocusKept(page);
    await page.goto(customizeAddress(drawing));
    await page.getByRole('radio', { name: new RegExp(tee.title) }).check();
    await page.getByRole('group', { name: /^Size/ }).getByRole('radio', { name: 'M', exact: true }).check();
    await pressOn(page, page.getByRole('button', { name: 'Clear size' }));
    await expect(page.getByRole('group', { name: /^Size/ }).locator('input').first()).toBeFocused();
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
