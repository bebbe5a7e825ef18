import { expect, test } from '../support/screens.ts';

test.describe('any other path', () => {
  test.beforeEach(async ({ visitor }) => {
    await visitor.goto('/no/such/page');
  });

  test('404 page with text Page Not Found', { tag: '@2' }, async ({ visitor }) => {
    await expect(visitor.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible();
    await expect(visitor).toHaveTitle('Page Not Found · PetArt');
  });

  test('a Back to Home button', { tag: '@2' }, async ({ visitor }) => {
    await visitor.getByRole('main').getByRole('link', { name: 'Back to Home', exact: true }).click();
    await expect(visitor).toHaveURL('/');
  });
});
