import type { Locator, Page } from '@playwright/test';
import { change, refuse, watchCalls } from '../support/network.ts';
import { expect, newPerson, onePageOf, someCustomer, test } from '../support/people.ts';
import {
  expectFailure,
  expectPicture,
  expectToast,
  fillCart,
  registerByCall,
  signInByCall,
} from '../support/screens.ts';

const button = (page: Page): Locator => page.getByRole('button', { name: 'Your account' });
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });

async function logOut(page: Page): Promise<void> {
  await page.goto('/products');
  await button(page).click();
  await item(page, 'Log Out').click();
}

test.describe('navigation bar and footer', () => {
  test.describe('for the signed in', () => {
    const page = onePageOf(someCustomer, async (opened) => opened.goto('/terms'));

    test('a user menu (signed in) in place of the Sign In button', { tag: '@2' }, async () => {
      await expect(button(page())).toBeVisible();
      await expect(page().getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    });

    test('User menu: without profileImageUrl an icon', { tag: '@2' }, async () => {
      await expect(button(page()).locator('svg')).toBeVisible();
      await expect(button(page()).locator('img')).toHaveCount(0);
    });

    test('Header shows first name and the email', { tag: '@2' }, async ({ shop }) => {
      await button(page()).click();
      await expect(page().getByRole('menu').getByText('Pat', { exact: true })).toBeVisible();
      await expect(
        page()
          .getByRole('menu')
          .getByText((await someCustomer(shop)).email, { exact: true }),
      ).toBeVisible();
    });

    test('Items: Profile, My Orders, My Designs, Log Out', { tag: '@2' }, async () => {
      if (!(await page().getByRole('menu').isVisible())) await button(page()).click();
      await expect(page().getByRole('menuitem')).toHaveText(['Profile', 'My Orders', 'My Designs', 'Log Out']);
      for (const [name, address] of [
        ['Profile', '/profile'],
        ['My Orders', '/orders'],
        ['My Designs', '/designs'],
      ] as const)
        await expect(item(page(), name)).toHaveAttribute('href', address);
    });
  });

  test.describe('without a first name', () => {
    const page = onePageOf(
      (shop) => newPerson(shop, {}),
      async (opened) => opened.goto('/terms'),
    );

    test('Header shows the email (once) if no first name', { tag: ['@2', '@D45'] }, async () => {
      await button(page()).click();
      const email = page()
        .getByRole('menu')
        .getByText(/@example\.com$/);
      await expect(email).toHaveCount(1);
      await expect(email).toHaveText(/^pat-[\w-]+@example\.com$/);
    });
  });

  test('User menu: shows the profile image if profileImageUrl exists', { tag: '@2' }, async ({ customer, tee }) => {
    const picture = tee.imageUrl ?? '';
    await change(customer, 'GET /api/user', (user: object) => ({ ...user, profileImageUrl: picture }));
    await customer.goto('/terms');
    const image = button(customer).locator('img');
    await expect(image).toHaveAttribute('src', picture);
    await expectPicture(image);
    await expect(button(customer).locator('svg')).toHaveCount(0);
  });

  test(
    'POST /api/logout: no payload; success clears the current user: Logged out (You have been logged out successfully)',
    { tag: ['@4', '@7', '@8'] },
    async ({ passerby }) => {
      await registerByCall(passerby);
      const calls = watchCalls(passerby);
      await logOut(passerby);
      await expectToast(passerby, 'Logged out', 'You have been logged out successfully');
      const [call, ...more] = calls.of('POST /api/logout');
      expect(more).toEqual([]);
      expect([call?.postData(), await call?.headerValue('content-type')]).toEqual([null, null]);
      await expect(passerby.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
      await expect(button(passerby)).toHaveCount(0);
      expect((await passerby.request.get('/api/user')).status()).toBe(401);
    },
  );

  test(
    'After signing out the browser forgets the user, the cart, orders and designs it held, and goes to /',
    { tag: '@D13a' },
    async ({ passerby, memberDrawing, tee }) => {
      await signInByCall(passerby, memberDrawing.email, 'correct horse');
      await fillCart(passerby.request, memberDrawing, [{ product: tee }]);
      await passerby.goto('/designs');
      await expect(passerby.getByRole('link', { name: 'Create Product' })).toBeVisible();
      await expect(passerby.locator('[data-cart-count]')).not.toHaveText('0');
      await button(passerby).click();
      await item(passerby, 'Log Out').click();
      await expect(passerby).toHaveURL('/');
      await expect(passerby.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
      await expect(passerby.locator('[data-cart-count]')).toHaveCount(0);
      const calls = watchCalls(passerby);
      await passerby.getByRole('link', { name: 'Cart', exact: true }).click();
      await expect(passerby.getByText('Your cart is empty')).toBeVisible();
      expect(calls.names()).toEqual([]);
      await passerby.getByRole('contentinfo').getByRole('link', { name: 'My Designs' }).click();
      await expect(passerby).toHaveURL('/auth');
      expect(calls.of('GET /api/designs')).toEqual([]);
    },
  );

  test(
    'Logout failure: Logout failed, the error message (status: body)',
    { tag: ['@8', '@D31a'] },
    async ({ customer }) => {
      await refuse(
        customer,
        'POST /api/logout',
        503,
        'Accounts are unavailable right now. Please try again in a moment.',
      );
      const calls = watchCalls(customer);
      await logOut(customer);
      await expectFailure(
        customer,
        'Logout failed',
        '503: Accounts are unavailable right now. Please try again in a moment.',
      );
      expect(new URL(customer.url()).pathname).toBe('/products');
      await expect(button(customer)).toBeVisible();
      expect(calls.of('POST /api/logout')).toHaveLength(1);
    },
  );
});
