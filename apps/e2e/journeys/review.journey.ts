import type { Stack } from '@shop/tools/stack';
import { createEmail, readAnswer } from '../support/accounts.ts';
import { payByApi, placeOrder } from '../support/checkout.ts';
import { Database } from '../support/database.ts';
import { fillCart } from '../support/designs.ts';
import { listEmails, waitForEmail } from '../support/emails.ts';
import { toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';
import { getPhoto } from '../support/wizard.ts';

const TEXT = 'Soft, and it looks just like her.';
const SUBJECT = /^How do you like what you ordered\?$/;

/** Lets two weeks pass since the delivery. */
const ageDelivery = (shop: Stack, orderId: string): Promise<void> =>
  Database.withDatabase(shop, 'orders', async (database) => {
    const key = `orders.request-review:${orderId}`;
    await expect
      .poll(async () => (await database.query('SELECT FROM graphile_worker.jobs WHERE key = $1', [key])).length)
      .toBe(1);
    await database.query(`UPDATE fulfilments SET ended_at = now() - interval '15 days' WHERE order_id = $1`, [orderId]);
    await database.query(
      `SELECT graphile_worker.add_job('orders.request-review', job_key := $1, run_at := now(), payload := json_build_object(
         'data', json_build_object('orderId', $2::text, 'deliveredAt', now() - interval '15 days'), 'attempt', 1, 'outages', 0, 'hasKey', true))`,
      [key, orderId],
    );
  });

test('two weeks after the delivery one email asks for a review; a guest writes it, an admin publishes it, and others read it', async ({
  guestWithDesign: guest,
  guestDesign,
  anonymousPage,
  adminPage,
  adminApi,
  shop,
  tag,
}) => {
  const email = createEmail('guest');
  await fillCart(guest.request, guestDesign, [{ product: tag }]);
  const id = await payByApi(guest.request, await placeOrder(guest.request, email));
  for (const status of ['processing', 'shipped', 'delivered'])
    await readAnswer(adminApi.patch(`/api/admin/orders/${id}/status`, { data: { status } }));
  await ageDelivery(shop, id);
  const { html } = await waitForEmail(shop.folder.mail, email, SUBJECT);
  const link = /\/review#[\w-]+/.exec(html ?? '')?.[0] ?? '';

  await test.step('the guest opens the link in another browser, and writes', async () => {
    await anonymousPage.goto(link);
    await expect(anonymousPage.getByRole('heading', { name: 'How do you like it?' })).toBeVisible();
    await expect(anonymousPage).toHaveURL('/review');
    const form = anonymousPage.getByRole('form', { name: tag.title });
    await form.getByRole('radio', { name: /^3 stars/ }).focus();
    await anonymousPage.keyboard.press('ArrowRight');
    await form.getByLabel('Your review (optional)').fill(TEXT);
    await form.getByLabel('Your name').fill('Pat');
    await form.getByLabel('Photo for your review').setInputFiles(await getPhoto());
    await expect(form.getByText('Being sent…')).toBeHidden();
    await anonymousPage.reload();
    await form.getByRole('button', { name: 'Send Review' }).dblclick();
    await expect(anonymousPage.getByText('Thank you! We read it first')).toBeVisible();
  });

  await test.step('an admin sees it with its photo, and publishes it', async () => {
    await adminPage.goto('/admin?tab=reviews');
    const review = adminPage.getByRole('listitem').filter({ hasText: TEXT });
    await expect(review.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
    const photo = review.getByAltText('Photo by Pat');
    await expect
      .poll(() => photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    await review.getByRole('button', { name: 'Publish' }).dblclick();
    await expect(toast(adminPage, 'Review published')).toBeVisible();
  });

  await test.step('everybody reads it on the page of the product, and sees the photo', async () => {
    await guest.goto(`/products/${tag.id}`);
    await guest.getByRole('link', { name: /^Rated 4 out of 5/ }).click();
    const reviews = guest.getByRole('region', { name: 'Reviews' });
    await expect(reviews.getByText(TEXT)).toBeVisible();
    const photo = reviews.getByAltText('Photo by Pat');
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    expect(await (await guest.request.get(guest.url().replace('#reviews', ''))).text()).toContain('"aggregateRating"');
  });

  expect((await listEmails(shop.folder.mail, email)).filter(({ subject = '' }) => SUBJECT.test(subject))).toHaveLength(
    1,
  );
});
