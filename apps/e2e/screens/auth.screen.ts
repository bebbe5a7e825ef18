import type { Page } from '@playwright/test';
import { becomes, expect, newPerson, nobody, onePageOf, PASSWORD, test } from '../support/people.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const labels = (page: Page) => page.locator('main form label');

test.describe('/auth', () => {
  test('If already signed in, redirects to /', { tag: '@2' }, async ({ customer }) => {
    await customer.goto('/auth');
    await expect(customer).toHaveURL('/');
  });

  test(
    'a Sign In button goes to /auth for the anonymous; GET /api/login sends the browser there as well',
    { tag: ['@2', '@D9'] },
    async ({ anonymous }) => {
      await anonymous.goto('/terms');
      await anonymous.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
      await expect(anonymous).toHaveURL('/auth');
      const answer = await anonymous.request.get('/api/login', { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location]).toEqual([302, '/auth']);
      await anonymous.goto('/api/login');
      await expect(anonymous).toHaveURL('/auth');
      await expect(heading(anonymous)).toHaveText('Welcome Back');
    },
  );

  test.describe('Welcome Back', () => {
    const page = onePageOf(nobody, (tab) => tab.goto('/auth'));

    test('Two modes, the first Welcome Back (sign in)', { tag: '@2' }, async () => {
      await expect(heading(page())).toHaveText('Welcome Back');
      await expect(page().getByRole('main').getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
      await expect(page()).toHaveTitle('Welcome Back · PetArt');
    });

    test('Sign-in fields: email, password', { tag: '@2' }, async () => {
      await expect(labels(page())).toHaveText(['Email', 'Password']);
      await expect(page().getByLabel('Email')).toHaveAttribute('type', 'email');
      await expect(page().getByLabel('Password')).toHaveAttribute('type', 'password');
    });

    test('A side panel promotes the product and the four styles', { tag: '@2' }, async () => {
      const panel = page().getByRole('complementary');
      await expect(panel).toContainText(
        'put the artwork on a shirt, a hoodie, a phone case or a tag, and we print and ship it',
      );
      await expect(panel.locator('li .font-display')).toHaveText(['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract']);
    });
  });

  test.describe('Create Account', () => {
    const page = onePageOf(nobody, async (tab) => {
      await tab.goto('/auth');
      await tab.getByText('Create an account').click();
    });

    test('switched by a link: Create Account (register)', { tag: '@2' }, async () => {
      await expect(heading(page())).toHaveText('Create Account');
      await expect(page().getByRole('main').getByRole('button', { name: 'Create Account', exact: true })).toBeVisible();
      await expect(page()).toHaveTitle('Create Account · PetArt');
    });

    test('Register fields: first name, last name, email, password', { tag: '@2' }, async () => {
      await expect(labels(page())).toHaveText(['First name', 'Last name', 'Email', 'Password']);
      await expect(page().getByLabel('Email')).toHaveAttribute('type', 'email');
      await expect(page().getByLabel('Password')).toHaveAttribute('type', 'password');
    });

    test('the side panel stands beside it as well', { tag: '@2' }, async () => {
      await expect(page().getByRole('complementary').locator('li')).toHaveCount(4);
    });
  });

  test('and back again by a link', { tag: '@2' }, async ({ anonymous }) => {
    await anonymous.goto('/auth');
    const link = anonymous.getByRole('main').getByRole('link', { name: 'Create an account', exact: true });
    await expect(link).toHaveCSS('text-decoration-line', 'underline');
    await link.click();
    await expect(heading(anonymous)).toHaveText('Create Account');
    await anonymous.reload();
    await expect(heading(anonymous)).toHaveText('Create Account');
    await anonymous.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(heading(anonymous)).toHaveText('Welcome Back');
    await expect(anonymous).toHaveURL('/auth');
  });

  test('link Forgot password? to /forgot-password', { tag: '@2' }, async ({ anonymous }) => {
    await anonymous.goto('/auth');
    await anonymous.getByRole('link', { name: 'Forgot password?', exact: true }).click();
    await expect(anonymous).toHaveURL('/forgot-password');
  });

  test.describe('the session', () => {
    const sid = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'sid');

    test(
      'Cookie sid: HttpOnly, SameSite=Lax, 30 days; a new id at every sign-in',
      { tag: '@D10' },
      async ({ passerby, shop }) => {
        const person = await newPerson(shop);
        await becomes(passerby, person);
        const before = await sid(passerby);
        await passerby.request.post('/api/login', {
          headers: { origin: shop.url },
          data: { email: person.email, password: PASSWORD },
        });
        const after = await sid(passerby);
        expect(after).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
        expect(((after?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(30, 1);
        expect(after?.value).not.toBe(before?.value);
        await passerby.goto('/terms');
        expect(await passerby.evaluate('document.cookie')).not.toContain('sid');
      },
    );

    test(
      'the user sent out: id, email, role, firstName, lastName, profileImageUrl; never the password hash',
      { tag: ['@D8', '@3'] },
      async ({ passerby, shop }) => {
        const person = await newPerson(shop, { firstName: 'Pat' });
        await becomes(passerby, person);
        const [answer] = await Promise.all([passerby.waitForResponse('**/api/user'), passerby.goto('/terms')]);
        expect(await answer.json()).toEqual({
          id: expect.any(String),
          email: person.email,
          role: 'user',
          firstName: 'Pat',
          lastName: null,
          profileImageUrl: null,
        });
      },
    );
  });
});
