import type { Page } from '@playwright/test';
import { watchCalls } from '../support/network.ts';
import { expect, test } from '../support/test.ts';
import { fileInput, generateButton, getPhoto } from '../support/wizard.ts';

const PUBLIC_PAGES = ['/', '/products', '/create', '/cart'];

/** Left edge of the cart button: everything in the bar stays while the answer about the user is awaited. */
const cartLeft = (page: Page): Promise<number | undefined> =>
  page
    .getByRole('link', { name: /^Cart/ })
    .boundingBox()
    .then((box) => box?.x);

test('each page load requests the current user once, and the bar does not move', async ({
  openPage,
  anonymousPage,
  guestDesign,
  customer,
}) => {
  const pages = {
    'a first visitor': anonymousPage,
    'a guest': await openPage({ storageState: guestDesign.session }),
    'a customer': await openPage({ storageState: await customer.api.storageState() }),
  };
  for (const [who, page] of Object.entries(pages)) {
    const consoleErrors: string[] = [];
    page.on('console', (line) => void (line.type() === 'error' && consoleErrors.push(line.text())));
    for (const path of PUBLIC_PAGES) {
      await test.step(`${who} on ${path}`, async () => {
        let release: () => void = () => undefined;
        const released = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/api/user', (route) => released.then(() => route.continue()), { times: 1 });
        const calls = watchCalls(page);
        consoleErrors.length = 0;
        await page.goto(path);
        await expect(page.getByRole('banner').locator('[data-skeleton]')).toBeVisible();
        const left = await cartLeft(page);
        release();
        await expect(page.getByRole('banner').locator('[data-skeleton]')).toHaveCount(0);
        expect(await cartLeft(page)).toBe(left);
        await page.waitForLoadState('networkidle');
        expect(calls.of('GET /api/user')).toHaveLength(1);
        // The browser itself writes this line for the 401.
        const expected = who === 'a customer' ? [] : [expect.stringMatching(/status of 401 \(Unauthorized\)$/)];
        expect(consoleErrors).toEqual(expected);
      });
    }
  }
});

/** Chromium's headless shell has no back/forward cache, so the page gets its events. */
const goAndComeBack = async (page: Page, whileAway: () => Promise<void>): Promise<void> => {
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
  await whileAway();
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
};

test('a page out of the back/forward cache shows nothing of a person who signed out, and stays for the same person', async ({
  customerWithDesign: page,
  customer,
}) => {
  const designs = page.getByRole('main').getByRole('link', { name: 'Create Product' }).first();
  await page.goto('/designs');
  await expect(designs).toBeVisible();

  await goAndComeBack(page, () => expect(designs).toBeHidden());
  await expect(designs).toBeVisible();

  const loads: string[] = [];
  page.on('load', () => void loads.push(page.url()));
  await goAndComeBack(page, async () => {
    await page.context().clearCookies();
  });
  await expect(page).toHaveURL(/\/auth$/);
  await expect(designs).toHaveCount(0);
  expect(loads.length).toBeGreaterThan(0);
  expect((await customer.api.get('/api/user')).status()).toBe(200);
});

/** Runs in the page. */
const BLOCKED = `
  Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
`;

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies.' });

test('a browser that blocks cookies and storage says so before something is lost', async ({ anonymousPage: page }) => {
  await page.addInitScript(BLOCKED);
  for (const path of ['/create', '/auth', '/checkout', '/cart']) {
    await page.goto(path);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('html')).toHaveClass('dark');
  }
  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('a cookie that does not come back is found out by the first artwork', async ({ anonymousPage: page }) => {
  // Node's fetch neither sends the browser's cookies nor stores the server's.
  await page.route('**/api/generate**', async (route) => {
    const { cookie: _sent, ...headers } = route.request().headers();
    const body = route.request().postData();
    const response = await fetch(route.request().url(), { method: route.request().method(), headers, body });
    const { status } = response;
    await route.fulfill({
      status,
      contentType: response.headers.get('content-type') ?? '',
      body: await response.text(),
    });
  });
  await page.goto('/create');
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await fileInput(page).setInputFiles(await getPhoto());
  await page.getByRole('radio', { name: /modern/i }).click();
  await generateButton(page).click();
  await expect(notice(page).first()).toBeVisible();
  await expect(page.getByText('Please upload your photo again.')).toHaveCount(0);
});
