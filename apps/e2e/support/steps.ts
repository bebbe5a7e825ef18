import { expect, type Locator, type Page } from '@playwright/test';
import type { PhotoFile } from './pet-photo.ts';

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenged: '4000 0025 0000 3155',
  /** The bank of this card returns all refunds. */
  refundsFail: '4000 0000 0000 5126',
} as const;

/** Body of `POST /api/checkout/shipping`. */
export const SHIPPING = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
} as const;
export const LABELS = {
  name: 'Full Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP Code',
} as const;

export const toast = (page: Page, title: string): Locator =>
  page.locator('[data-toast]').filter({ hasText: title }).first();
export const textbox = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true });
export const continueButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Continue to Payment', exact: true });
export const completeButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Complete Order', exact: true });
export const thankYouHeading = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Thank you for your order!' });

export async function uploadPhoto(page: Page, photo: PhotoFile): Promise<void> {
  await page.goto('/create');
  await page.locator('input[type=file]').setInputFiles(photo);
  await expect(page.getByRole('button', { name: 'Generate Art' })).toBeVisible();
}

export async function generate(page: Page, style: RegExp = /modern/i): Promise<void> {
  await page.getByRole('radio', { name: style }).click();
  await page.getByRole('button', { name: 'Generate Art' }).click();
  await page.waitForURL(/\/customize\?imageId=/, { timeout: 90_000 });
}

export async function makeArtwork(page: Page, photo: PhotoFile, style?: RegExp): Promise<void> {
  await uploadPhoto(page, photo);
  await generate(page, style);
}

export async function chooseProduct(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('group', { name: 'Choose a product' }).getByRole('radio', { name }).first().click();
}

export async function addToCart(page: Page, product: RegExp = /bone/i): Promise<void> {
  await chooseProduct(page, product);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.waitForURL('**/cart');
}

/** On /checkout, chooses the first size and colour wherever one is missing. */
export async function completeChoices(page: Page): Promise<void> {
  await expect(textbox(page, LABELS.name)).toBeVisible();
  if (!(await page.getByRole('heading', { name: 'Your choices' }).isVisible())) return;
  const selects = page.getByRole('main').locator('select');
  await expect(selects.first()).toBeVisible();
  for (const select of await selects.all()) {
    await select.selectOption({ index: 1 });
    await expect(select.locator('option[value=""]')).toHaveCount(0);
  }
}

/** Completes choices and address on /cart or /checkout, and opens the payment step. */
export async function fillAddress(page: Page): Promise<void> {
  const proceed = page.getByRole('link', { name: 'Proceed to Checkout' });
  if (new URL(page.url()).pathname === '/cart') await proceed.click();
  await completeChoices(page);
  for (const [name, label] of Object.entries(LABELS))
    await textbox(page, label).fill(SHIPPING[name as keyof typeof LABELS]);
  await continueButton(page).click();
  await expect(completeButton(page)).toBeVisible();
}

export async function fillCard(page: Page, number: string, email?: string): Promise<void> {
  if (email) await textbox(page, 'Email').fill(email);
  await textbox(page, 'Card number').fill(number);
  await textbox(page, 'Expiry').fill('12 / 34');
  await textbox(page, 'CVC').fill('123');
}

export async function pay(page: Page, card: string, email?: string): Promise<void> {
  await fillCard(page, card, email);
  await completeButton(page).click();
}

/** Reads the order number on the page. */
export async function readOrderNumber(page: Page): Promise<string> {
  const text = await page
    .getByText(/PA-[0-9A-HJKMNP-TV-Z]{10}/)
    .first()
    .innerText();
  return /PA-[0-9A-Z]{10}/.exec(text)?.[0] ?? '';
}

/** Reads the total: `$35.91`. */
export const readTotal = (page: Page): Promise<string> =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText('Total', { exact: true }) })
    .locator('dd')
    .innerText();

/** Registers on /auth. */
export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/auth?mode=register');
  await page.getByLabel('First name', { exact: false }).fill('Pat');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('main').getByRole('button', { name: 'Create Account', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Waits until pending changes are painted. */
export const waitForPaint = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
