import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import getPort from 'get-port';
import { customizeAddress } from '../support/designs.ts';
import { countCopies, sharedParts, watchReact } from '../support/react-copies.ts';
import {
  REMOTES_PATTERN,
  buildPattern,
  changeBuild,
  changeResponse,
  brokenInRender,
  deploySecond,
  entryPattern,
  manifestPattern,
  watchScripts,
} from '../support/remotes.ts';
import { addToCart } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const OUR_FAULT = 'Something is wrong on our side. Please try again in a moment.';
const CONNECTION = 'Please check your connection and try again.';
const OTHER_REACT = changeBuild((text) => text.replaceAll('"^19.0.0"', '"^20.0.0"'));

const BUNDLER = fileURLToPath(new URL('../../../node_modules/.bin/webpack', import.meta.url));
const STOREFRONT = fileURLToPath(new URL('../../storefront-web', import.meta.url));

const message = (page: Page) => page.getByRole('main').getByRole('alert');
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });
const products = (page: Page) => page.getByRole('heading', { name: 'Our Products' });
const statistics = (page: Page) => page.getByText('Total Orders').first();
const openLink = (page: Page, link: string) =>
  page.getByRole('navigation').getByRole('link', { name: link, exact: true }).first().click();

/** Failure, affected file, and the expected advice. */
type Failure = readonly [what: string, file: RegExp, handle: (route: Route) => Promise<void>, advice: string];

const UNAVAILABLE: Failure[] = [
  ['down', /\/remotes\/storefront\//, (route) => route.abort(), CONNECTION],
  ['without an address', REMOTES_PATTERN, (route) => route.fulfill({ status: 503 }), OUR_FAULT],
];
const INVALID: Failure[] = [
  [
    'a manifest that is not JSON',
    manifestPattern('storefront'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    OUR_FAULT,
  ],
  [
    'an entry that throws',
    buildPattern('storefront'),
    changeBuild((text) => `throw new Error('broken');\n${text}`),
    OUR_FAULT,
  ],
  ['another major version of React', buildPattern('storefront'), OTHER_REACT, OUR_FAULT],
];

// Uses Playwright's `page`, as `openPage` fails on the expected console errors.
test('a broken storefront affects its own pages only and recovers by Retry', async ({ page }) => {
  for (const [what, file, handle, advice] of [...UNAVAILABLE, ...INVALID]) {
    await test.step(what, async () => {
      await page.route(file, handle);
      await page.goto('/products');
      await expect(message(page)).toContainText(`The shop can't be loaded right now. ${advice}`);
      await openLink(page, 'Sign In');
      await expect(page.getByText('Welcome Back').first()).toBeVisible();
      await openLink(page, 'Products');
      await expect(message(page)).toContainText(advice);
      await page.unroute(file);
      await retry(page).click();
      await expect(products(page)).toBeVisible();
    });
  }
});

for (const [what, file] of [
  ['the entry', entryPattern('storefront')],
  ['a further script', /\/remotes\/storefront\/assets\/[^/]*expose_app[^/]*\.js$/],
] as const)
  test(`${what} of a remote never runs with another hash than in its manifest`, async ({ page }) => {
    const change = changeResponse((text) => `document.title = 'changed';\n${text}`);
    await page.route(file, change);
    await page.goto('/products');
    await expect(message(page)).toContainText(`The shop can't be loaded right now. ${CONNECTION}`);
    expect(await page.title()).not.toBe('changed');
    await page.unroute(file);
    await retry(page).click();
    await expect(products(page)).toBeVisible();
  });

test('a broken admin app does not affect the shop and recovers by Retry', async ({ page, adminApi }) => {
  await page.context().addCookies((await adminApi.storageState()).cookies);
  for (const [file, handle] of [
    [/\/remotes\/admin\//, (route: Route) => route.abort()],
    [buildPattern('admin'), OTHER_REACT],
  ] as const) {
    await page.route(file, handle);
    await page.goto('/admin');
    await expect(message(page)).toContainText("The admin area can't be loaded right now.");
    await openLink(page, 'Products');
    await expect(products(page)).toBeVisible();
    await openLink(page, 'Admin');
    await expect(message(page)).toBeVisible();
    await page.unroute(file);
    await retry(page).click();
    await expect(statistics(page)).toBeVisible();
  }
});

test('a storefront that fails to render, or was deployed while open, is replaced by Retry', async ({ page }) => {
  await test.step('it throws while rendering, and is fixed', async () => {
    // Both builds have the same file names, so the cache of the broken build must not be used.
    const fix = await deploySecond(page, 'storefront', brokenInRender);
    await page.goto('/products');
    await expect(message(page)).toContainText('Something went wrong on this page. Please try again.');
    await openLink(page, 'Sign In');
    await openLink(page, 'Products');
    await fix();
    await retry(page).click();
    await expect(products(page)).toBeVisible();
  });

  await test.step('the files of the open build were deleted', async () => {
    const gone = /\/remotes\/storefront\/assets\/\d+\.[^/]*\.js$/;
    await page.goto('/products');
    await expect(products(page)).toBeVisible();
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: /cart/i }).first().click();
    await expect(message(page)).toContainText('PetArt was updated. Please reload the page.');
    await page.unroute(gone);
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  });
});

test('the three apps share one React, router and query client; a reload loads a newer storefront', async ({
  adminPage: page,
}) => {
  const scripts = watchScripts(page);
  await watchReact(page);
  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
  // Changes remotes without a reload, so that both are in the same document.
  await openLink(page, 'Admin');
  await expect(statistics(page)).toBeVisible();
  expect.soft(await countCopies(page)).toEqual({ reacts: 1, trees: 1, clients: 1, routers: 1 });
  const shared = await sharedParts(page);
  for (const key of ['react', 'react-router-dom', '@tanstack/react-query', '@shop/web-kit', '@shop/web-ui']) {
    expect.soft(shared[key]?.versions, key).toHaveLength(1);
    expect.soft(shared[key]?.usedBy, key).toEqual(expect.arrayContaining(['storefront', 'admin']));
  }

  await deploySecond(page, 'storefront', (path, text) =>
    path.endsWith('.js') ? text.replaceAll('Our Products', 'Our Newest Products') : text,
  );
  await page.goto('/products');
  await expect(page.getByRole('heading', { name: 'Our Newest Products' })).toBeVisible();
  expect.soft([...scripts].filter((url) => /\/assets\/main\./.test(url))).toHaveLength(1);
});

test.describe('the standalone storefront', () => {
  let server: ChildProcess | undefined;
  test.afterEach(() => void server?.kill('SIGTERM'));

  test('shows its pages and fills a cart without the shell', async ({
    guestWithDesign: page,
    guestDesign: { imageId, imageUrl },
    shop,
  }) => {
    test.slow(); // the development server needs to compile
    const port = await getPort();
    const args = ['serve', '--mode', 'development', '--env', `shop=${shop.url}`, '--port', String(port), '--no-hot'];
    server = spawn(process.execPath, [BUNDLER, ...args], { cwd: STOREFRONT, stdio: 'ignore' });
    // On the shop's host, as cookies do not depend on the port.
    const alone = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          fetch(alone).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 240_000 },
      )
      .toBe(true);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(alone + customizeAddress({ imageId, imageUrl }));
    await addToCart(page);
    await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    expect(new URL(page.url()).origin).toBe(alone);
    expect(paths.filter((path) => path.startsWith('/remotes'))).toEqual([]);
  });
});
