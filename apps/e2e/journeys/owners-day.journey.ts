import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test';
import yauzl from 'yauzl';
import { createEmail, getAdmin, readAnswer } from '../support/accounts.ts';
import { payByApi, placeOrder } from '../support/checkout.ts';
import { fillCart } from '../support/designs.ts';
import { waitForEmail } from '../support/emails.ts';
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { copyOrderIntoHistory, ORDERS_A_DAY } from '../support/order-history.ts';
import { createBuyer } from '../support/orders.ts';
import { SHIPPING, signIn } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const HISTORY = 5_000;
const TODAY = 40;
const NAMES = ['Zoë O’Neill', 'Grzegorz Brzęczyszczykiewicz', 'María José Núñez', 'Jürgen Groß'];
const WEEK_MS = 7 * 86_400_000;

/** Opens a tab of the admin by the arrow key, one tab after the other. */
async function openTab(page: Page, name: string): Promise<void> {
  const tabs = page.getByRole('tab');
  const selected = page.getByRole('tab', { selected: true });
  const tab = page.getByRole('tab', { name });
  await tabTo(page, selected, 'Shift+Tab');
  for (let left = await tabs.count(); left > 0 && (await selected.and(tab).count()) === 0; left -= 1) {
    const before = (await selected.getAttribute('id')) ?? '';
    await page.keyboard.press('ArrowRight');
    await expect(selected).not.toHaveAttribute('id', before);
  }
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

async function downloadBy(page: Page, link: Locator): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await pressOn(page, link);
  const download: Download = await started;
  return readFile(await download.path());
}

async function listFiles(zip: Buffer): Promise<string[]> {
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of file.eachEntry()) names.push(entry.fileName);
  return names;
}

/** The first Escape may close a tooltip. */
async function closeDialogs(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
}

/** The template is the owner's own work of another day. */
async function addReplyTemplate(api: APIRequestContext): Promise<void> {
  const shop = await readAnswer<Record<string, unknown>>(api.get('/api/admin/shop'));
  const replyTemplates = [{ title: 'On its way', text: 'Dear {name}, your parcel left today.' }];
  const { version, ...settings } = shop;
  await readAnswer(
    api.put('/api/admin/shop', {
      data: { ...settings, replyTemplates },
      headers: { 'if-match': `"${String(version)}"` },
    }),
  );
}

