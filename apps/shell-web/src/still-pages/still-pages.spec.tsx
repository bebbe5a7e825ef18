import { createQueryClient, formatDate, ShopProviders, type LoadPage } from '@shop/web-kit';
import { stubApi, takeOver } from '@shop/web-testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Shop } from '../shop.js';
import { forgetBrowser, NOBODY, signedIn } from '../testing/open-shell.js';
import { drawPages } from './still-pages.js';
import { isExpected, LEFT_TO_BROWSER } from './waiting.js';

const WHOLE = ['/terms', '/privacy'];
const FRAMES = ['/', '/products', '/orders/:orderId', '/admin'];

let drawn: Awaited<ReturnType<typeof drawPages>>;
beforeAll(async () => {
  drawn = await drawPages([...FRAMES, ...WHOLE], '/no/such/page');
});

const never: LoadPage = () => new Promise(() => undefined);
const shown = () => (
  <ShopProviders queryClient={createQueryClient()}>
    <Shop storefront={never} />
  </ShopProviders>
);
const whole = (path: string): string => (drawn.bodies[path] ?? '').replace('{page}', () => drawn.waiting);

afterEach(forgetBrowser);

it.each(FRAMES)('the frame of %s has the bar, one place for the page, and the footer', (path) => {
  const page = new DOMParser().parseFromString(drawn.bodies[path] ?? '', 'text/html');
  expect(page.querySelector('main')?.textContent).toBe('{page}');
  expect([...page.querySelectorAll('nav')].map((nav) => nav.getAttribute('aria-label'))).toEqual([
    'Main',
    'Quick Links',
    'Legal',
  ]);
});

it('the frame shows where one is', () => {
  const here = (path: string) =>
    new DOMParser().parseFromString(drawn.bodies[path] ?? '', 'text/html').querySelector('[aria-current="page"]')
      ?.textContent;
  expect([here('/products'), here('/terms')]).toEqual(['Products', undefined]);
});

it.each<[string, Parameters<typeof stubApi>[0]]>([
  ['nobody', NOBODY],
  ['somebody', signedIn()],
])('the frame is taken over as it stands for %s, in either theme', async (_, answers) => {
  for (const theme of ['light', 'dark']) {
    stubApi(answers);
    document.cookie = 'has-session=1; Path=/';
    localStorage.setItem('ui-theme', theme);
    const { mended, lost, close } = await takeOver('/products', whole('/products'), shown());
    expect(mended.filter((error) => !isExpected(error))).toEqual([]);
    // The page is the browser's to draw, and the place of the account is filled.
    expect(
      lost
        .filter((element) => !element.closest('[role="status"], [data-skeleton], template'))
        .map(({ outerHTML }) => outerHTML),
    ).toEqual([]);
    expect(document.querySelector('[data-still]')).toBeNull();
    close();
    forgetBrowser();
  }
});

it.each(WHOLE)('%s stands there whole, and is taken over to the last element', async (path) => {
  stubApi(NOBODY);
  const { mended, lost, close } = await takeOver(path, drawn.bodies[path] ?? '', shown());
  expect(document.querySelectorAll('main section').length).toBeGreaterThan(4);
  expect(mended).toEqual([]);
  expect(lost.filter((element) => !element.closest('[data-skeleton]'))).toEqual([]);
  close();
});

it.each(WHOLE)('%s says which day it is, whenever it was drawn', async (path) => {
  stubApi(NOBODY);
  const today = `Last updated: ${formatDate(new Date())}`;
  const old = (drawn.bodies[path] ?? '').replace(formatDate(new Date()), 'May 5, 2020');
  expect(old).toContain('May 5, 2020');
  const { mended, close } = await takeOver(path, old, shown());
  expect(document.querySelector('main header p')?.textContent).toBe(today);
  expect(mended).toEqual([]);
  close();
});

it('the footer says which year it is, whenever the frame was drawn', async () => {
  stubApi(NOBODY);
  const lastYears = drawn.missingBody.replace(String(new Date().getFullYear()), '2020');
  expect(lastYears).toContain('2020');
  const { mended, close } = await takeOver('/no/such/page', lastYears, shown());
  expect(document.querySelector('footer')?.textContent).toContain(
    `© ${new Date().getFullYear()} PetArt. All rights reserved.`,
  );
  expect(mended).toEqual([]);
  close();
});

it('an address that is no page stands there whole', async () => {
  stubApi(NOBODY);
  expect(drawn.missingBody).toContain('Page Not Found');
  const { mended, close } = await takeOver('/no/such/page', drawn.missingBody, shown());
  expect(mended).toEqual([]);
  close();
});

it('the page itself calls what it leaves to the browser by the same name', () => {
  const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
  expect(page).toContain(`setAttribute('data-dgst', '${LEFT_TO_BROWSER}')`);
});
