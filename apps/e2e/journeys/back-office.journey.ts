import type { Page } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { soWithin } from '@shop/testing/so-within';
import { letterTo } from '../support/letters.ts';
import { petPhoto } from '../support/pet-photo.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, CARDS, giveAddress, makeArtwork, pay, signIn } from '../support/steps.ts';

async function openAdmin(page: Page, shop: Stack): Promise<void> {
  await signIn(page, shop.adminEmail, shop.adminPassword);
  await page.goto('/admin');
  await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible();
}

const priceInCart = async (page: Page): Promise<string | undefined> =>
  ((await (await page.request.get('/api/cart')).json()) as { items: { unitPrice: string }[] }).items[0]?.unitPrice;

test.describe('the back office', () => {
  test('moves an order to its customer, who is told by letter each time', async ({ visitor, browser, shop }) => {
    const email = `guest-${Date.now()}@example.com`;
    await makeArtwork(visitor, await petPhoto('#8a6a4d'));
    await addToCart(visitor);
    await giveAddress(visitor);
    await pay(visitor, CARDS.good, email);
    await visitor.waitForURL('**/order-complete**');
    const number =
      /PA-[0-9A-HJKMNP-TV-Z]{10}/.exec(
        await visitor
          .getByText(/PA-[0-9A-Z]{10}/)
          .first()
          .innerText(),
      )?.[0] ?? '';
    const confirmed = await letterTo(shop.folder.mail, email, new RegExp(`^Thank you for your order ${number}`));
    for (const part of [number, '12 Elm Street', '$9.99']) expect(confirmed.text).toContain(part);
    expect(confirmed.html).toMatch(new RegExp(`<img[^>]+src="${shop.url}/media/`));

    const office = await browser.newContext({ baseURL: shop.url });
    const admin = await office.newPage();
    await openAdmin(admin, shop);
    await admin.getByRole('tab', { name: 'Orders' }).click();
    await admin.getByRole('link', { name: number }).click();
    const drawer = admin.getByRole('dialog', { name: `Order ${number}` });
    await expect(drawer.getByRole('img', { name: /with the artwork/ })).toBeVisible();
    for (const [name, file, type] of [
      ['Print file', `${number}-line-1.png`, 'image/png'],
      ['Mock-up', `${number}-1-mock-up.jpg`, 'image/jpeg'],
    ] as const) {
      const link = drawer.getByRole('link', { name: new RegExp(`^${name} of`) });
      const made = await admin.request.get((await link.getAttribute('href')) ?? '');
      expect([made.status(), made.headers()['content-type']]).toEqual([200, type]);
      const [download] = await Promise.all([admin.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe(file);
    }

    await drawer.getByRole('button', { name: /processing/i }).dblclick();
    await letterTo(shop.folder.mail, email, /is being printed/);
    await drawer.getByRole('button', { name: /shipped/i }).dblclick();
    const asking = admin.getByRole('dialog', { name: 'Mark as shipped' });
    await asking.getByLabel('Carrier').fill('UPS');
    await asking.getByLabel(/Tracking number/).fill('1Z999AA10123456784');
    await asking.getByRole('button', { name: /shipped/i }).dblclick();
    expect((await letterTo(shop.folder.mail, email, /is on its way/)).text).toContain('1Z999AA10123456784');
    await drawer.getByRole('button', { name: /delivered/i }).dblclick();
    await letterTo(shop.folder.mail, email, /has arrived/);
    await expect(drawer.getByText(shop.adminEmail).first()).toBeVisible();
    await office.close();
  });

  test('changes a price, and the cart follows within a second', async ({ visitor, browser, shop }) => {
    await makeArtwork(visitor, await petPhoto('#776655'));
    await addToCart(visitor);
    const before = await priceInCart(visitor);
    const office = await browser.newContext({ baseURL: shop.url });
    const admin = await office.newPage();
    await openAdmin(admin, shop);
    const { items } = (await (await visitor.request.get('/api/cart')).json()) as { items: { productId: string }[] };
    const address = `/api/admin/products/${items[0]?.productId}`;
    const change = (basePrice: string) =>
      admin.request.patch(address, { headers: { origin: shop.url }, data: { basePrice } });
    try {
      expect((await change('77.70')).status()).toBe(200);
      await soWithin(1_000, async () => (await priceInCart(visitor)) !== before);
    } finally {
      await change(before ?? '24.00');
    }
    await office.close();
  });

  test('answers a request by letter, and the badge counts down', async ({ visitor, browser, shop }) => {
    const email = `asks-${Date.now()}@example.com`;
    await visitor.goto('/');
    await visitor.getByRole('button', { name: 'Send Message' }).click();
    const dialog = visitor.getByRole('dialog', { name: 'Contact Us' });
    await dialog.getByLabel('Name').fill('Nora');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Subject').fill(`A parcel for ${email}`);
    await dialog.getByLabel('Message').fill('Do you ship to Maine?');
    await dialog.getByRole('button', { name: 'Send Message' }).click();
    await expect(visitor.getByText('Message sent!').first()).toBeVisible();
    await expect(dialog).toBeHidden();
    await letterTo(shop.folder.mail, email, /received your message/);

    const office = await browser.newContext({ baseURL: shop.url });
    const admin = await office.newPage();
    await openAdmin(admin, shop);
    await admin.getByRole('tab', { name: /Customer Requests/ }).click();
    await admin.getByRole('link', { name: `A parcel for ${email}` }).click();
    const request = admin.getByRole('dialog', { name: `A parcel for ${email}` });
    await request.getByRole('button', { name: 'Reply', exact: true }).click();
    await request.getByLabel('Your reply').fill('We do, in three days.');
    await request.getByRole('button', { name: 'Send Reply' }).dblclick();
    await expect(request.getByText('We do, in three days.')).toBeVisible();
    expect((await letterTo(shop.folder.mail, email, /^Re: A parcel/)).text).toContain('We do, in three days.');
    await office.close();
  });
});
