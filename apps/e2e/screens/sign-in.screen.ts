import type { Page } from '@playwright/test';
import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import { expect, newEmail, newPerson, nobody, onePageOf, PASSWORD, test } from '../support/people.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

/** Fills in the form that is open, and sends it. */
async function send(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await send(page, email, password);
}

const complaints = (page: Page) => page.locator('main').getByRole('alert');

test.describe('/auth, signing in', () => {
  test('Welcome back! (Logged in as the user’s email)', { tag: '@8' }, async ({ passerby, shop }) => {
    const { email } = await newPerson(shop);
    await signIn(passerby, email, PASSWORD);
    await expectToast(passerby, 'Welcome back!', `Logged in as ${email}`);
  });

  test(
    'After success goes to /; the returned user is stored as current, and not asked for again',
    { tag: ['@2', '@4', '@7'] },
    async ({ passerby, shop }) => {
      const { email } = await newPerson(shop);
      const calls = watchCalls(passerby);
      await signIn(passerby, email, PASSWORD);
      await expect(passerby).toHaveURL('/');
      await passerby.getByRole('button', { name: 'Your account' }).click();
      await expect(passerby.locator('.ui-menu-label')).toContainText(email);
      expect(calls.of('GET /api/user')).toEqual([]);
    },
  );

  test('The cart is fetched only when authenticated', { tag: ['@4', '@7'] }, async ({ passerby, shop }) => {
    const { email } = await newPerson(shop);
    const calls = watchCalls(passerby);
    await passerby.goto('/auth');
    await expect(passerby.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(calls.names()).toEqual([]);
    const cart = passerby.waitForResponse('**/api/cart');
    await signIn(passerby, email, PASSWORD);
    await cart;
    expect(calls.of('GET /api/cart')).toHaveLength(1);
  });

  test(
    'POST /api/login with email and password as JSON; e-mail trimmed and compared without case',
    { tag: ['@7', '@3', '@D7'] },
    async ({ passerby, shop }) => {
      const { email } = await newPerson(shop);
      const calls = watchCalls(passerby);
      await signIn(passerby, `  ${email.toUpperCase()} `, PASSWORD);
      await expect(passerby).toHaveURL('/');
      expect(calls.bodies('POST /api/login')).toEqual([{ email, password: PASSWORD }]);
      expect(calls.of('POST /api/login')[0]?.headers()['content-type']).toBe('application/json');
    },
  );

  test.describe('refused', () => {
    const page = onePageOf(nobody, (tab) => tab.goto('/auth'));
    test.afterEach(() => letThrough(page()));

    test(
      'Login failure: Login failed, the error message (status: body), for a wrong password and for an unknown account',
      { tag: ['@8', '@D7', '@D31a'] },
      async ({ shop }) => {
        const { email } = await newPerson(shop);
        for (const address of [email, newEmail('stranger')]) {
          const answered = page().waitForResponse('**/api/login');
          await send(page(), address, 'wrong horse');
          expect((await answered).status()).toBe(401);
          await expectFailure(page(), 'Login failed', '401: Invalid email or password');
          await expect(page()).toHaveURL('/auth');
        }
      },
    );

    test(
      'the message is the status code, a colon and space, then the status text if the body is empty',
      { tag: '@8' },
      async () => {
        await refuse(page(), 'POST /api/login', 502, '');
        await send(page(), newEmail(), PASSWORD);
        await expectFailure(page(), 'Login failed', '502: Bad Gateway');
      },
    );

    test('mutations are not retried', { tag: '@7' }, async () => {
      await refuse(page(), 'POST /api/login', 503, 'Signing in is unavailable right now.');
      const calls = watchCalls(page());
      await send(page(), newEmail(), PASSWORD);
      await expectFailure(page(), 'Login failed', '503: Signing in is unavailable right now.');
      expect(calls.of('POST /api/login')).toHaveLength(1);
    });

    test('while it is being sent, a second press sends nothing', { tag: '@7' }, async () => {
      await refuse(page(), 'POST /api/login', 401, 'Invalid email or password');
      const release = await hold(page(), 'POST /api/login');
      const calls = watchCalls(page());
      await send(page(), newEmail(), PASSWORD);
      await expect(page().getByRole('main').getByRole('button', { name: /Sign/ }).first()).toBeDisabled();
      await page().getByLabel('Password').press('Enter');
      release();
      await expectFailure(page(), 'Login failed', '401: Invalid email or password');
      expect(calls.of('POST /api/login')).toHaveLength(1);
    });

    test('email valid (Invalid email address)', { tag: '@5' }, async () => {
      const calls = watchCalls(page());
      await send(page(), 'pat@', PASSWORD);
      await expect(complaints(page())).toHaveText(['Invalid email address']);
      await expect(page().getByLabel('Email')).toBeFocused();
      expect(calls.of('POST /api/login')).toEqual([]);
    });

    test('password required (Password is required)', { tag: '@5' }, async () => {
      const calls = watchCalls(page());
      await send(page(), newEmail(), '');
      await expect(complaints(page())).toHaveText(['Password is required']);
      await expect(page().getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
      expect(calls.of('POST /api/login')).toEqual([]);
    });
  });
});
