import type { Page } from '@playwright/test';
import { soWithin } from '@shop/testing/so-within';
import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import {
  becomes,
  expect,
  must,
  newClient,
  newPerson,
  onePageOf,
  PASSWORD,
  someCustomer,
  test,
  theAdmin,
} from '../support/people.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const CALL = 'POST /api/user/change-password';
const button = (page: Page) => page.locator('main form').getByRole('button');

/** Fills in the form that is open, and sends it. */
async function change(page: Page, current: string, wanted: string, confirmation = wanted): Promise<void> {
  await page.getByLabel('Current Password').fill(current);
  await page.getByLabel('New Password', { exact: true }).fill(wanted);
  await page.getByLabel('Confirm New Password').fill(confirmation);
  await button(page).click();
}

test.describe('/profile', () => {
  test('Requires sign-in, otherwise redirects to /auth', { tag: ['@2', '@6'] }, async ({ anonymous }) => {
    await anonymous.goto('/profile');
    await expect(anonymous).toHaveURL('/auth');
    await expect(anonymous.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  });

  test.describe('of a customer', () => {
    const page = onePageOf(someCustomer, (tab) => tab.goto('/profile'));

    test(
      'Shows read-only email, name (first and last) and role; a new account’s role is user',
      { tag: ['@2', '@3', '@6', '@9'] },
      async ({ shop }) => {
        await expect(page()).toHaveTitle('Profile · PetArt');
        await expect(page().locator('main dt')).toHaveText(['Email', 'Name', 'Role']);
        await expect(page().locator('main dd')).toHaveText([(await someCustomer(shop)).email, 'Pat Doe', 'user']);
        await expect(page().locator('main dl').getByRole('textbox')).toHaveCount(0);
      },
    );

    test('Change Password form: current password, new password, confirm new password', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { name: 'Change Password', exact: true })).toBeVisible();
      await expect(page().locator('main form label')).toHaveText([
        'Current Password',
        'New Password',
        'Confirm New Password',
      ]);
      await expect(page().locator('main form input[type=password]')).toHaveCount(3);
    });

    test('hint Must be at least 8 characters', { tag: '@2' }, async () => {
      await expect(page().locator('main form .ui-field-hint')).toHaveText(['Must be at least 8 characters']);
      await expect(page().getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
        'Must be at least 8 characters',
      );
    });

    test('Button reads Change Password', { tag: '@2' }, async () => {
      await expect(button(page())).toHaveText(['Change Password']);
    });
  });

  test('an admin’s role is admin', { tag: ['@3', '@6'] }, async ({ admin, shop }) => {
    await admin.goto('/profile');
    await expect(admin.locator('main dd').first()).toHaveText((await theAdmin(shop)).email);
    await expect(admin.locator('main dd').last()).toHaveText('admin');
  });

  test(
    'Password changed (Your password has been updated successfully.); POST /api/user/change-password with currentPassword, newPassword',
    { tag: ['@8', '@7'] },
    async ({ passerby, shop }) => {
      const person = await newPerson(shop);
      await becomes(passerby, person);
      const calls = watchCalls(passerby);
      await passerby.goto('/profile');
      await change(passerby, PASSWORD, '12345678');
      await expectToast(passerby, 'Password changed', 'Your password has been updated successfully.');
      expect(calls.bodies(CALL)).toEqual([{ currentPassword: PASSWORD, newPassword: '12345678' }]);
      await must((await newClient(shop)).post('/api/login', { data: { email: person.email, password: '12345678' } }));
    },
  );

  test('Changing the password ends the user’s other sessions', { tag: '@D10' }, async ({ passerby, shop }) => {
    const person = await newPerson(shop);
    await becomes(passerby, person);
    const elsewhere = await newClient(shop);
    await must(elsewhere.post('/api/login', { data: { email: person.email, password: PASSWORD } }));
    await passerby.goto('/profile');
    await change(passerby, PASSWORD, 'a better horse');
    await expectToast(passerby, 'Password changed', 'Your password has been updated successfully.');
    await soWithin(1_000, async () => (await elsewhere.get('/api/user')).status() === 401);
    expect((await passerby.request.get('/api/user')).status()).toBe(200);
  });

  test.describe('Change Password', () => {
    const page = onePageOf(someCustomer, (tab) => tab.goto('/profile'));
    test.afterEach(() => letThrough(page()));

    test('or Changing... while sending', { tag: '@2' }, async () => {
      await refuse(page(), CALL, 400, 'Current password is incorrect');
      const release = await hold(page(), CALL);
      await change(page(), PASSWORD, 'a better horse');
      await expect(button(page())).toHaveText('Changing...');
      await expect(button(page())).toBeDisabled();
      release();
      await expect(button(page())).toHaveText('Change Password');
      await expect(button(page())).toBeEnabled();
    });

    for (const { empty, given } of [
      { empty: 'Current Password', given: ['', 'a better horse', 'a better horse'] },
      { empty: 'New Password', given: [PASSWORD, '', 'a better horse'] },
      { empty: 'Confirm New Password', given: [PASSWORD, 'a better horse', ''] },
    ] as const) {
      test(`all fields required: ${empty}`, { tag: '@5' }, async () => {
        const calls = watchCalls(page());
        await change(page(), given[0], given[1], given[2]);
        await expect(page().getByLabel(empty, { exact: true })).toHaveAttribute('aria-invalid', 'true');
        await expect(page().getByLabel(empty, { exact: true })).toBeFocused();
        await expect(page().locator('main').getByRole('alert')).toHaveCount(1);
        expect(calls.of(CALL)).toEqual([]);
      });
    }

    test('new and confirmation must match (toast New passwords do not match.)', { tag: ['@5', '@D31a'] }, async () => {
      const calls = watchCalls(page());
      await change(page(), PASSWORD, 'a better horse', 'another horse');
      await expectFailure(page(), 'Error', 'New passwords do not match.');
      expect(calls.of(CALL)).toEqual([]);
    });

    test(
      'new at least 8 characters (toast New password must be at least 8 characters.)',
      { tag: ['@5', '@9', '@D31a'] },
      async () => {
        const calls = watchCalls(page());
        await change(page(), PASSWORD, '1234567');
        await expectFailure(page(), 'Error', 'New password must be at least 8 characters.');
        expect(calls.of(CALL)).toEqual([]);
      },
    );

    test(
      'Change password failure: Error, server message: Current password is incorrect',
      { tag: ['@8', '@D37', '@D31a'] },
      async () => {
        await change(page(), 'wrong horse', 'a better horse');
        await expectFailure(page(), 'Error', '400: Current password is incorrect');
      },
    );

    test('or Failed to change password. Please check your current password.', { tag: '@8' }, async () => {
      await page().route('**/api/user/change-password', (route) => route.abort());
      await change(page(), PASSWORD, 'a better horse');
      await expectFailure(page(), 'Error', 'Failed to change password. Please check your current password.');
    });

    test('not retried', { tag: '@7' }, async () => {
      await refuse(page(), CALL, 503, 'Accounts are unavailable right now.');
      const calls = watchCalls(page());
      await change(page(), PASSWORD, 'a better horse');
      await expectFailure(page(), 'Error', '503: Accounts are unavailable right now.');
      expect(calls.of(CALL)).toHaveLength(1);
    });
  });
});
