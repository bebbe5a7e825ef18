import type { Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { soWithin } from '@shop/testing/so-within';
import { letThrough, refuse, watchCalls } from '../support/network.ts';
import { letterTo } from '../support/letters.ts';
import { becomes, expect, must, newPerson, nobody, onePageOf, type Person, test } from '../support/people.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const complaints = (page: Page) => page.locator('main').getByRole('alert');

/** An account, and the token out of the letter it asked for. */
async function forgetful(shop: Stack): Promise<Person & { token: string }> {
  const person = await newPerson(shop);
  await must(person.api.post('/api/forgot-password', { data: { email: person.email } }));
  const { text } = await letterTo(shop.folder.mail, person.email, /^Choose a new password/);
  return { ...person, token: /\/reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '' };
}

/** Fills in the form that is open, and sends it. */
async function send(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(confirmation);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

async function reset(page: Page, token: string, password: string): Promise<void> {
  await page.goto(`/reset-password?token=${token}`);
  await send(page, password);
}

test.describe('/reset-password', () => {
  test(
    'If the token is absent: toast Invalid Link (This password reset link is invalid. Please request a new one.) and redirect to /forgot-password',
    { tag: ['@2', '@8'] },
    async ({ anonymous }) => {
      await anonymous.goto('/reset-password');
      await expectFailure(anonymous, 'Invalid Link', 'This password reset link is invalid. Please request a new one.');
      await expect(anonymous).toHaveURL('/forgot-password');
    },
  );

  test.describe('the form', () => {
    const page = onePageOf(nobody, (tab) => tab.goto('/reset-password?token=a-token'));
    test.afterEach(() => letThrough(page()));

    test('Form: new password, confirm password', { tag: '@2' }, async () => {
      await expect(page()).toHaveTitle('Reset Password · PetArt');
      await expect(page().locator('main form label')).toHaveText(['New Password', 'Confirm Password']);
      for (const label of ['New Password', 'Confirm Password'])
        await expect(page().getByLabel(label)).toHaveAttribute('type', 'password');
    });

    for (const { rule, password, confirmation, says } of [
      {
        rule: 'password at least 8 characters',
        password: '1234567',
        confirmation: '1234567',
        says: 'Password must be at least 8 characters',
      },
      {
        rule: 'confirmation required (Please confirm your password)',
        password: 'a better horse',
        confirmation: '',
        says: 'Please confirm your password',
      },
      {
        rule: 'must match (Passwords don’t match, shown on the confirmation field)',
        password: 'a better horse',
        confirmation: 'another horse',
        says: "Passwords don't match",
      },
    ]) {
      test(rule, { tag: ['@5', ...(password.length < 8 ? ['@9'] : [])] }, async () => {
        const calls = watchCalls(page());
        await send(page(), password, confirmation);
        await expect(complaints(page())).toHaveText([says]);
        const field = page().getByLabel(password.length < 8 ? 'New Password' : 'Confirm Password');
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(new RegExp(says));
        expect(calls.of('POST /api/reset-password')).toEqual([]);
      });
    }

    test('or Failed to reset password', { tag: '@8' }, async () => {
      await page().route('**/api/reset-password', (route) => route.abort());
      await send(page(), 'a better horse');
      await expectFailure(page(), 'Error', 'Failed to reset password');
    });

    test('not retried', { tag: '@7' }, async () => {
      await refuse(page(), 'POST /api/reset-password', 503, 'Accounts are unavailable right now.');
      const calls = watchCalls(page());
      await send(page(), 'a better horse');
      await expectFailure(page(), 'Error', '503: Accounts are unavailable right now.');
      expect(calls.of('POST /api/reset-password')).toHaveLength(1);
    });
  });

  test(
    'On success shows Password Reset and toast Your password has been reset successfully.',
    { tag: ['@2', '@4', '@8', '@D45'] },
    async ({ anonymous, shop }) => {
      const { token } = await forgetful(shop);
      await reset(anonymous, token, 'a better horse');
      await expectToast(anonymous, 'Your password has been reset successfully.');
      await expect(heading(anonymous)).toHaveText('Password Reset');
      await expect(anonymous.getByLabel('New Password')).toHaveCount(0);
    },
  );

  test('with a Go to Sign In button; the new password signs in', { tag: '@2' }, async ({ passerby, shop }) => {
    const { token, email } = await forgetful(shop);
    await reset(passerby, token, 'a better horse');
    await passerby.getByRole('main').getByRole('link', { name: 'Go to Sign In', exact: true }).click();
    await expect(passerby).toHaveURL('/auth');
    await passerby.getByLabel('Email').fill(email);
    await passerby.getByLabel('Password').fill('a better horse');
    await passerby.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(passerby).toHaveURL('/');
  });

  test('the same for somebody who is signed in meanwhile', { tag: '@D10' }, async ({ passerby, shop }) => {
    const person = await forgetful(shop);
    await becomes(passerby, person);
    await passerby.goto('/');
    await expect(passerby.getByRole('button', { name: 'Your account' })).toBeVisible();
    await reset(passerby, person.token, 'a better horse');
    await expect(
      passerby.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign In' }),
    ).toBeVisible();
    await passerby.getByRole('main').getByRole('link', { name: 'Go to Sign In', exact: true }).click();
    await expect(passerby.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  test('POST /api/reset-password with token and password', { tag: '@7' }, async ({ anonymous, shop }) => {
    const { token } = await forgetful(shop);
    const calls = watchCalls(anonymous);
    await reset(anonymous, token, 'a better horse');
    await expect(heading(anonymous)).toHaveText('Password Reset');
    expect(calls.bodies('POST /api/reset-password')).toEqual([{ token, password: 'a better horse' }]);
  });

  test('resetting ends all sessions', { tag: '@D10' }, async ({ anonymous, shop }) => {
    const { token, api } = await forgetful(shop);
    expect((await api.get('/api/user')).status()).toBe(200);
    await reset(anonymous, token, 'a better horse');
    await expect(heading(anonymous)).toHaveText('Password Reset');
    // Within a second, on every gateway.
    await soWithin(1_000, async () => (await api.get('/api/user')).status() === 401);
  });

  test(
    'Reset failure: Error, server message; a link is good once, then: This password reset link is invalid or has expired.',
    { tag: ['@8', '@D11', '@D31a'] },
    async ({ anonymous, shop }) => {
      const { token, api } = await forgetful(shop);
      await must(api.post('/api/reset-password', { data: { token, password: 'a better horse' } }));
      for (const bad of [token, 'no-such-token']) {
        await reset(anonymous, bad, 'yet another horse');
        await expectFailure(anonymous, 'Error', '400: This password reset link is invalid or has expired.');
        await expect(heading(anonymous)).toHaveText('Reset Password');
      }
    },
  );
});
