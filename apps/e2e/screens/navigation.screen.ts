import type { Locator, Page } from '@playwright/test';
import { answer } from '../support/network.ts';
import { expect, test } from '../support/people.ts';
import { fillCart, onePage } from '../support/screens.ts';

const bar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
const footer = (page: Page): Locator => page.getByRole('contentinfo');
const badge = (page: Page): Locator => bar(page).locator('[data-cart-count]');
const NO_GROUND = 'rgba(0, 0, 0, 0)';

const FOR_VISITORS = [
  '/',
  '/products',
  '/create',
  '/customize',
  '/cart',
  '/checkout',
  '/order-complete',
  '/auth',
  '/forgot-password',
  '/terms',
  '/privacy',
  '/no/such/page',
];
const FOR_ADMINS = ['/profile', '/orders', '/designs', '/admin', '/nimda'];

/** Is there, and stays at the top while the page is scrolled to its footer. */
async function expectSharedFrame(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('main').locator('h1, h2').first()).toBeAttached();
  await expect(page.locator('header').filter({ has: bar(page) })).toHaveCSS('position', 'sticky');
  await expect(footer(page)).toBeAttached();
  await footer(page).getByText('All rights reserved').scrollIntoViewIfNeeded();
  await expect(footer(page)).toBeInViewport();
  expect((await bar(page).boundingBox())?.y, path).toBe(0);
  expect(new URL(page.url()).pathname).toBe(path);
}

test.describe('navigation bar and footer', () => {
  test('Every page has a shared sticky top navigation bar and a footer', { tag: '@2' }, async ({ anonymous }) => {
    await anonymous.setViewportSize({ width: 1280, height: 500 });
    for (const path of FOR_VISITORS) await expectSharedFrame(anonymous, path);
  });

  test('Every page for the signed in and for admins has them, too', { tag: '@2' }, async ({ admin }) => {
    await admin.setViewportSize({ width: 1280, height: 500 });
    for (const path of FOR_ADMINS) await expectSharedFrame(admin, path);
  });

  test.describe('for a visitor', () => {
    const page = onePage(async (opened) => opened.goto('/terms'));

    test('brand link', { tag: '@2' }, async () => {
      await expect(bar(page()).getByRole('link', { name: 'PetArt', exact: true })).toHaveAttribute('href', '/');
    });

    test('Products', { tag: '@2' }, async () => {
      await expect(bar(page()).getByRole('link', { name: 'Products', exact: true })).toHaveAttribute(
        'href',
        '/products',
      );
    });

    test('Create Art', { tag: '@2' }, async () => {
      await expect(bar(page()).getByRole('link', { name: 'Create Art', exact: true })).toHaveAttribute(
        'href',
        '/create',
      );
    });

    test('Footer: brand blurb', { tag: '@2' }, async () => {
      await expect(footer(page()).getByText('PetArt', { exact: true })).toBeVisible();
      await expect(
        footer(page()).getByText('Your pet, drawn from one photo and printed on things you use every day.'),
      ).toBeVisible();
    });

    test('Footer: Quick Links (Products, Create Art, My Designs)', { tag: '@2' }, async () => {
      await expectLinks(footer(page()).getByRole('navigation', { name: 'Quick Links' }), {
        Products: '/products',
        'Create Art': '/create',
        'My Designs': '/designs',
      });
    });

    test('Footer: Legal (Terms of Service, Privacy Policy)', { tag: '@2' }, async () => {
      await expectLinks(footer(page()).getByRole('navigation', { name: 'Legal' }), {
        'Terms of Service': '/terms',
        'Privacy Policy': '/privacy',
      });
    });

    test('Footer: copyright line with the current year', { tag: '@2' }, async () => {
      await expect(
        footer(page()).getByText(`© ${new Date().getFullYear()} PetArt. All rights reserved.`, { exact: true }),
      ).toBeVisible();
    });

    test(
      'Footer: a Contact Us block with a Send Message button opening a dialog titled Contact Us',
      { tag: '@2' },
      async () => {
        await expect(footer(page()).getByRole('heading', { name: 'Contact Us', exact: true })).toBeVisible();
        await expect(page().getByRole('dialog')).toHaveCount(0);
        await footer(page()).getByRole('button', { name: 'Send Message', exact: true }).click();
        await expect(page().getByRole('dialog', { name: 'Contact Us', exact: true })).toBeVisible();
        await page().keyboard.press('Escape');
      },
    );

    test('a Sign In button (anonymous, goes to /auth)', { tag: '@2' }, async () => {
      await expect(bar(page()).getByRole('button', { name: 'Your account' })).toHaveCount(0);
      await bar(page()).getByRole('link', { name: 'Sign In', exact: true }).click();
      await expect(page()).toHaveURL('/auth');
    });
  });

  test('Admin (admins only)', { tag: '@2' }, async ({ anonymous, customer, admin }) => {
    const link = (page: Page): Locator => bar(page).getByRole('link', { name: 'Admin', exact: true });
    for (const page of [anonymous, customer, admin]) await page.goto('/terms');
    await expect(bar(anonymous).getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(bar(customer).getByRole('button', { name: 'Your account' })).toBeVisible();
    for (const page of [anonymous, customer]) await expect(link(page)).toHaveCount(0);
    await expect(link(admin)).toHaveAttribute('href', '/admin');
  });

  test('Admin: highlighted for any path beginning with /admin', { tag: '@2' }, async ({ admin }) => {
    const [link, products] = ['Admin', 'Products'].map((name) =>
      bar(admin).getByRole('link', { name, exact: true }),
    ) as [Locator, Locator];
    await admin.goto('/terms');
    await expect(link).toHaveCSS('background-color', NO_GROUND);
    for (const path of ['/admin', '/admin/orders/7', '/administration']) {
      await admin.goto(path);
      await expect(link, path).not.toHaveCSS('background-color', NO_GROUND);
      await expect(products).toHaveCSS('background-color', NO_GROUND);
    }
  });

  test(
    'a cart button with a count badge (shown only when the count is above 0)',
    { tag: '@2' },
    async ({ artist, drawing, tee }) => {
      await artist.goto('/terms');
      await expect(bar(artist).getByRole('link', { name: 'Cart', exact: true })).toHaveAttribute('href', '/cart');
      await expect(badge(artist)).toHaveCount(0);
      await fillCart(artist.request, drawing, [{ product: tee, quantity: 3 }]);
      await artist.goto('/terms');
      await expect(badge(artist)).toHaveText('3');
    },
  );

  test(
    'Cart: itemCount (number, used for the badge) is the sum of quantities of what is still sold',
    { tag: ['@3', '@D34'] },
    async ({ artist, drawing, tee, tag }) => {
      await fillCart(artist.request, drawing, [{ product: tee, quantity: 2 }, { product: tag }]);
      const cart = (await (await artist.request.get('/api/cart')).json()) as { items: object[]; itemCount: number };
      expect(cart.itemCount).toBe(3);
      const [first, ...others] = cart.items;
      await answer(artist, 'GET /api/cart', {
        ...cart,
        items: [{ ...first, available: false }, ...others],
        itemCount: 1,
      });
      await artist.goto('/cart');
      await expect(badge(artist)).toHaveText('1');
    },
  );
});

async function expectLinks(list: Locator, links: Record<string, string>): Promise<void> {
  await expect(list.getByRole('link')).toHaveText(Object.keys(links));
  for (const [name, address] of Object.entries(links))
    await expect(list.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
}
