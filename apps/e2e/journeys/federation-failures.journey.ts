import type { Locator, Page, Route } from '@playwright/test';
import type { Stack } from '@shop/tools/stack';
import { becomes, theAdmin } from '../support/people.ts';
import {
  ADDRESSES,
  alter,
  brokenInRender,
  deploySecond,
  entryOf,
  exposedBy,
  manifestOf,
  type RemoteName,
} from '../support/remotes.ts';
import { expect, test } from '../support/screens.ts';

const OUR_FAULT = 'Something is wrong on our side. Please try again in a moment.';
const CONNECTION = 'Please check your connection and try again.';
const SLOW_MS = 5_000;
const LIMIT_MS = 20_000;

const sentence = (page: Page) => page.getByRole('main').getByRole('alert');
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });
const loading = (page: Page) => page.getByRole('main').getByRole('status', { name: 'Loading' });
const products = (page: Page) => page.getByRole('heading', { name: 'Our Products' });
const follow = (page: Page, link: string) =>
  page.getByRole('navigation').getByRole('link', { name: link, exact: true }).first().click();

/** A page of the shell's own, reached without a reload. */
async function signInPageWorks(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByText('Welcome Back').first()).toBeVisible();
}

async function productsPageWorks(page: Page): Promise<void> {
  await follow(page, 'Products');
  await expect(products(page)).toBeVisible();
}

interface Remote {
  name: RemoteName;
  /** As the sentence calls it. */
  what: string;
  path: string;
  /** To it, in the navigation bar. */
  link: string;
  /** A link of the bar that is there once the shell knows who has come. */
  greeting: string;
  arrived: (page: Page) => Locator;
  /** Goes to a page of another app, without a reload. */
  elsewhere: (page: Page) => Promise<void>;
  /** Whoever may see it is there. */
  enter: (page: Page, shop: Stack) => Promise<void>;
  /** What of it is tried with no answer. */
  silent: [what: string, file: RegExp][];
}

const REMOTES: Remote[] = [
  {
    name: 'storefront',
    what: 'The shop',
    path: '/products',
    link: 'Products',
    greeting: 'Sign In',
    arrived: products,
    elsewhere: signInPageWorks,
    enter: () => Promise.resolve(),
    silent: [
      ['manifest', manifestOf('storefront')],
      ['entry', entryOf('storefront')],
      ['first file', exposedBy('storefront')],
    ],
  },
  {
    name: 'admin',
    what: 'The admin area',
    path: '/admin',
    link: 'Admin',
    greeting: 'Admin',
    arrived: (page) => page.getByText('Total Orders').first(),
    elsewhere: productsPageWorks,
    enter: async (page, shop) => becomes(page, await theAdmin(shop)),
    silent: [['entry', entryOf('admin')]],
  },
];

interface Breakage {
  name: string;
  file: RegExp;
  handle: (route: Route) => Promise<void>;
  advice: string;
}

