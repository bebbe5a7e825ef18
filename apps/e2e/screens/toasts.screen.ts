import type { Locator, Page } from '@playwright/test';
import { FIRST_TOAST_MS, passUntil, stopClock } from '../support/clock.ts';
import { expectRed } from '../support/colours.ts';
import { becomes, expect, nobody, onePageOf, someCustomer, test } from '../support/people.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const toasts = (page: Page): Locator => page.locator('[data-toast]');

/** Two toasts that need no server: each press of the button makes one. */
async function typePasswords(page: Page, wanted: string, confirmation: string): Promise<void> {
  await page.getByLabel('Current Password').fill('correct horse');
  await page.getByLabel('New Password', { exact: true }).fill(wanted);
  await page.getByLabel('Confirm New Password').fill(confirmation);
  await page.getByRole('button', { name: 'Change Password' }).click();
}
const mismatch = (page: Page) => typePasswords(page, 'a better horse', 'another horse');
const short = (page: Page) => typePasswords(page, '1234567', '1234567');

/** Pushes the toast so many pixels to the right, and lets go. */
async function push(page: Page, rightPx: number): Promise<void> {
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('There is no toast to push');
  const [x, y] = [box.x + 80, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + Math.sign(rightPx) * 5, y);
  await page.mouse.move(x + rightPx, y, { steps: 5 });
  await page.mouse.up();
}

test.describe('toasts', () => {
  test('1 at a time', { tag: '@9' }, async ({ customer }) => {
    await customer.goto('/profile');
    await mismatch(customer);
    await expectFailure(customer, 'Error', 'New passwords do not match.');
    await short(customer);
    await expectFailure(customer, 'Error', 'New password must be at least 8 characters.');
    await expect(toasts(customer)).toHaveCount(1);
  });

  test('default display 5000 ms', { tag: '@9' }, async ({ passerby, shop }) => {
    await becomes(passerby, await someCustomer(shop));
    await passerby.clock.install();
    await passerby.goto('/profile');
    await expect(passerby.getByLabel('Current Password')).toBeVisible();
    await stopClock(passerby);
    await mismatch(passerby);
    const passedMs = await passUntil(passerby, () => toasts(passerby).isVisible(), FIRST_TOAST_MS);
    await passerby.clock.runFor(4_999 - passedMs);
    await expect(toasts(passerby)).toHaveAttribute('data-state', 'open');
    await passerby.clock.runFor(passedMs + 1);
    await expect(toasts(passerby)).toHaveCount(0);
  });

  test('destructive style for failures', { tag: '@8' }, async ({ customer }) => {
    await customer.goto('/profile');
    await mismatch(customer);
    await expect(toasts(customer)).toHaveAttribute('data-toast', 'destructive');
    await expectRed(toasts(customer));
  });

  test('swipe-to-dismiss 50 px to the right', { tag: '@9' }, async ({ customer }) => {
    await customer.goto('/profile');
    await mismatch(customer);
    await push(customer, 48);
    await expect(toasts(customer)).toHaveAttribute('data-state', 'open');
    await push(customer, -120);
    await expect(toasts(customer)).toHaveAttribute('data-state', 'open');
    await push(customer, 52);
    await expect(toasts(customer)).toHaveCount(0);
  });

  test('F8 focuses the notification region', { tag: '@9' }, async ({ customer }) => {
    await customer.goto('/profile');
    await mismatch(customer);
    await expect(toasts(customer)).toBeVisible();
    await customer.keyboard.press('F8');
    const region = customer.getByRole('region', { name: 'Notifications (F8)' });
    await expect(region.getByRole('list')).toBeFocused();
  });

  test.describe('viewport', () => {
    const page = onePageOf(nobody, async (tab) => {
      await tab.goto('/reset-password');
      await expectFailure(tab, 'Invalid Link', 'This password reset link is invalid. Please request a new one.');
    });

    test('viewport max width 420px on medium screens', { tag: '@9' }, async () => {
      const viewport = page().getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
      await page().setViewportSize({ width: 900, height: 800 });
      await expect(viewport).toHaveCSS('max-width', '420px');
      expect((await viewport.boundingBox())?.width).toBe(420);
    });
  });

  test('success toasts are written as title (description)', { tag: ['@8', '@D31a'] }, async ({ passerby }) => {
    const email = `pat-${crypto.randomUUID()}@example.com`;
    await passerby.goto('/auth');
    await passerby.getByText('Create an account').click();
    await expect(passerby.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await passerby.getByLabel('Email').fill(email);
    await passerby.getByLabel('Password').fill('correct horse');
    await passerby.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
    await expectToast(passerby, 'Account created!', `Welcome, ${email}`);
  });
});
