import { readFile } from 'node:fs/promises';
import yauzl from 'yauzl';
import { waitForEmail } from '../support/emails.ts';
import { createEmail, PASSWORD } from '../support/accounts.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { makeArtwork, register, signIn } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

async function namesIn(zip: Buffer): Promise<string[]> {
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of file.eachEntry()) names.push(entry.fileName);
  return names;
}

test.describe('a customer with an account', () => {
  test('resets the password by the link in an email', async ({ anonymousPage: page, shop }) => {
    const email = createEmail('greta');
    await register(page, email);

    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(
      page.getByText('If an account exists with that email, you will receive password reset instructions shortly.'),
    ).toBeVisible();
    const { text } = await waitForEmail(shop.folder.mail, email, /^Choose a new password/);
    const link = /https?:\S+\/reset-password\?token=[\w-]+/.exec(text ?? '')?.[0] ?? '';
    expect(link.startsWith(shop.url)).toBe(true);

    await page.goto(link);
    await page.getByLabel('New Password', { exact: true }).fill('a better horse');
    await page.getByLabel(/Confirm/).fill('a better horse');
    await page.getByRole('button', { name: /reset password/i }).click();
    await expect(
      page.getByRole('button', { name: 'Go to Sign In' }).or(page.getByRole('link', { name: 'Go to Sign In' })),
    ).toBeVisible();
    await waitForEmail(shop.folder.mail, email, /^Your password was changed/);

    // The old session has ended, and the link does not work twice.
    expect((await page.request.get('/api/user')).status()).toBe(401);
    await signIn(page, email, 'a better horse');
    const again = await page.request.post('/api/reset-password', {
      headers: { origin: shop.url },
      data: { token: new URL(link).searchParams.get('token'), password: 'yet another one' },
    });
    expect([again.status(), await again.text()]).toEqual([400, 'This password reset link is invalid or has expired.']);
  });

  test('confirms the address by the button behind the link in an email, which may be sent again', async ({
    anonymousPage: page,
    openPage,
    shop,
  }) => {
    const email = createEmail('ines');
    await register(page, email);
    const { text } = await waitForEmail(shop.folder.mail, email, /^Welcome to/);
    const link = /https?:\S+\/confirm-email\?token=[\w-]+/.exec(text ?? '')?.[0] ?? '';
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await expect(page.getByText('Email sent', { exact: true })).toBeVisible();
    await waitForEmail(shop.folder.mail, email, /^Confirm your email address/);

    // The email is read on another device, without a session. Opening the link confirms nothing.
    const phone = await openPage();
    await phone.goto(link);
    const button = phone.getByRole('button', { name: 'Confirm My Email' });
    await expect(button).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible();

    await button.click();
    await expect(phone.getByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeHidden();
  });

  test('ends the session of another browser, which the profile lists', async ({ anonymousPage: page, openPage }) => {
    const email = createEmail('ole');
    await register(page, email);
    const other = await openPage();
    await signIn(other, email, PASSWORD);
    await page.goto('/profile');
    const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This browser' })).toContainText('Chrome on Linux');
    await sessions.getByRole('button', { name: /^End this one/ }).click();
    await expect(sessions).toHaveCount(1);
    await expect.poll(async () => (await other.request.get('/api/user')).status()).toBe(401);
    expect((await page.request.get('/api/user')).status()).toBe(200);
  });

  test('signs out everywhere, including another browser', async ({ anonymousPage: page, openPage }) => {
    const email = createEmail('omar');
    await register(page, email);
    const phone = await openPage();
    await signIn(phone, email, PASSWORD);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(async () => (await phone.request.get('/api/user')).status()).toBe(401);
    await phone.goto('/profile');
    await phone.waitForURL('**/auth');
  });

  test('downloads all data as a zip file, deletes the account, and gets a confirmation', async ({
    anonymousPage: page,
    shop,
  }) => {
    const email = createEmail('lena');
    await register(page, email);
    await makeArtwork(page, await petPhoto('#a3784f'));
    await page.goto('/profile');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    const names = await namesIn(await readFile(await download.path()));
    for (const folder of ['account/', 'art/', 'orders/', 'reviews/', 'requests/'])
      expect(names.filter((name) => name.startsWith(folder))).not.toEqual([]);
    expect(names.filter((name) => /^art\/.*\.(png|jpe?g|webp)$/.test(name)).length).toBeGreaterThanOrEqual(2);

    const picture =
      ((await (await page.request.get('/api/designs')).json()) as { outputImage: { url: string } }[])[0]?.outputImage
        .url ?? '';
    expect((await page.request.get(picture)).status()).toBe(200);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const again = await page.request.post('/api/login', {
      headers: { origin: shop.url },
      data: { email, password: PASSWORD },
    });
    expect([again.status(), await again.text()]).toEqual([401, 'Invalid email or password']);
    await waitForEmail(shop.folder.mail, email, /^Your account was deleted/);
    expect((await page.request.get(picture)).status()).toBe(404);
    // The email can be registered again.
    await register(page, email);
  });
});
