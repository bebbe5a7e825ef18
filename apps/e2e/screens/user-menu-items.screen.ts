import type { Locator, Page } from '@playwright/test';
import { soWithin } from '@shop/testing/so-within';
import { refuse, watchCalls } from '../support/network.ts';
import { becomes, expect, newPerson, onePageOf, someCustomer, test } from '../support/people.ts';
import { expectFailure } from '../support/screens.ts';

async function itemOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Your account' }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

test.describe('user menu', () => {
  const page = onePageOf(someCustomer, (tab) => tab.goto('/terms'));

  for (const { item, path } of [
    { item: 'Profile', path: '/profile' },
    { item: 'My Orders', path: '/orders' },
    { item: 'My Designs', path: '/designs' },
  ]) {
    test(`${item} goes to ${path}`, { tag: '@2' }, async () => {
      await (await itemOf(page(), item)).click();
      await expect(page()).toHaveURL(path);
      await expect(page().getByRole('heading', { level: 1 })).toHaveText(item);
    });
  }

  test('a sign-out that fails is not retried, and leaves the person signed in', { tag: '@7' }, async () => {
    await refuse(page(), 'POST /api/logout', 503, 'Signing out is unavailable right now.');
    const calls = watchCalls(page());
    await (await itemOf(page(), 'Log Out')).click();
    await expectFailure(page(), 'Logout failed', '503: Signing out is unavailable right now.');
    await expect(page().getByRole('button', { name: 'Your account' })).toBeVisible();
    expect(calls.of('POST /api/logout')).toHaveLength(1);
  });

  test('Signing out ends the session on the server, within a second', { tag: '@D10' }, async ({ passerby, shop }) => {
    const person = await newPerson(shop);
    await becomes(passerby, person);
    await passerby.goto('/terms');
    await (await itemOf(passerby, 'Log Out')).click();
    await expect(passerby.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await soWithin(1_000, async () => (await person.api.get('/api/user')).status() === 401);
  });
});
