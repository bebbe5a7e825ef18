import type { Page } from '@playwright/test';
import { FIRST_TOAST_MS, passUntil, stopClock } from '../support/clock.ts';
import { hold, watchCalls } from '../support/network.ts';
import { becomes, expect, hadSession, someCustomer, test } from '../support/people.ts';
import { expectFailure } from '../support/screens.ts';

const adminLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true });

test.describe('roles and permissions', () => {
  for (const { path, heading } of [
    { path: '/products', heading: 'Our Products' },
    { path: '/create', heading: 'Create' },
    { path: '/cart', heading: 'Shopping Cart' },
    { path: '/checkout', heading: 'Checkout' },
  ]) {
    test(
      `Anonymous visitors: browse, create art, use the cart and checkout (no client-side sign-in check on these): ${path}`,
      { tag: '@6' },
      async ({ anonymous }) => {
        await anonymous.goto(path);
        await expect(anonymous.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(anonymous.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
        await expect(anonymous).toHaveURL(path);
      },
    );
  }

  for (const { path, heading } of [
    { path: '/profile', heading: 'Profile' },
    { path: '/orders', heading: 'My Orders' },
    { path: '/designs', heading: 'My Designs' },
  ]) {
    test(`Signed-in: profile, orders, designs: ${path}`, { tag: '@6' }, async ({ customer }) => {
      await customer.goto(path);
      await expect(customer.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(customer.getByRole('button', { name: 'Your account' })).toBeVisible();
      await expect(customer).toHaveURL(path);
    });
  }

  test('Admin: sees the Admin link', { tag: ['@6', '@2'] }, async ({ admin }) => {
    await admin.goto('/terms');
    await adminLink(admin).click();
    await expect(admin).toHaveURL('/admin');
  });

  test('others do not see it', { tag: ['@6', '@2'] }, async ({ customer, anonymous }) => {
    await customer.goto('/terms');
    await expect(customer.getByRole('button', { name: 'Your account' })).toBeVisible();
    await expect(adminLink(customer)).toHaveCount(0);
    await anonymous.goto('/terms');
    await expect(anonymous.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(adminLink(anonymous)).toHaveCount(0);
  });

  for (const path of ['/admin', '/nimda'] as const) {
    for (const who of ['A non-admin', 'The anonymous'] as const) {
      const tags = ['@6', '@8', '@9', ...(who === 'The anonymous' ? ['@D31e'] : [])];

      test(
        `${who} on ${path}, once loading ends, gets toast Unauthorized / Admin access required and is sent to / after 0.5 seconds`,
        { tag: tags },
        async ({ passerby, shop }) => {
          await (who === 'A non-admin' ? becomes(passerby, await someCustomer(shop)) : hadSession(passerby, shop));
          await passerby.clock.install();
          const release = await hold(passerby, 'GET /api/user');
          await passerby.goto(path);
          await expect(passerby.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
          await stopClock(passerby);
          await passerby.clock.runFor(2_000);
          await expect(passerby.locator('[data-toast]')).toHaveCount(0);

          const answered = passerby.waitForResponse('**/api/user');
          release();
          await (await answered).finished();
          const passedMs = await passUntil(
            passerby,
            () => passerby.locator('[data-toast]').isVisible(),
            FIRST_TOAST_MS,
          );
          await expectFailure(passerby, 'Unauthorized', 'Admin access required');
          await passerby.clock.runFor(499 - passedMs);
          expect(await passerby.evaluate('location.pathname')).toBe(path);
          await passerby.clock.runFor(passedMs + 1);
          expect(await passerby.evaluate('location.pathname')).toBe('/');
        },
      );

      test(
        `Admin queries run only for admins: none on ${path} for ${who.toLowerCase()}`,
        { tag: ['@6', '@7', ...(who === 'The anonymous' ? ['@D31e'] : [])] },
        async ({ customer, anonymous }) => {
          const page = who === 'A non-admin' ? customer : anonymous;
          const calls = watchCalls(page);
          const files: string[] = [];
          page.on('request', (request) => files.push(new URL(request.url()).pathname));
          await page.goto(path);
          await page.waitForURL('/');
          expect(calls.of('GET /api/admin/*')).toEqual([]);
          expect(files.length).toBeGreaterThan(2);
          expect(
            files.filter((file) => file.startsWith('/remotes/admin/')),
            'files of the admins’ app',
          ).toEqual([]);
        },
      );
    }
  }
});
