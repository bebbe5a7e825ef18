import { Secret, TOTP } from 'otpauth';
import { PASSWORD, registerAccount } from '../support/accounts.ts';
import { Database } from '../support/database.ts';
import { signIn } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { inspect } from './support/inspect.ts';

test('every step of two-step sign-in is accessible', async ({ anonymousPage: page, shop }) => {
  const { email } = await registerAccount(shop);
  await Database.withDatabase(shop, 'identity', (database) =>
    database.query("UPDATE users SET role = 'admin' WHERE email = $1", [email]),
  );
  await signIn(page, email, PASSWORD);
  await page.goto('/profile');
  const main = page.locator('main');
  await main.getByRole('button', { name: 'Set it up' }).click();
  await main.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(main.getByRole('group', { name: 'Scan the code' })).toBeVisible();
  const key = (await main.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  const code = main.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert')).toBeVisible();
  await inspect(page, 'the QR code, with a wrong code');
  await code.fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await page.keyboard.press('Enter');
  await expect(main.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await inspect(page, 'the recovery codes');
  await main.getByRole('button', { name: 'I have saved them' }).click();
  await main.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(page.getByRole('alertdialog', { name: 'New recovery codes' })).toBeVisible();
  await inspect(page, 'the dialog for new recovery codes');

  await page.context().clearCookies({ name: /sid$/ });
  await signIn(page, email, PASSWORD);
  await page.goto('/admin');
  await expect(main.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await inspect(page, 'the code of the admin area');
  await page.goto('/profile');
  await main.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Enter your code' })).toBeVisible();
  await inspect(page, 'the dialog for a code');
});
