import { writeFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { shiftsOf, watchShifts } from '../access/support/shifts.ts';
import { expect, test } from '../support/screens.ts';
import { fileInput, generateButton, onePhoto } from '../support/wizard.ts';

const PAGES = [
  ['/', 'Your best friend, as a work of art.'],
  ['/products', 'Our Products'],
  ['/create', 'Create Your Pet Art'],
] as const;

/** The shell's own. */
const LEGAL = [
  ['/terms', 'Terms of Service', 'What we do'],
  ['/privacy', 'Privacy Policy', 'In short'],
] as const;

/** Marks what the HTML brought, and keeps whether anything had been painted when the shop's own script was started. */
const MARK_WHAT_STANDS_THERE = `
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('#root h1, #root nav, #root main, #root footer, #root [data-app]')) element.setAttribute('data-from-html', '');
  });
  const scripts = new MutationObserver(() => {
    if (!document.querySelector('script[src*="/assets/main."]')) return;
    scripts.disconnect();
    document.documentElement.setAttribute('data-painted-first', performance.getEntriesByName('first-contentful-paint').length);
  });
  scripts.observe(document, { childList: true, subtree: true });`;

/** The first paint is waited for, also where a busy machine takes longer for it than the page would wait. */
const NEVER_TOO_SLOW = `
  const later = window.setTimeout;
  window.setTimeout = (then, ms, ...given) => (ms === 3000 ? 0 : later(then, ms, ...given));`;

/** What a visitor sees and may wait for: the shell's own scripts stay away until they are let through. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route('**/assets/main.*.js', (route) => void held.push(route));
  return async () => {
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute('**/assets/main.*.js');
  };
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading] of PAGES) {
    test(`${path} stands there in the shop's looks`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('noscript > p')).toBeVisible();
      // The remote's own styles as well as the shell's.
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Bricolage/);
      await expect(page.locator('[data-app="storefront"]')).toBeVisible();
    });
  }

  test('the landing page leads to the other two', async ({ page }) => {
    await page.goto('/');
    await expect
      .poll(() => page.evaluate<number>("document.querySelector('#root img').naturalWidth"))
      .toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Browse Products' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Products');
  });

  for (const [path, heading, clause] of LEGAL) {
    test(`${path} can be read`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('heading', { name: clause })).toBeVisible();
    });
  }

  test('an address that is no page says so', async ({ page }) => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});

for (const [path, heading] of PAGES) {
  test(`React takes ${path} over as it stands, once it has been painted`, async ({ visitor }) => {
    await visitor.addInitScript(MARK_WHAT_STANDS_THERE);
    await visitor.addInitScript(NEVER_TOO_SLOW);
    await visitor.goto(path);
    await expect(visitor.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(visitor.locator('[data-still]')).toHaveCount(0);
    await visitor.waitForLoadState('networkidle');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(heading);
    for (const part of ['h1', 'nav >> nth=0', 'main', 'footer', '[data-app="storefront"]'])
      await expect(visitor.locator(part)).toHaveAttribute('data-from-html', '');
    await expect(visitor.locator('html')).toHaveAttribute('data-painted-first', '1');
  });
}

for (const [path] of LEGAL) {
  test(`React takes ${path} over as it stands, and nothing moves`, async ({ visitor }) => {
    await watchShifts(visitor);
    await visitor.addInitScript(MARK_WHAT_STANDS_THERE);
    await visitor.goto(path);
    await expect(visitor.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await visitor.waitForLoadState('networkidle');
    for (const part of ['h1', 'main', 'footer'])
      await expect(visitor.locator(part)).toHaveAttribute('data-from-html', '');
    expect((await shiftsOf(visitor)).sum).toBeLessThan(0.01);
  });
}

test('a photo that is chosen before the script has come is not lost', async ({ visitor }) => {
  const release = await holdScripts(visitor);
  await visitor.goto('/create', { waitUntil: 'commit' });
  await fileInput(visitor).setInputFiles(await onePhoto());
  await release();
  await expect(generateButton(visitor)).toBeVisible();
});

test('a photo that is dropped before the script has come is not lost, and one that misses the zone does not lead away', async ({
  visitor,
}, info) => {
  const photo = info.outputPath('pet.jpg');
  await writeFile(photo, (await onePhoto()).buffer);
  const release = await holdScripts(visitor);
  await visitor.goto('/create', { waitUntil: 'commit' });
  const zone = await visitor.getByText('Drag and drop your photo here').boundingBox();
  const client = await visitor.context().newCDPSession(visitor);
  const drop = async (x: number, y: number): Promise<void> => {
    const data = { items: [], files: [photo], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await client.send('Input.dispatchDragEvent', { type, x, y, data });
  };
  const files = () =>
    fileInput(visitor).evaluate((input) => (input as unknown as { files: { length: number } }).files.length);
  await drop(5, 5);
  expect(await files()).toBe(0);
  await drop(zone?.x ?? 0, zone?.y ?? 0);
  await expect.poll(files).toBe(1);
  await release();
  await expect(generateButton(visitor)).toBeVisible();
  await expect(visitor).toHaveURL('/create');
});

test('who has begun an artwork is not shown the beginning of a new one', async ({ visitor }) => {
  await visitor.addInitScript("sessionStorage.setItem('draft:wizard', '{}')");
  await holdScripts(visitor);
  await visitor.goto('/create', { waitUntil: 'commit' });
  await expect(visitor.getByRole('heading', { name: 'Create Your Pet Art' })).toBeVisible();
  await expect(visitor.getByText('Upload a photo of your pet')).toHaveCount(0);
});
