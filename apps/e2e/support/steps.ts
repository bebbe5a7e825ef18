import { expect, type Page } from '@playwright/test';
import type { PhotoFile } from './pet-photo.ts';

export const ADDRESS = {
  'Full Name': 'Pat Doe',
  Address: '12 Elm Street',
  City: 'Springfield',
  State: 'IL',
  'ZIP Code': '62704',
} as const;

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  poor: '4000 0000 0000 9995',
  challenged: '4000 0025 0000 3155',
} as const;

export const toast = (page: Page, title: string) =>
  page
    .getByRole('status')
    .filter({ hasText: title })
    .or(page.locator('[data-toast]').filter({ hasText: title }))
    .first();

export async function uploadPhoto(page: Page, photo: PhotoFile): Promise<void> {
  await page.goto('/create');
  await page.locator('input[type=file]').setInputFiles(photo);
  await expect(page.getByRole('button', { name: 'Generate Art' })).toBeVisible();
}

export async function makeArtwork(page: Page, photo: PhotoFile, style: RegExp = /modern/i): Promise<void> {
  await uploadPhoto(page, photo);
  await page.getByRole('radio', { name: style }).click();
  await page.getByRole('button', { name: 'Generate Art' }).click();
  await page.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
}

/** In the designer. Its sizes and colours come a moment later. */
export async function chooseProduct(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('group', { name: 'Choose a product' }).getByRole('radio', { name }).first().click();
}

/** A pet tag where nothing else is said: its print file is the quickest to make. */
export async function addToCart(page: Page, product: RegExp = /bone/i): Promise<void> {
  await chooseProduct(page, product);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.waitForURL('**/cart');
}

export async function giveAddress(page: Page): Promise<void> {
  await page.goto('/checkout');
  for (const [label, value] of Object.entries(ADDRESS)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Complete Order' })).toBeVisible();
}

export async function pay(page: Page, card: string, email?: string): Promise<void> {
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Complete Order' }).click();
}

export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('First name', { exact: false }).fill('Pat');
  await page.getByLabel('Last name', { exact: false }).fill('Doe');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page
    .getByRole('button', { name: /^create account$/i })
    .last()
    .click();
  await page.waitForURL((url) => url.pathname === '/');
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page
    .getByRole('button', { name: /^sign in$/i })
    .last()
    .click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Looks at every frame and after every change of the page, so that what is there for a moment only is not missed. `condition`: an expression of the page's. */
export const once = (page: Page, condition: string): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const isSo = () => Boolean(${condition});
    const changes = new MutationObserver(() => isSo() && done());
    const done = () => { changes.disconnect(); resolve(); };
    changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const look = () => (isSo() ? done() : requestAnimationFrame(look));
    look();
  })`);

/** What has been drawn so far is on the screen. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

/** A drawn page's own part was taken over by React: until then its links load whole pages. */
export const takenOver = (page: Page): Promise<unknown> =>
  once(page, `Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber'))`);
