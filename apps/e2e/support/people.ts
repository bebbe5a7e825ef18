import { randomUUID } from 'node:crypto';
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type Page,
  request,
} from '@playwright/test';
import { SESSION_MARKER } from '@shop/contracts/identity';
import type { Stack } from '@shop/tools/stack';
import { throwFaults, watchFaults } from './faults.ts';
import { inKeptTab } from './kept-tab.ts';
import { test as base } from './screens.ts';

export const PASSWORD = 'correct horse';

/** Somebody signed in, with the cookies of one browser. */
export interface Person {
  email: string;
  api: APIRequestContext;
}

interface Names {
  firstName?: string;
  lastName?: string;
}

const PAT: Names = { firstName: 'Pat', lastName: 'Doe' };

export const newEmail = (name = 'pat'): string => `${name}-${randomUUID()}@example.com`;

/** Calls of the shop's API as a page of the shop sends them, with cookies of their own. */
export const newClient = (shop: Stack): Promise<APIRequestContext> =>
  request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } });

/** What was answered; throws where the call was refused. */
export async function must<T>(sent: Promise<APIResponse>): Promise<T> {
  const answer = await sent;
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function newPerson(shop: Stack, names: Names = PAT): Promise<Person> {
  const api = await newClient(shop);
  const email = newEmail();
  await must(api.post('/api/register', { data: { email, password: PASSWORD, ...names } }));
  return { email, api };
}

async function signedInAdmin(shop: Stack): Promise<Person> {
  const api = await newClient(shop);
  await must(api.post('/api/login', { data: { email: shop.adminEmail, password: shop.adminPassword } }));
  return { email: shop.adminEmail, api };
}

/** Makes a thing once for each running shop: tests that only read it share it. */
export function oncePerShop<Made>(make: (shop: Stack) => Promise<Made>): (shop: Stack) => Promise<Made> {
  const made = new WeakMap<Stack, Promise<Made>>();
  return (shop) => {
    const known = made.get(shop) ?? make(shop);
    made.set(shop, known);
    return known;
  };
}

/** The one customer whom reading tests share: nothing bought, nothing drawn. */
export const someCustomer = oncePerShop((shop) => newPerson(shop));
export const theAdmin = oncePerShop(signedInAdmin);

/** A browser of its own in which this person is signed in; null: nobody is. */
export const browserOf = async (browser: Browser, person: Person | null): Promise<BrowserContext> =>
  browser.newContext(person ? { storageState: await person.api.storageState() } : {});

type Browsers = Record<'anonymous' | 'customer' | 'admin', Promise<BrowserContext>>;
const browsers = new WeakMap<Stack, Browsers>();

/** One browser for each kind of person, so that a new tab finds the shop's scripts in its cache. */
function browsersOf(shop: Stack, browser: Browser): Browsers {
  const known = browsers.get(shop) ?? {
    anonymous: browserOf(browser, null),
    customer: someCustomer(shop).then((person) => browserOf(browser, person)),
    admin: theAdmin(shop).then((person) => browserOf(browser, person)),
  };
  browsers.set(shop, known);
  return known;
}

/**
 * A tab, as good as new, of a browser that is kept: nobody's, the shared customer's or the admin's. Not for tests that sign in or out or
 * touch the clock: these take `passerby`, or `visitor` for what is about a first visit.
 */
export const test = base.extend<Record<keyof Browsers, Page>>({
  anonymous: async ({ shop, browser }, use, testInfo) =>
    void (await inKeptTab(await browsersOf(shop, browser).anonymous, testInfo, use)),
  customer: async ({ shop, browser }, use, testInfo) =>
    void (await inKeptTab(await browsersOf(shop, browser).customer, testInfo, use)),
  admin: async ({ shop, browser }, use, testInfo) =>
    void (await inKeptTab(await browsersOf(shop, browser).admin, testInfo, use)),
});

/** This page is this person's from now on, who is signed in. */
export async function becomes(page: Page, person: Person): Promise<void> {
  const { cookies } = await person.api.storageState();
  await page.context().addCookies(cookies);
}

/** This browser has had a session before, which is over: its pages have to ask who is there. */
export const hadSession = (page: Page, { url }: Stack): Promise<void> =>
  page.context().addCookies([{ name: SESSION_MARKER, value: '1', url }]);

/** For tests that only look: one page of one person for all of a describe, opened once. */
export function onePageOf(
  who: (shop: Stack) => Promise<Person | null>,
  open: (page: Page, shop: Stack) => Promise<unknown>,
): () => Page {
  let page: Page | undefined;
  let faults: string[] = [];
  test.beforeAll(async ({ browser, shop }) => {
    const context = await browserOf(browser, await who(shop));
    page = await context.newPage();
    faults = watchFaults(page);
    await open(page, shop);
  });
  test.afterAll(async () => {
    await page?.context().close();
    throwFaults(faults);
  });
  return () => page as Page;
}

export const nobody = (): Promise<null> => Promise.resolve(null);

export { expect } from '@playwright/test';
