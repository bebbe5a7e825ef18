import { expect, test } from '../support/screens.ts';

test.describe('any other path', () => {
  test.beforeEach(async ({ passerby }) => {
    await passerby.goto('/no/such/page');
  });

  test('404 page with text Page Not Found', { tag: '@2' }, async ({ passerby }) => {
    await expect(passerby.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible();
    await expect(passerby).toHaveTitle('Page Not Found · PetArt');
  });

  test('a Back to Home button', { tag: '@2' }, async ({ passerby }) => {
    await passerby.getByRole('main').getByRole('link', { name: 'Back to Home', exact: true }).click();
    await expect(passerby).toHaveURL('/');
  });
});
