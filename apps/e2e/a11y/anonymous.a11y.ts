import { stubCall, delayCall, failCall } from '../support/network.ts';
import { brokenInRender, deploySecond } from '../support/remotes.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';
import { inspectList, inspectToast } from './support/states.ts';

test.describe('every page for anonymous visitors is accessible', () => {
  for (const address of ['/', '/terms', '/privacy', '/no-such-page', '/customize', '/create']) {
    test(address, async ({ anonymousPage: page }) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await inspect(page, address);
    });
  }

  test('a tooltip, and the navigation menu on a phone', async ({ anonymousPage: page }) => {
    await page.goto('/terms');
    await page.getByRole('button', { name: /theme/ }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await inspect(page, 'a tooltip', 'desktop');
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await inspect(page, 'the menu of a phone', 'phone');
  });

  test('a loading page, and a page whose app is down', async ({ anonymousPage: page }) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/remotes/storefront/**', async (route) => {
      await released;
      await route.abort();
    });
    await page.goto('/products');
    await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
    await inspect(page, 'a page loading');
    release();
    await expect(page.getByRole('button', { name: /retry|try again/i })).toBeVisible({ timeout: 30_000 });
    await inspect(page, 'a page whose app is down');
  });

  test('a page that fails to render', async ({ page }) => {
    await deploySecond(page, 'storefront', brokenInRender);
    await page.goto('/products');
    await expect(page.getByText('Something went wrong on this page. Please try again.')).toBeVisible();
    await inspect(page, 'a page that breaks');
  });

  test('/products', async ({ anonymousPage: page }) => {
    await inspectList(page, {
      address: '/products',
      call: 'GET /api/products',
      filled: (shown) => shown.getByRole('link', { name: 'Customize' }),
    });
  });

  test('/products/:slug', async ({ anonymousPage: page }) => {
    await page.goto('/products/classic-pet-portrait-tee');
    await expect(page.getByRole('heading', { level: 1, name: 'Classic Pet Portrait Tee' })).toBeVisible();
    await page.getByText('Is my photo good enough?').click();
    await inspect(page, 'the page of a product');
    await page.getByRole('button', { name: 'Zoom' }).click();
    await page.getByRole('button', { name: 'Enlarge the picture' }).click();
    await inspect(page, 'an enlarged picture');
    await page.goto('/products/no-such-product');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await inspect(page, 'no such product');
  });

  test('/auth', async ({ anonymousPage: page }) => {
    await page.goto('/auth');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Password is required')).toBeVisible();
    await inspect(page, 'signing in, with errors');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await inspectToast(page, 'Login failed');
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('button', { name: 'Create Account', exact: true }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await inspect(page, 'registering, with errors');
  });

  test('/forgot-password', async ({ anonymousPage: page }) => {
    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await inspect(page, 'a reset link for no address');
    await stubCall(page, 'POST /api/forgot-password', {});
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Check Your Email')).toBeVisible();
    await inspect(page, 'a reset link is sent');
  });

  test('/reset-password', async ({ anonymousPage: page }) => {
    await page.goto('/reset-password?token=some');
    await page.getByLabel('New Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: /reset password/i }).click();
    await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
    await inspect(page, 'a new password that is too short');
    await stubCall(page, 'POST /api/reset-password', {});
    await page.getByLabel('New Password', { exact: true }).fill('correct horse');
    await page.getByLabel(/confirm/i).fill('correct horse');
    await page.getByRole('button', { name: /reset password/i }).click();
    await expect(page.getByText('Go to Sign In')).toBeVisible();
    await inspect(page, 'a new password is set');
  });

  test('/confirm-email', async ({ anonymousPage: page }) => {
    await page.goto('/confirm-email?token=some');
    await expect(page.getByRole('button', { name: 'Confirm My Email' })).toBeVisible();
    await inspect(page, 'a link that confirms an address');
    await page.getByRole('button', { name: 'Confirm My Email' }).click();
    await expect(page.getByRole('link', { name: 'Go to Profile' })).toBeVisible();
    await inspect(page, 'a link that does not work');
  });

  test('the contact dialog', async ({ anonymousPage: page }) => {
    await page.goto('/terms');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Send Message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Contact Us' });
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await inspect(page, 'the contact dialog, with errors');
    await failCall(page, 'POST /api/contact', 503, 'Not now.');
    const release = await delayCall(page, 'POST /api/contact');
    for (const [label, words] of [
      ['Name', 'Nora'],
      ['Email', 'nora@example.com'],
      ['Subject', 'A parcel'],
      ['Message', 'Where is it?'],
    ] as const)
      await dialog.getByLabel(label).fill(words);
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    release();
    await inspectToast(page, 'Error');
  });
});
