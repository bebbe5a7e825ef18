import type { Page } from '@playwright/test';
import { letThrough, refuse, watchCalls } from '../support/network.ts';
import { expect, newEmail, newPerson, nobody, onePageOf, PASSWORD, test } from '../support/people.ts';
import { expectFailure, expectToast } from '../support/screens.ts';

type Fields = Partial<Record<'First name' | 'Last name' | 'Email' | 'Password', string>>;

async function openForm(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByText('Create an account').click();
  // Until then the fields are the other form's.
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
}

/** Fills in the form that is open, and sends it. */
async function send(page: Page, fields: Fields): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByRole('main').getByRole('button', { name: 'Create Account', exact: true }).click();
}

async function register(page: Page, fields: Fields): Promise<void> {
  await openForm(page);
  await send(page, fields);
}

const complaints = (page: Page) => page.locator('main').getByRole('alert');

test.describe('/auth, registering', () => {
  test('Account created! (Welcome, the user’s email)', { tag: '@8' }, async ({ passerby }) => {
    const email = newEmail();
    await register(passerby, { Email: email, Password: PASSWORD });
    await expectToast(passerby, 'Account created!', `Welcome, ${email}`);
  });

  test(
    'After success goes to /; the returned user is stored as current, and not asked for again',
    { tag: ['@2', '@4', '@7'] },
    async ({ passerby }) => {
      const email = newEmail();
      const calls = watchCalls(passerby);
      await register(passerby, { 'First name': 'Pat', Email: email, Password: PASSWORD });
      await expect(passerby).toHaveURL('/');
      await passerby.getByRole('button', { name: 'Your account' }).click();
      await expect(passerby.locator('.ui-menu-label > *')).toHaveText(['Pat', email]);
      expect(calls.of('GET /api/user')).toEqual([]);
    },
  );

  test(
    'POST /api/register with first name, last name, email and password as JSON; 201 and the user',
    { tag: ['@7', '@3', '@D7'] },
    async ({ passerby }) => {
      const email = newEmail();
      const calls = watchCalls(passerby);
      const answered = passerby.waitForResponse('**/api/register');
      await register(passerby, {
        'First name': 'Pat',
        'Last name': 'Doe',
        Email: ` ${email.toUpperCase()}`,
        Password: PASSWORD,
      });
      const answer = await answered;
      expect([answer.status(), await answer.json()]).toEqual([
        201,
        expect.objectContaining({ email, role: 'user', firstName: 'Pat', lastName: 'Doe' }),
      ]);
      expect(calls.bodies('POST /api/register')).toEqual([
        { firstName: 'Pat', lastName: 'Doe', email, password: PASSWORD },
      ]);
      expect(calls.of('POST /api/register')[0]?.headers()['content-type']).toBe('application/json');
    },
  );

  test('first and last name optional', { tag: '@5' }, async ({ passerby }) => {
    const email = newEmail();
    const calls = watchCalls(passerby);
    await register(passerby, { Email: email, Password: PASSWORD });
    await expect(passerby).toHaveURL('/');
    expect(calls.bodies('POST /api/register')).toEqual([{ email, password: PASSWORD }]);
  });

  test.describe('refused', () => {
    const page = onePageOf(nobody, openForm);
    test.afterEach(() => letThrough(page()));

    test(
      'Registration failure: Registration failed, the error message; taken: An account with this email already exists',
      { tag: ['@8', '@D7', '@D31a'] },
      async ({ shop }) => {
        const { email } = await newPerson(shop);
        await send(page(), { Email: email, Password: PASSWORD });
        await expectFailure(page(), 'Registration failed', '409: An account with this email already exists');
        await expect(page()).toHaveURL('/auth?mode=register');
      },
    );

    test('not retried', { tag: '@7' }, async () => {
      await refuse(page(), 'POST /api/register', 503, 'Accounts are unavailable right now.');
      const calls = watchCalls(page());
      await send(page(), { Email: newEmail(), Password: PASSWORD });
      await expectFailure(page(), 'Registration failed', '503: Accounts are unavailable right now.');
      expect(calls.of('POST /api/register')).toHaveLength(1);
    });

    test('Password: 8 to 200 characters', { tag: '@D7' }, async () => {
      const calls = watchCalls(page());
      await send(page(), { Email: newEmail(), Password: 'x'.repeat(201) });
      await expect(complaints(page())).toHaveText(['Password must be at most 200 characters']);
      expect(calls.of('POST /api/register')).toEqual([]);
    });

    test('email valid (Invalid email address)', { tag: '@5' }, async () => {
      const calls = watchCalls(page());
      await send(page(), { Email: 'pat.example.com', Password: PASSWORD });
      await expect(complaints(page())).toHaveText(['Invalid email address']);
      expect(calls.of('POST /api/register')).toEqual([]);
    });
  });

  test(
    'password at least 8 characters (Password must be at least 8 characters)',
    { tag: ['@5', '@9'] },
    async ({ passerby }) => {
      const calls = watchCalls(passerby);
      const email = newEmail();
      await register(passerby, { Email: email, Password: '1234567' });
      await expect(complaints(passerby)).toHaveText(['Password must be at least 8 characters']);
      expect(calls.of('POST /api/register')).toEqual([]);
      await passerby.getByLabel('Password').fill('12345678');
      await passerby.getByRole('main').getByRole('button', { name: 'Create Account', exact: true }).click();
      await expect(passerby).toHaveURL('/');
    },
  );
});
