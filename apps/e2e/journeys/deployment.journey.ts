import type { Page, Route } from '@playwright/test';
import { PASSWORD, registerAccount } from '../support/accounts.ts';
import { buildVariant, deployBuild } from '../support/deployments.ts';
import { customizeAddress, emptyCart, fillCart, type Design } from '../support/designs.ts';
import { countCopies, sharedParts, watchReact } from '../support/react-copies.ts';
import { addToCart, fillAddress, textbox, toast } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

const UPDATED = 'PetArt was updated. Please reload the page.';
/** The scripts and style sheets of the shell and of the storefront. */
const CHUNKS = /\/assets\/[^/]*\.(js|css)$/;

const openLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).first().click();
const contactButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Send Message' });
const contactDialog = (page: Page) => page.getByRole('dialog', { name: 'Contact Us' });

/** Signs in on the open page, without loading a document. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Buys from a shell and a storefront of different builds, which must work together in one page. */
async function expectToWorkTogether(page: Page, design: Design): Promise<void> {
  await emptyCart(page.request);
  await watchReact(page);
  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
  expect.soft(await countCopies(page)).toEqual({ reacts: 1, trees: 1, clients: 1, routers: 1 });
  const shared = await sharedParts(page);
  expect.soft(shared['@shop/web-kit']?.versions).toHaveLength(2);
  expect.soft(shared['react-router-dom']?.versions).toHaveLength(1);

  await page.goto(customizeAddress(design));
  await addToCart(page);
  // The storefront's toast and cart in the shell's region and navigation bar.
  await expect(toast(page, 'Added to cart!')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /cart.*1/i })).toBeVisible();
  await page
    .getByRole('button', { name: /remove/i })
    .first()
    .click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await contactButton(page).click();
  await expect(contactDialog(page)).toBeVisible();
}

test.describe('a deployment', () => {
  test.slow(); // builds the apps again
  test.afterEach(async ({ shop }) => {
    for (const app of ['shell', 'storefront'] as const) await deployBuild(shop, app);
  });

  test('does not disturb an open tab: contact dialog, user menu and payment form come from its own build', async ({
    anonymousPage: page,
    customer,
    shop,
    tag,
  }) => {
    await emptyCart(customer.api);
    await fillCart(customer.api, customer.design, [{ product: tag }]);
    await page.goto('/products');
    await expect(page.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
    await page.evaluate('globalThis.isSameDocument = true');
    for (const app of ['shell', 'storefront'] as const) await deployBuild(shop, app, await buildVariant(shop, app));

    await contactButton(page).click();
    await expect(contactDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await openLink(page, 'Sign In');
    await signIn(page, customer.email);
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /cart/i }).first().click();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await fillAddress(page);
    await expect(textbox(page, 'Card number')).toBeVisible();
    expect(await page.evaluate('globalThis.isSameDocument')).toBe(true);

    await page.goto('/products');
    await expect(page.getByText('A newer build')).toBeAttached();
  });

  // Uses Playwright's `page`, as `openPage` fails on the expected console errors.
  test('whose earlier files are gone offers to reload in one line', async ({ page, shop }) => {
    const { email } = await registerAccount(shop);
    await page.goto('/auth');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    const gone = (route: Route) => route.fulfill({ status: 404 });
    await page.route(CHUNKS, gone);

    await contactButton(page).click();
    await expect(page.getByRole('contentinfo').getByRole('alert')).toContainText(UPDATED);
    await signIn(page, email);
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/can't be loaded|was updated/);
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('banner').getByRole('alert')).toContainText(UPDATED);

    await page.unroute(CHUNKS, gone);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('banner').getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await page.getByRole('button', { name: 'Your account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Log Out' })).toBeVisible();
    await contactButton(page).click();
    await expect(contactDialog(page)).toBeVisible();
  });

  test('of a newer storefront works in an older shell', async ({ guestWithDesign: page, guestDesign, shop }) => {
    await deployBuild(shop, 'storefront', await buildVariant(shop, 'storefront'));
    await expectToWorkTogether(page, guestDesign);
    await expect(page.getByText('A newer build')).toBeAttached();
  });

  test('of a newer shell works with an older storefront', async ({ guestWithDesign: page, guestDesign, shop }) => {
    await deployBuild(shop, 'shell', await buildVariant(shop, 'shell'));
    await expectToWorkTogether(page, guestDesign);
    await expect(page.getByText('A newer build')).toHaveCount(0);
  });
});
