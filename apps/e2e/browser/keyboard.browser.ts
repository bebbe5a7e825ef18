import { fillCart } from '../support/designs.ts';
import {
  expectFocusOnPage,
  expectVisibleFocus,
  expectNamedError,
  pressOn,
  tabTo,
  typeInto,
} from '../support/keyboard.ts';
import { restoreCalls, failCall } from '../support/network.ts';
import { textbox, CARDS, completeButton, continueButton, LABELS, SHIPPING, thankYouHeading } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { generateButton, getPhoto } from '../support/wizard.ts';

test('a purchase from photo to payment works by keyboard, with a visible focus at each stop', async ({
  anonymousPage: page,
  tee,
}) => {
  test.setTimeout(240_000);
  await test.step('the skip link skips the navigation', async () => {
    await page.goto('/');
    await expect(page.locator('[data-still]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Create Your Pet Art' }).first());
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('choosing a photo, and a style by arrow keys', async () => {
    const chooser = page.waitForEvent('filechooser');
    await pressOn(page, page.getByRole('button', { name: 'Choose a photo' }));
    await (await chooser).setFiles(await getPhoto());
    await expect(generateButton(page)).toBeVisible();
    await pressOn(page, generateButton(page));
    await expect(page.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expectVisibleFocus(page);
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await typeInto(page, page.getByLabel('Pet name (optional)'), 'Biscuit');
    await pressOn(page, generateButton(page));
    await page.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
  });
  await test.step('placing the artwork by arrow keys', async () => {
    await tabTo(page, page.getByRole('radio', { name: /\$/ }).first());
    await page.keyboard.press('Space');
    // Another test may have added a product without choices.
    const chosen = page.getByRole('radio', { name: new RegExp(`^${tee.title}`) });
    for (let left = 30; left > 0 && !(await chosen.isChecked()); left -= 1) await page.keyboard.press('ArrowDown');
    await expect(chosen).toBeChecked();
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await tabTo(page, page.getByRole('application'), 'Shift+Tab');
    for (const key of ['ArrowLeft', 'Shift+ArrowDown', '+']) await page.keyboard.press(key);
    await expect(page.getByRole('status').filter({ hasText: /wide/ })).toBeAttached();
    const scale = page.getByRole('slider', { name: 'Scale' });
    await tabTo(page, scale);
    const before = Number(await scale.inputValue());
    await page.keyboard.press('ArrowRight');
    expect.soft(Number(await scale.inputValue())).toBeGreaterThan(before);
    await pressOn(page, page.getByRole('button', { name: 'Add to Cart' }));
    await page.waitForURL('**/cart');
  });
  await test.step('cart and address', async () => {
    const selects = page.getByRole('main').locator('select');
    await expect(selects.first()).toBeVisible();
    for (const select of await selects.all()) {
      await tabTo(page, select);
      await page.keyboard.press('ArrowDown');
      await expect(select.locator('option[value=""]')).toHaveCount(0);
      await expect(select).toBeFocused();
    }
    const more = page.getByRole('button', { name: 'Increase quantity' });
    await pressOn(page, more);
    await expect(page.getByRole('spinbutton')).toHaveValue('2');
    await expect(more).toBeFocused();
    await pressOn(page, page.getByRole('link', { name: 'Proceed to Checkout' }));
    await pressOn(page, continueButton(page));
    await expect(textbox(page, 'Full Name')).toBeFocused();
    await expectNamedError(textbox(page, 'ZIP Code'), 'ZIP code is required');
    for (const name of ['name', 'address', 'city', 'state', 'zip'] as const)
      await typeInto(page, textbox(page, LABELS[name]), SHIPPING[name]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused();
  });
  await test.step('payment, declined once', async () => {
    await pressOn(page, completeButton(page));
    await expectNamedError(textbox(page, 'Email'), 'Invalid email address');
    await expect(textbox(page, 'Email')).toBeFocused();
    await typeInto(page, textbox(page, 'Email'), 'keys@example.com');
    await pressOn(page, completeButton(page));
    await expectNamedError(textbox(page, 'Card number'), 'Your card number is incomplete.');
    for (const [label, words] of [
      ['Card number', CARDS.declined],
      ['Expiry', '1234'],
      ['CVC', '123'],
    ] as const)
      await typeInto(page, textbox(page, label), words);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-toast]').filter({ hasText: 'Your card was declined.' })).toBeVisible();
    await tabTo(page, textbox(page, 'Card number'), 'Shift+Tab');
    await page.keyboard.type(CARDS.good);
    await pressOn(page, completeButton(page));
    await expect(thankYouHeading(page)).toBeVisible();
  });
});

test('controls that disappear when pressed move the focus', async ({
  guestWithDesign: page,
  guestDesign,
  tee,
  tag,
}) => {
  await fillCart(
    page.request,
    guestDesign,
    [tee, tag].map((product) => ({ product, selections: {} })),
  );
  await page.goto('/cart');
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  for (const left of [1, 0]) {
    await pressOn(page, page.getByRole('button', { name: /^Remove/ }).first());
    await expect(lines).toHaveCount(left);
    await expectFocusOnPage(page);
  }
  await failCall(page, 'GET /api/products', 503, 'The catalogue is not reachable right now.');
  await page.goto('/products');
  await tabTo(page, page.getByRole('button', { name: 'Retry' }));
  await restoreCalls(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
  await expectFocusOnPage(page);
});

test('dialogs and menus trap the focus and restore it', async ({ customerWithDesign: page }) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const account = page.getByRole('button', { name: 'Your account' });
  await pressOn(page, account);
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'My Orders' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Send Message' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Contact Us' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.setViewportSize({ width: 375, height: 812 });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#phone-menu a').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});
