import type { Page } from '@playwright/test';
import { petPhoto } from '../support/pet-photo.ts';
import { countCopies, sharedParts, watchReact } from '../support/react-copies.ts';
import { deploySecond, scriptsWith, watchScripts } from '../support/remotes.ts';
import { expect, test } from '../support/screens.ts';
import { addToCart, CARDS, giveAddress, makeArtwork, pay, register, signIn } from '../support/steps.ts';

/** Words that stand in the one file of each library and nowhere else, however it is minified. */
const SIGNATURES = {
  React: 'react.transitional.element',
  'React DOM': 'rendererPackageName',
  'React Query': 'No QueryClient set',
  'React Router': 'may be used only in the context of a <Router>',
};

test('what the three apps share is loaded once, and is the shell’s', async ({ visitor, shop }) => {
  const scripts = watchScripts(visitor);
  await watchReact(visitor);
  await signIn(visitor, shop.adminEmail, shop.adminPassword);
  await visitor.goto('/products');
  // The page stands there before the storefront does; a link that is followed earlier loads a page of its own.
  await expect(visitor.getByRole('link', { name: 'Customize' }).first()).toBeVisible();
  // From one remote to the other without a reload, so that both are in one page.
  await visitor.getByRole('navigation').getByRole('link', { name: 'Admin', exact: true }).first().click();
  await expect(visitor.getByText('Total Orders').first()).toBeVisible();

  expect(await countCopies(visitor)).toEqual({ reacts: 1, trees: 1, clients: 1, routers: 1 });

  for (const remote of ['storefront', 'admin'])
    expect(
      [...scripts].some((url) => url.includes(`/remotes/${remote}/`)),
      remote,
    ).toBe(true);
  for (const [library, words] of Object.entries(SIGNATURES)) {
    expect(await scriptsWith(visitor, scripts, words), library).toEqual([expect.stringMatching(/^\/assets\/main\./)]);
  }

  const shared = await sharedParts(visitor);
  for (const key of ['react', 'react-router-dom', '@tanstack/react-query', '@shop/web-kit', '@shop/web-ui']) {
    expect(shared[key]?.versions, key).toHaveLength(1);
    expect(shared[key]?.usedBy, key).toEqual(expect.arrayContaining(['storefront', 'admin']));
  }
});

test('a newer storefront is picked up by a reload, with the same shell', async ({ visitor }) => {
  const scripts = watchScripts(visitor);
  await visitor.goto('/products');
  await expect(visitor.getByRole('heading', { name: 'Our Products' })).toBeVisible();
  await deploySecond(visitor, 'storefront', (path, text) =>
    path.endsWith('.js') ? text.replaceAll('Our Products', 'Our Newest Products') : text,
  );
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Our Newest Products' })).toBeVisible();
  expect([...scripts].filter((url) => /\/assets\/main\./.test(url))).toHaveLength(1);
});

test.describe('a whole purchase fetches nothing of the admin’s', () => {
  function watchPaths(page: Page): string[] {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return paths;
  }

  async function buy(page: Page, email?: string): Promise<void> {
    await page.goto('/');
    await page.goto('/products');
    await makeArtwork(page, await petPhoto('#caa472'));
    await addToCart(page);
    await giveAddress(page);
    await pay(page, CARDS.good, email);
    await expect(page.getByText('Thank you for your order!')).toBeVisible();
  }

  const ofTheAdmin = (paths: readonly string[]): string[] =>
    paths.filter((path) => /^\/remotes\/admin|^\/api\/admin/.test(path));

  test('for a guest', async ({ visitor }) => {
    const paths = watchPaths(visitor);
    await buy(visitor, 'guest@example.com');
    expect(paths.filter((path) => path.startsWith('/remotes/storefront/')).length).toBeGreaterThan(10);
    expect(ofTheAdmin(paths)).toEqual([]);
  });

  test('for somebody signed in who is no admin', async ({ visitor }) => {
    const paths = watchPaths(visitor);
    await register(visitor, `vera-${Date.now()}@example.com`);
    await buy(visitor);
    for (const [path, heading] of [
      ['/orders', 'My Orders'],
      ['/designs', 'My Designs'],
      ['/profile', /profile/i],
    ] as const) {
      await visitor.goto(path);
      await expect(visitor.getByRole('heading', { name: heading }).first()).toBeVisible();
    }
    expect(paths).toContain('/api/orders');
    expect(ofTheAdmin(paths)).toEqual([]);
  });
});
