import type { Page, Route } from '@playwright/test';
import { alter, deploySecond, entryOf, exposedBy, manifestOf } from '../support/remotes.ts';
import { expect, test } from '../support/screens.ts';
import { signIn } from '../support/steps.ts';

const OUR_FAULT = 'Something is wrong on our side. Please try again in a moment.';
const CONNECTION = 'Please check your connection and try again.';
const SLOW_MS = 5_000;
const LIMIT_MS = 20_000;

const sentence = (page: Page) => page.getByRole('main').getByRole('alert');
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });
const products = (page: Page) => page.getByRole('heading', { name: 'Our Products' });

/** A page of the shell's own, reached without a reload. */
async function signInPageWorks(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByText('Welcome Back').first()).toBeVisible();
}

interface Breakage {
  name: string;
  file: RegExp;
  handle: (route: Route) => Promise<void>;
  advice: string;
}

const BREAKAGES: Breakage[] = [
  { name: 'down', file: /\/remotes\/storefront\//, handle: (route) => route.abort(), advice: CONNECTION },
  { name: 'gone from its server', file: manifestOf('storefront'), handle: (route) => route.fulfill({ status: 404 }), advice: OUR_FAULT },
  { name: 'whose manifest is no JSON', file: manifestOf('storefront'), handle: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }), advice: OUR_FAULT },
  { name: 'whose entry throws at start', file: entryOf('storefront'), handle: alter((text) => `throw new Error('broken at its start');\n${text}`), advice: OUR_FAULT },
  { name: 'whose exposed module throws at start', file: exposedBy('storefront'), handle: alter((text) => text.replace(/(\d+\(\w+,\w+,\w+\)\{)/g, '$1throw new Error("broken module");')), advice: OUR_FAULT },
  { name: 'that exposes no ./app', file: entryOf('storefront'), handle: alter((text) => text.replace('"./app":', '"./other":')), advice: OUR_FAULT },
  { name: 'that was built against another React', file: entryOf('storefront'), handle: alter((text) => text.replaceAll('"^19.0.0"', '"^20.0.0"')), advice: OUR_FAULT },
];

test.describe('a storefront', () => {
  for (const { name, file, handle, advice } of BREAKAGES) {
    test(`${name} costs only its own pages, and comes back by Retry`, async ({ page }) => {
      await page.route(file, handle);
      await page.goto('/products');
      await expect(sentence(page)).toContainText(`The shop can't be loaded right now. ${advice}`);
      await signInPageWorks(page);
      await page.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
      await retry(page).click();
      await expect(sentence(page)).toContainText(advice);
      await page.unroute(file);
      await retry(page).click();
      await expect(products(page)).toBeVisible();
    });
  }

  test('that throws when it is shown is replaced by a mended build through Retry', async ({ page }) => {
    // The same file numbers in both builds: the mended one's must not be taken for those that came before.
    const mend = await deploySecond(page, 'storefront', (path, text) =>
      path.includes('__federation_expose_app') && path.endsWith('.js') ? text.replace(/(\w+)\.d\((\w+),\{default:\(\)=>\w+\}\)/, '$1.d($2,{default:()=>()=>{throw new Error("broken in render")}})') : text,
    );
    await page.goto('/products');
    await expect(sentence(page)).toContainText('Something went wrong on this page. Please try again.');
    await signInPageWorks(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
    await expect(sentence(page)).toBeVisible();
    await mend();
    await retry(page).click();
    await expect(products(page)).toBeVisible();
  });

  test('that takes five seconds says that it is loading, stands in nobody’s way, and comes', async ({ visitor }) => {
    let arrived = false;
    await visitor.route(entryOf('storefront'), async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      arrived = true;
      await route.fallback();
    });
    await visitor.goto('/products', { waitUntil: 'commit' });
    await expect(visitor.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
    await signInPageWorks(visitor);
    expect(arrived).toBe(false);
    await visitor.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
    await expect(visitor.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(products(visitor)).toBeVisible();
    await expect(sentence(visitor)).toHaveCount(0);
  });

  for (const [what, file] of [['manifest', manifestOf('storefront')], ['entry', entryOf('storefront')], ['first file', exposedBy('storefront')]] as const) {
    test(`whose ${what} never comes is given up, and asked for again by Retry`, async ({ visitor }) => {
      let asked = 0;
      await visitor.clock.install();
      // Never answered, as by a server behind a dead line.
      await visitor.route(file, (route) => (asked++ === 0 ? undefined : route.fallback()));
      await visitor.goto('/products', { waitUntil: 'commit' });
      await expect(visitor.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
      // The page stands there before the shop runs, and its head has asked already.
      await expect(visitor.getByRole('link', { name: 'Sign In' })).toBeVisible();
      await expect.poll(() => asked).toBe(1);
      await visitor.clock.fastForward(LIMIT_MS);
      await expect(sentence(visitor)).toContainText("The shop can't be loaded right now. It takes too long to answer. Please try again.");
      await retry(visitor).click();
      await expect(products(visitor)).toBeVisible();
    });
  }

  test('that was deployed anew while it was open finds its pages again', async ({ page }) => {
    await page.goto('/products');
    await expect(products(page)).toBeVisible();
    // The files of the build that is open are gone; a fresh document names those of the new one.
    const gone = /\/remotes\/storefront\/assets\/\d+\.[^/]*\.js$/;
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole('link', { name: /cart/i }).first().click();
    await expect(sentence(page)).toContainText(`This page can't be loaded right now. ${CONNECTION}`);
    await retry(page).click();
    await expect(sentence(page)).toBeVisible();
    await page.unroute(gone);
    await retry(page).click();
    await expect(page.getByText('Your cart is empty')).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(false);
  });
});

test('an admin area that is down, throws at start or is of another React costs the shop nothing, and comes back by Retry', async ({ page, shop }) => {
  await signIn(page, shop.adminEmail, shop.adminPassword);
  for (const [file, handle, advice] of [
    [/\/remotes\/admin\//, (route: Route) => route.abort(), CONNECTION],
    [entryOf('admin'), alter((text) => `throw new Error('broken at its start');\n${text}`), OUR_FAULT],
    [entryOf('admin'), alter((text) => text.replaceAll('"^19.0.0"', '"^20.0.0"')), OUR_FAULT],
  ] as const) {
    await page.route(file, handle);
    await page.goto('/admin');
    await expect(sentence(page)).toContainText(`The admin area can't be loaded right now. ${advice}`);
    await page.getByRole('link', { name: 'Products' }).first().click();
    await expect(products(page)).toBeVisible();
    await page.getByRole('link', { name: 'Admin', exact: true }).first().click();
    await expect(sentence(page)).toContainText(advice);
    await page.unroute(file);
    await retry(page).click();
    await expect(page.getByText('Total Orders').first()).toBeVisible();
  }
});
