import { readFile } from 'node:fs/promises';
import yauzl from 'yauzl';
import { soWithin } from '@shop/testing/so-within';
import { box, completeButton, fillCard, openPayment, sumOf, totalOf } from '../support/checkout.ts';
import { letterTo } from '../support/letters.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { CARDS, makeArtwork, register, signIn } from '../support/steps.ts';

const newEmail = (name: string): string => `${name}-${Date.now()}@example.com`;

async function namesIn(zip: Buffer): Promise<string[]> {
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of file.eachEntry()) names.push(entry.fileName);
  return names;
}

test.describe('somebody with an account', () => {
  test('is welcomed, forgets the password, and sets a new one by the link in a letter', async ({ visitor, shop }) => {
    const email = newEmail('greta');
    await register(visitor, email);
    await letterTo(shop.folder.mail, email, /^Welcome to/);

    await visitor.goto('/forgot-password');
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(
      visitor.getByText('If an account exists with that email, you will receive password reset instructions shortly.'),
    ).toBeVisible();
    const { text } = await letterTo(shop.folder.mail, email, /^Choose a new password/);
    const link = /https?:\S+\/reset-password\?token=[\w-]+/.exec(text ?? '')?.[0] ?? '';
    expect(link.startsWith(shop.url)).toBe(true);

    await visitor.goto(link);
    await visitor.getByLabel('New Password', { exact: true }).fill('a better horse');
    await visitor.getByLabel(/Confirm/).fill('a better horse');
    await visitor.getByRole('button', { name: /reset password/i }).click();
    await expect(
      visitor.getByRole('button', { name: 'Go to Sign In' }).or(visitor.getByRole('link', { name: 'Go to Sign In' })),
    ).toBeVisible();
    await letterTo(shop.folder.mail, email, /^Your password was changed/);

    // The session from before is over, and the link has had its day.
    expect((await visitor.request.get('/api/user')).status()).toBe(401);
    await signIn(visitor, email, 'a better horse');
    const again = await visitor.request.post('/api/reset-password', {
      headers: { origin: shop.url },
      data: { token: new URL(link).searchParams.get('token'), password: 'yet another one' },
    });
    expect([again.status(), await again.text()]).toEqual([400, 'This password reset link is invalid or has expired.']);
  });

  test('signs out everywhere, and is out in the other browser too', async ({ visitor, browser, shop }) => {
    const email = newEmail('omar');
    await register(visitor, email);
    const other = await browser.newContext({ baseURL: shop.url });
    const phone = await other.newPage();
    await signIn(phone, email, 'correct horse');
    await visitor.goto('/profile');
    await visitor.getByRole('button', { name: 'Sign out everywhere' }).click();
    await visitor.waitForURL((url) => url.pathname === '/');
    await soWithin(1_000, async () => (await phone.request.get('/api/user')).status() === 401);
    await phone.goto('/profile');
    await phone.waitForURL('**/auth');
    await other.close();
  });

  test('pays without being asked for an e-mail, and finds the order in My Orders and on its own page', async ({
    member: page,
    memberDrawing,
    tag,
  }) => {
    await openPayment(page, memberDrawing, [{ product: tag }]);
    await expect(box(page, 'Email')).toHaveCount(0);
    const total = await totalOf(page);
    await fillCard(page, CARDS.good);
    await completeButton(page).click();
    await expect(page).toHaveURL(/\/order-complete\?payment_intent=[^&]+$/);
    await expect(page.getByRole('heading', { name: 'Thank you for your order!' })).toBeVisible();
    const number =
      /PA-[0-9A-Z]{10}/.exec(
        await page
          .getByText(/PA-[0-9A-Z]{10}/)
          .first()
          .innerText(),
      )?.[0] ?? '';

    await page.getByRole('link', { name: 'My Orders', exact: true }).click();
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: `Order ${number}`, exact: true }) });
    await expect(card.getByText(total, { exact: true })).toBeVisible();
    await card.getByRole('link', { name: `View order ${number}` }).click();
    await expect(page).toHaveURL(/\/orders\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
    await expect(page.getByRole('heading', { level: 2, name: /^Paid, on hold until/ })).toBeVisible();
    await expect(sumOf(page, 'Total')).toHaveText(total);
  });

  test('takes everything along as one zip, deletes the account, and gets a receipt', async ({ visitor, shop }) => {
    const email = newEmail('lena');
    await register(visitor, email);
    await makeArtwork(visitor, await petPhoto('#a3784f'));
    await visitor.goto('/profile');
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    const names = await namesIn(await readFile(await download.path()));
    for (const folder of ['account/', 'art/', 'orders/', 'requests/'])
      expect(names.filter((name) => name.startsWith(folder))).not.toEqual([]);
    expect(names.filter((name) => /^art\/.*\.(png|jpe?g|webp)$/.test(name)).length).toBeGreaterThanOrEqual(2);

    const picture =
      ((await (await visitor.request.get('/api/designs')).json()) as { outputImage: { url: string } }[])[0]?.outputImage
        .url ?? '';
    expect((await visitor.request.get(picture)).status()).toBe(200);
    await visitor.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = visitor.getByRole('alertdialog');
    await dialog.getByLabel('Your password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await visitor.waitForURL((url) => url.pathname === '/');
    const again = await visitor.request.post('/api/login', {
      headers: { origin: shop.url },
      data: { email, password: 'correct horse' },
    });
    expect([again.status(), await again.text()]).toEqual([401, 'Invalid email or password']);
    await letterTo(shop.folder.mail, email, /^Your account was deleted/);
    expect((await visitor.request.get(picture)).status()).toBe(404);
    // The address is free again.
    await register(visitor, email);
  });
});
