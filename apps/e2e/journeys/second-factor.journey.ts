import { Secret, TOTP } from 'otpauth';
import type { Stack } from '@shop/tools/stack';
import { createBuyer, createPaidOrder } from '../support/orders.ts';
import { Database } from '../support/database.ts';
import { PASSWORD, readAnswer, registerAccount } from '../support/accounts.ts';
import { signIn, toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/** An admin of this test's own, because the others' would be asked for codes. */
async function createAdmin(shop: Stack): Promise<string> {
  const { email } = await registerAccount(shop);
  await Database.withDatabase(shop, 'identity', (database) =>
    database.query("UPDATE users SET role = 'admin', email_confirmed_at = now() WHERE email = $1", [email]),
  );
  return email;
}

/** As if the codes had been used half a minute ago, and the last one `minutes` ago. */
const passTime = (shop: Stack, email: string, minutes: number): Promise<unknown> =>
  Database.withDatabase(shop, 'identity', async (database) => {
    await database.query('UPDATE second_factors SET last_step = 0 FROM users WHERE id = user_id AND email = $1', [
      email,
    ]);
    await database.query(
      `UPDATE sessions SET sess = jsonb_set(sess, '{secondFactorAt}', to_jsonb(to_char(now() AT TIME ZONE 'UTC' - make_interval(mins => $2), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       FROM users u WHERE sess ->> 'userId' = u.id::text AND u.email = $1 AND sess ? 'secondFactorAt'`,
      [email, minutes],
    );
  });

test('an admin turns two-step sign-in on, signs in with a code, and is asked again for a large refund', async ({
  anonymousPage: page,
  shop,
}) => {
  test.slow();
  const email = await createAdmin(shop);
  const { id, orderNumber } = await createPaidOrder(shop, await createBuyer(shop));
  await signIn(page, email, PASSWORD);

  await page.goto('/profile');
  const card = page.locator('main');
  await card.getByRole('button', { name: 'Set it up' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = (await card.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  const getCode = (): string => new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await expect(card.getByRole('textbox', { name: 'Code' })).toHaveValue('');
  await card.getByRole('textbox', { name: 'Code' }).fill(getCode());
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card.getByText('You have 10 recovery codes left.')).toBeVisible();

  await page.context().clearCookies({ name: /sid$/ });
  await signIn(page, email, PASSWORD);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Two-Step Sign-In' })).toBeVisible();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
  await passTime(shop, email, 0);
  await page.getByLabel('Code').fill(getCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('tab', { name: 'Dashboard' })).toBeVisible();

  await passTime(shop, email, 11);
  // The gateway has the session's token for a minute.
  const isRecent = async () =>
    (await readAnswer<{ isRecent: boolean }>(page.request.get('/api/user/second-factor'))).isRecent;
  await expect.poll(isRecent, { timeout: 90_000, intervals: [2_000] }).toBe(false);
  await page.goto(`/admin?tab=orders&order=${id}`);
  await page
    .getByRole('dialog', { name: `Order ${orderNumber}` })
    .getByRole('button', { name: 'Refund' })
    .click();
  const refund = page.getByRole('dialog', { name: `Refund order ${orderNumber}` });
  await refund.getByLabel('Amount').fill('2.50');
  await refund.getByLabel('Reason').fill('A scratch');
  const dialog = page.getByRole('alertdialog', { name: 'Enter your code' });
  await refund.getByRole('button', { name: 'Give $2.50 Back' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(refund.getByText('Please enter a code of your authenticator app first.')).toBeVisible();
  await expect(refund.getByLabel('Reason')).toHaveValue('A scratch');
  await refund.getByRole('button', { name: 'Give $2.50 Back' }).click();
  await dialog.getByLabel('Code').fill(getCode());
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Refund on its way')).toBeVisible();
});
