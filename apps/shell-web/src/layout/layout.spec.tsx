import { waitForAddress, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { resetBrowser, SIGNED_OUT, openShell, signedIn } from '../testing/open-shell.js';
import { Layout } from './layout.js';

const openLayout = (address = '/products') => openShell(address, <Layout>content</Layout>);
const getNavBar = () => within(screen.getByRole('navigation', { name: 'Main' }));

afterEach(resetBrowser);

describe('the way back to the admin', () => {
  afterEach(() => sessionStorage.clear());

  it('is on the landing page of an admin who was sent there by an admin page', async () => {
    stubApi(signedIn({ role: 'admin' }));
    sessionStorage.setItem('admin-place', '/admin?tab=orders&order=1');
    const { user } = openLayout('/');
    await user.click(await screen.findByRole('link', { name: 'Back to the admin' }));
    await waitForAddress('/admin?tab=orders&order=1');
    expect(screen.queryByRole('link', { name: 'Back to the admin' })).toBeNull();
  });

  it.each<[string, 'admin' | 'user', string | null]>([
    ['a customer', 'user', '/admin'],
    ['an admin who was nowhere', 'admin', null],
    ['an admin with an address of elsewhere', 'admin', '//example.com/admin'],
  ])('is not there for %s', async (_, role, place) => {
    stubApi(signedIn({ role }));
    if (place) sessionStorage.setItem('admin-place', place);
    openLayout('/');
    await getNavBar().findByRole('button', { name: /account|menu/i });
    expect(screen.queryByRole('link', { name: 'Back to the admin' })).toBeNull();
  });
});

describe('NavBar', () => {
  it('offers the shop and Sign In to an anonymous visitor, without admin link and badge', async () => {
    stubApi(SIGNED_OUT);
    openLayout();
    expect(await getNavBar().findByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    expect(getNavBar().getByRole('link', { name: 'PetArt' })).toHaveAttribute('href', '/');
    expect(getNavBar().getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products');
    expect(getNavBar().getByRole('link', { name: 'Create Art' })).toHaveAttribute('href', '/create');
    expect(getNavBar().queryByRole('link', { name: 'Admin' })).toBeNull();
    expect(getNavBar().getByRole('link', { name: 'Cart' })).toHaveTextContent('');
  });

  it.each([3, 100, 12_345])('shows the number of items in the cart: %i', async (itemCount) => {
    stubApi({ ...signedIn(), 'GET /api/cart': { json: { items: [], subtotal: '0.00', itemCount } } });
    openLayout();
    expect(await getNavBar().findByRole('link', { name: `Cart, ${itemCount} items` })).toHaveTextContent(
      String(itemCount),
    );
  });

  it('shows Admin to admins, highlighted on any path that begins with it', async () => {
    stubApi(signedIn({ role: 'admin' }));
    openLayout('/admin');
    expect(await getNavBar().findByRole('link', { name: 'Admin' })).toHaveClass('bg-muted');
    expect(getNavBar().getByRole('link', { name: 'Products' })).not.toHaveClass('bg-muted');
  });

  it('highlights the current page in the phone menu too', async () => {
    stubApi(signedIn({ role: 'admin' }));
    const { user } = openLayout('/admin');
    await getNavBar().findByRole('link', { name: 'Admin' });
    await user.click(getNavBar().getByRole('button', { name: 'Menu' }));
    const menu = within(document.getElementById('phone-menu') as HTMLElement);
    expect(menu.getByRole('link', { name: 'Admin' })).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('link', { name: 'Admin' })).toHaveClass('bg-muted');
    expect(menu.getByRole('link', { name: 'Products' })).not.toHaveAttribute('aria-current');
  });

  it('switches the theme and stores it', async () => {
    stubApi(SIGNED_OUT);
    const { user } = openLayout();
    await user.click(getNavBar().getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
    expect(localStorage.getItem('ui-theme')).toBe('dark');
    expect(getNavBar().getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  });

  it.each(['Switch to dark theme', 'Cart', 'Your account', 'Menu'])(
    'has a tooltip on the icon button "%s"',
    async (name) => {
      stubApi(signedIn());
      const { user } = openLayout();
      await getNavBar().findByRole('button', { name: 'Your account' });
      await user.hover(getNavBar().getByLabelText(name));
      expect(await screen.findByRole('tooltip')).toHaveTextContent(name);
      await user.unhover(getNavBar().getByLabelText(name));
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    },
  );

  it('opens the phone menu and closes it on Escape, outside click, lost focus and navigation', async () => {
    stubApi(SIGNED_OUT);
    const { user } = openLayout('/');
    const menu = getNavBar().getByRole('button', { name: 'Menu' });
    const isOpen = (): boolean => !document.getElementById('phone-menu')?.hidden;
    await user.click(menu);
    expect(isOpen()).toBe(true);
    await user.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    await user.click(menu);
    await user.click(screen.getByText('content'));
    expect(isOpen()).toBe(false);
    await user.click(menu);
    for (const link of within(document.getElementById('phone-menu') as HTMLElement).getAllByRole('link')) {
      await user.tab();
      expect([link === document.activeElement, isOpen()]).toEqual([true, true]);
    }
    await user.tab();
    expect(isOpen()).toBe(false);
    await user.click(menu);
    await user.click(
      within(document.getElementById('phone-menu') as HTMLElement).getByRole('link', { name: 'Products' }),
    );
    expect(isOpen()).toBe(false);
    await waitForAddress('/products');
  });
});

describe('UserMenu', () => {
  const openMenu = async (overrides = {}) => {
    const server = stubApi({ ...signedIn(overrides), 'POST /api/logout': { status: 204 } });
    const { user } = openLayout('/products');
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    return { user, server, menu: within(await screen.findByRole('menu')) };
  };

  it('shows name and email, and links to the user’s pages', async () => {
    const { menu } = await openMenu();
    expect(menu.getByText('Pat')).toBeVisible();
    expect(menu.getByText('pat@example.com')).toBeVisible();
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'My Orders',
      'My Designs',
      'Log Out',
    ]);
  });

  it('shows the email once without a first name', async () => {
    const { menu } = await openMenu({ firstName: null });
    expect(menu.getAllByText('pat@example.com')).toHaveLength(1);
  });

  it('shows the profile image', async () => {
    await openMenu({ profileImageUrl: 'https://example.com/me.png' });
    expect(document.querySelector('img[src="https://example.com/me.png"]')).not.toBeNull();
  });

  it('keeps the item focusable while signing out, and sends no second request', async () => {
    const { menu, user, server } = await openMenu();
    server.responses['POST /api/logout'] = { status: 204, after: new Promise(() => undefined) };
    await user.click(menu.getByRole('menuitem', { name: 'Log Out' }));
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    const item = await screen.findByRole('menuitem', { name: 'Log Out' });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{End}');
    expect(item).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(item).toHaveFocus();
    expect(server.callsTo('POST /api/logout')).toHaveLength(1);
  });
});

describe('Footer', () => {
  it('has the links, the contact block and the year', () => {
    stubApi(SIGNED_OUT);
    openLayout();
    const footer = within(screen.getByRole('contentinfo'));
    expect(
      within(footer.getByRole('navigation', { name: 'Quick Links' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Products', 'Create Art', 'My Designs']);
    expect(
      within(footer.getByRole('navigation', { name: 'Legal' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Terms of Service', 'Privacy Policy']);
    expect(footer.getByText('Your pet, drawn from one photo and printed on things you use every day.')).toBeVisible();
    expect(footer.getByRole('button', { name: 'Send Message' })).toBeVisible();
    expect(screen.getByRole('contentinfo')).toHaveTextContent(
      `© ${new Date().getFullYear()} PetArt. All rights reserved.`,
    );
  });
});