test("an owner's day on 5,000 orders works by keyboard only", async ({ shop, openPage }) => {
  test.setTimeout(600_000);
  const buyer = await createBuyer(shop);
  const { api } = await getAdmin(shop);
  const numbers: string[] = [];
  let last = '';
  for (let n = 0; n < TODAY; n += 1) {
    await fillCart(buyer.api, buyer.design, [{ product: buyer.product }]);
    const placed = await placeOrder(buyer.api, undefined, { ...SHIPPING, name: `Ann Today ${n}` });
    last = await payByApi(buyer.api, placed);
    numbers.push(placed.orderNumber);
  }
  await copyOrderIntoHistory(shop, { template: last, orders: HISTORY, names: NAMES });
  const email = createEmail('nora');
  const request = { name: 'Nora', email, subject: 'Where is it?', message: 'When does my parcel leave?' };
  await readAnswer(buyer.api.post('/api/contact', { data: request }));
  const page = await openPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, shop.adminEmail, shop.adminPassword);
  await page.goto('/admin?tab=orders');
  const rows = page.getByRole('row');
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: 'Selected orders' });

  await test.step('finds an order by half a name', async () => {
    await expect(rows.nth(TODAY)).toContainText('Ann Today');
    await page.keyboard.press('/');
    await page.keyboard.type(`czyszczyk ${HISTORY - 199}`);
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(rows.nth(TODAY)).toContainText('Ann Today');
  });

  await test.step("prints today's forty", async () => {
    await expect
      .poll(
        async () =>
          (await readAnswer<{ files: number }>(api.get(`/api/admin/print-files?orders=${numbers.join(',')}`))).files,
        { timeout: 60_000 },
      )
      .toBe(TODAY);
    const [year, month, day] = new Date().toISOString().slice(0, 10).split('-') as [string, string, string];
    await typeInto(page, page.getByLabel('Placed from'), `${month}${day}${year}`);
    await expect(rows).toHaveCount(TODAY + 1);
    await tabTo(page, page.getByRole('checkbox', { name: 'Select all shown' }));
    await page.keyboard.press('Space');
    await expect(bar.getByText(`${TODAY} selected`)).toBeVisible();
    await page.keyboard.press('a');
    await pressOn(page, bar.getByRole('button', { name: 'Print files' }));
    const files = await listFiles(await downloadBy(page, dialog.getByRole('link', { name: 'Download ZIP' })));
    expect(new Set(files.map((name) => name.split('/')[0]))).toEqual(new Set(numbers));
    await closeDialogs(page);
    await pressOn(page, bar.getByRole('button', { name: 'Packing slips' }));
    const slips = await downloadBy(page, dialog.getByRole('link', { name: 'Download PDF' }));
    expect(slips.subarray(0, 5).toString()).toBe('%PDF-');
    await closeDialogs(page);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await pressOn(page, dialog.getByRole('button', { name: `Start ${TODAY} orders` }));
    await expect(dialog.getByText(`${TODAY} done`)).toBeVisible({ timeout: 30_000 });
    await closeDialogs(page);
  });

  await test.step('pastes their tracking numbers', async () => {
    await pressOn(page, page.getByRole('button', { name: 'Tracking numbers' }).first());
    await tabTo(page, dialog.getByLabel('Lines', { exact: true }));
    await page.keyboard.insertText(
      numbers.map((number, n) => `${number};1Z${String(n).padStart(16, '0')};UPS`).join('\n'),
    );
    await pressOn(page, dialog.getByRole('button', { name: 'Check' }));
    await pressOn(page, dialog.getByRole('button', { name: `Send ${TODAY} lines` }));
    await expect(dialog.getByText(`${TODAY} done`)).toBeVisible({ timeout: 30_000 });
    await closeDialogs(page);
    await expect(rows.nth(1)).toContainText('shipped');
  });

  await test.step('refunds a part', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await pressOn(page, dialog.getByRole('button', { name: 'Refund' }));
    const refund = page.getByRole('dialog', { name: /^Refund order/ });
    await typeInto(page, refund.getByLabel('Amount'), '1.50');
    await typeInto(page, refund.getByLabel('Reason'), 'A scratch');
    await pressOn(page, refund.getByRole('button', { name: 'Give $1.50 Back' }));
    await expect(dialog.getByRole('button', { name: 'Refund' })).toBeVisible();
    await expect(dialog.getByText('$1.50 refunded')).toBeVisible({ timeout: 20_000 });
    await closeDialogs(page);
  });

  await test.step('answers a request from a template', async () => {
    await addReplyTemplate(api);
    await openTab(page, 'Customer Requests');
    await expect(page.getByRole('link', { name: 'Where is it?' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await pressOn(page, dialog.getByRole('button', { name: 'Reply', exact: true }));
    await pressOn(page, dialog.getByRole('button', { name: 'Insert a template' }));
    await expect(page.getByRole('menuitem', { name: 'On its way' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Your reply')).toHaveValue('Dear Nora, your parcel left today.');
    await pressOn(page, dialog.getByRole('button', { name: 'Send Reply' }));
    expect((await waitForEmail(shop.folder.mail, email, /^Re: Where is it/)).text).toContain('Dear Nora');
    await closeDialogs(page);
  });

  await test.step('compares two weeks', async () => {
    await openTab(page, 'Figures');
    await pressOn(page, page.getByRole('button', { name: 'Other days' }));
    const toKeys = (ms: number): string => {
      const [year, month, day] = new Date(ms).toISOString().slice(0, 10).split('-') as [string, string, string];
      return `${month}${day}${year}`;
    };
    await typeInto(page, page.getByLabel('First day'), toKeys(Date.now() - WEEK_MS));
    await typeInto(page, page.getByLabel('Last day'), toKeys(Date.now() - 86_400_000));
    const total = page.getByRole('table', { name: 'Figures per day' }).getByRole('row', { name: /^All days/ });
    await expect(total.getByRole('cell').first()).toHaveText(String(7 * ORDERS_A_DAY));
  });
});