const BREAKAGES: Breakage[] = [
  { name: 'down', file: /\/remotes\/storefront\//, handle: (route) => route.abort(), advice: CONNECTION },
  {
    name: 'whose address is not to be had',
    file: ADDRESSES,
    handle: (route) => route.fulfill({ status: 503 }),
    advice: OUR_FAULT,
  },
  {
    name: 'gone from its server',
    file: manifestOf('storefront'),
    handle: (route) => route.fulfill({ status: 404 }),
    advice: OUR_FAULT,
  },
  {
    name: 'whose manifest is no JSON',
    file: manifestOf('storefront'),
    handle: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    advice: OUR_FAULT,
  },
  {
    name: 'whose entry throws at start',
    file: entryOf('storefront'),
    handle: alter((text) => `throw new Error('broken at its start');\n${text}`),
    advice: OUR_FAULT,
  },
  {
    name: 'whose exposed module throws at start',
    file: exposedBy('storefront'),
    handle: alter((text) => text.replace(/(\d+\(\w+,\w+,\w+\)\{)/g, '$1throw new Error("broken module");')),
    advice: OUR_FAULT,
  },
  {
    name: 'that exposes no ./app',
    file: entryOf('storefront'),
    handle: alter((text) => text.replace('"./app":', '"./other":')),
    advice: OUR_FAULT,
  },
  {
    name: 'that was built against another React',
    file: entryOf('storefront'),
    handle: alter((text) => text.replaceAll('"^19.0.0"', '"^20.0.0"')),
    advice: OUR_FAULT,
  },
];

test.describe('a storefront', () => {
  for (const { name, file, handle, advice } of BREAKAGES) {
    test(`${name} costs only its own pages, and comes back by Retry`, async ({ page }) => {
      await page.route(file, handle);
      await page.goto('/products');
      await expect(sentence(page)).toContainText(`The shop can't be loaded right now. ${advice}`);
      await signInPageWorks(page);
      await follow(page, 'Products');
      await retry(page).click();
      await expect(sentence(page)).toContainText(advice);
      await page.unroute(file);
      await retry(page).click();
      await expect(products(page)).toBeVisible();
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

for (const { name, what, path, link, greeting, arrived, elsewhere, enter, silent } of REMOTES) {
  test.describe(`the remote ${name}`, () => {
    test('that throws when it is shown costs only its own pages, and is replaced by a mended build through Retry', async ({
      page,
      shop,
    }) => {
      await enter(page, shop);
      // The same file numbers in both builds: the mended one's must not be taken for those that came before.
      const mend = await deploySecond(page, name, brokenInRender);
      await page.goto(path);
      await expect(sentence(page)).toContainText('Something went wrong on this page. Please try again.');
      await elsewhere(page);
      await follow(page, link);
      await expect(sentence(page)).toBeVisible();
      await mend();
      await retry(page).click();
      await expect(arrived(page)).toBeVisible();
    });

    test('that takes five seconds says that it is loading, stands in nobody’s way, and comes', async ({
      visitor,
      shop,
    }) => {
      await enter(visitor, shop);
      await visitor.clock.install();
      const line = Promise.withResolvers<void>();
      await visitor.route(entryOf(name), async (route) => {
        await line.promise;
        await route.fallback();
      });
      await visitor.goto(path, { waitUntil: 'commit' });
      await expect(loading(visitor)).toBeVisible();
      await elsewhere(visitor);
      await follow(visitor, link);
      await visitor.clock.fastForward(SLOW_MS);
      await expect(loading(visitor)).toBeVisible();
      await expect(sentence(visitor)).toHaveCount(0);
      line.resolve();
      await expect(arrived(visitor)).toBeVisible();
    });

    for (const [part, file] of silent) {
      test(`whose ${part} never comes is given up, and asked for again by Retry`, async ({ visitor, shop }) => {
        let [asked, limits, isDead] = [0, 0, true];
        await enter(visitor, shop);
        await visitor.clock.install();
        // Never answered, however often it is asked, as by a server behind a dead line.
        await visitor.route(file, (route) => {
          asked += 1;
          return isDead ? undefined : route.fallback();
        });
        await visitor.goto(path, { waitUntil: 'commit' });
        await expect(loading(visitor)).toBeVisible();
        // The page stands there before the shop runs, and its head has asked already.
        await expect(visitor.getByRole('link', { name: greeting, exact: true }).first()).toBeVisible();
        await expect.poll(() => asked).toBeGreaterThan(0);
        // Asked for is not yet waited for: the limit may begin a moment later.
        await expect(async () => {
          limits += 1;
          await visitor.clock.fastForward(LIMIT_MS);
          await expect(sentence(visitor)).toContainText(
            `${what} can't be loaded right now. It takes too long to answer. Please try again.`,
            { timeout: 4_000 },
          );
        }).toPass({ timeout: 20_000 });
        expect(limits).toBeLessThanOrEqual(3);
        expect(asked, 'by the head and the page, and by nobody again').toBeLessThanOrEqual(2);
        isDead = false;
        await retry(visitor).click();
        await expect(arrived(visitor)).toBeVisible();
      });
    }
  });
}

test('an admin area that is down, of no address, throws at start or is of another React costs the shop nothing, and comes back by Retry', async ({
  page,
  shop,
}) => {
  await becomes(page, await theAdmin(shop));
  for (const [file, handle, advice] of [
    [/\/remotes\/admin\//, (route: Route) => route.abort(), CONNECTION],
    [ADDRESSES, alter((text) => text.replace('"admin"', '"other"')), OUR_FAULT],
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
