import type { Page } from '@playwright/test';
import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import { lettersTo, letterTo } from '../support/letters.ts';
import { expect, newEmail, newPerson, nobody, onePageOf, test } from '../support/people.ts';
import { expectFailure } from '../support/screens.ts';

const WORDS = 'If an account exists with that email, you will receive password reset instructions shortly.';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Fills in the form that is open, and sends it. */
async function send(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link', exact: true }).click();
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await send(page, email);
}

test.describe('/forgot-password', () => {
  test('Email field and button Send Reset Link', { tag: '@2' }, async ({ anonymous }) => {
    await anonymous.goto('/forgot-password');
    await expect(anonymous).toHaveTitle('Forgot Password · PetArt');
    await expect(anonymous.locator('main form label')).toHaveText(['Email']);
    await expect(anonymous.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(anonymous.getByRole('main').getByRole('button')).toHaveText(['Send Reset Link']);
  });

  test(
    'After success shows Check Your Email and the sentence, in place of the form',
    { tag: ['@2', '@4'] },
    async ({ anonymous }) => {
      await ask(anonymous, newEmail('stranger'));
      await expect(heading(anonymous)).toHaveText('Check Your Email');
      await expect(anonymous.getByText(WORDS, { exact: true })).toBeVisible();
      await expect(anonymous.getByLabel('Email')).toHaveCount(0);
    },
  );

  test('with a link back to sign in', { tag: '@2' }, async ({ anonymous }) => {
    await ask(anonymous, newEmail('stranger'));
    await expect(heading(anonymous)).toHaveText('Check Your Email');
    await anonymous.getByRole('main').getByRole('link', { name: 'Back to sign in' }).click();
    await expect(anonymous).toHaveURL('/auth');
  });

  test('POST /api/forgot-password with the email', { tag: '@7' }, async ({ anonymous }) => {
    const calls = watchCalls(anonymous);
    await ask(anonymous, 'Nobody@Example.com ');
    await expect(heading(anonymous)).toHaveText('Check Your Email');
    expect(calls.bodies('POST /api/forgot-password')).toEqual([{ email: 'nobody@example.com' }]);
  });

  test(
    'always answers 200; the letter with the link goes to accounts only',
    { tag: ['@D11', '@D31'] },
    async ({ anonymous, shop }) => {
      const { email } = await newPerson(shop);
      const stranger = newEmail('stranger');
      for (const address of [stranger, email]) {
        const answered = anonymous.waitForResponse('**/api/forgot-password');
        await ask(anonymous, address);
        expect((await answered).status()).toBe(200);
        await expect(anonymous.getByText(WORDS, { exact: true })).toBeVisible();
      }
      const { text } = await letterTo(shop.folder.mail, email, /^Choose a new password/);
      expect(text).toContain(`${shop.url}/reset-password?token=`);
      expect(await lettersTo(shop.folder.mail, stranger)).toEqual([]);
    },
  );

  test(
    'something that is no e-mail address: 400 Invalid email address',
    { tag: '@D37' },
    async ({ anonymous, shop }) => {
      const answer = await anonymous.request.post('/api/forgot-password', {
        headers: { origin: shop.url },
        data: { email: 'nobody' },
      });
      expect([answer.status(), await answer.text()]).toEqual([400, 'Invalid email address']);
    },
  );

  test.describe('refused', () => {
    const page = onePageOf(nobody, (tab) => tab.goto('/forgot-password'));
    test.afterEach(() => letThrough(page()));

    test('email valid', { tag: '@5' }, async () => {
      const calls = watchCalls(page());
      await send(page(), 'nobody');
      await expect(page().locator('main').getByRole('alert')).toHaveText(['Invalid email address']);
      expect(calls.of('POST /api/forgot-password')).toEqual([]);
    });

    test(
      'Forgot password failure: Error, server message; not retried, and the form stays',
      { tag: ['@8', '@7', '@D31a'] },
      async () => {
        await refuse(page(), 'POST /api/forgot-password', 503, 'Accounts are unavailable right now.');
        const release = await hold(page(), 'POST /api/forgot-password');
        const calls = watchCalls(page());
        await send(page(), newEmail());
        await expect(page().getByRole('main').getByRole('button')).toBeDisabled();
        release();
        await expectFailure(page(), 'Error', '503: Accounts are unavailable right now.');
        expect(calls.of('POST /api/forgot-password')).toHaveLength(1);
        await expect(page().getByRole('button', { name: 'Send Reset Link' })).toBeEnabled();
      },
    );

    test('or Failed to send reset email', { tag: '@8' }, async () => {
      await page().route('**/api/forgot-password', (route) => route.abort());
      await send(page(), newEmail());
      await expectFailure(page(), 'Error', 'Failed to send reset email');
    });
  });
});
