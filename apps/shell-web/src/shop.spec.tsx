import { jest } from '@jest/globals';
import { findToast, stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { resetBrowser, SIGNED_OUT, openShell, signedIn } from './testing/open-shell.js';

const loadRemote = jest.fn<(name: string) => Promise<unknown>>();
const registerRemotes = jest.fn();
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({
  loadRemote,
  registerPlugins: jest.fn(),
  registerRemotes,
}));
const { Shop } = await import('./shop.js');
const { createRemoteLoader } = await import('./remote-loader.js');

const MANIFEST = {
  metaData: { remoteEntry: { path: '', name: 'assets/storefront.abc.js' }, globalName: 'storefront' },
  exposes: [],
};
const REMOTES = {
  '/remotes.json': {
    storefront: '/remotes/storefront/mf-manifest.json',
    admin: 'https://cdn.example.com/admin/mf-manifest.json',
  },
  '/remotes/storefront/mf-manifest.json': MANIFEST,
  'https://cdn.example.com/admin/mf-manifest.json': {
    ...MANIFEST,
    metaData: { ...MANIFEST.metaData, globalName: 'admin' },
  },
};
const served = Object.fromEntries(Object.entries(REMOTES).map(([address, json]) => [`GET ${address}`, { json }]));

const shop = <Shop storefront={createRemoteLoader('storefront')} />;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  loadRemote.mockReset();
  registerRemotes.mockReset();
});
afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('pages of the shell', () => {
  it('show "Page Not Found" with a link home for an unknown path', async () => {
    stubApi(SIGNED_OUT);
    openShell('/nope', shop);
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(document.title).toBe('Page Not Found · PetArt');
  });

  it.each([
    [
      '/terms',
      'Terms of Service',
      ['card payment provider', 'cloud AI provider', 'print-on-demand provider', 'hosting provider'],
    ],
    [
      '/privacy',
      'Privacy Policy',
      ['card payment provider', 'cloud AI provider', 'print-on-demand provider', 'hosting provider'],
    ],
  ])('%s names the providers and is dated today', async (address, heading, parties) => {
    stubApi(SIGNED_OUT);
    openShell(address, shop);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
    expect(screen.getByText(`Last updated: ${today}`)).toBeVisible();
    for (const party of parties) expect(screen.getByRole('main')).toHaveTextContent(party);
  });
});

describe('pages of a remote', () => {
  it('show an error with Retry, which reads the remote’s URL again', async () => {
    const server = stubApi({ ...SIGNED_OUT, ...served });
    loadRemote
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ default: () => <p>The cart of the storefront</p> });
    const { user } = openShell('/cart', shop);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('alert')).toHaveTextContent("The shop can't be loaded right now.");
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await user.click(retry);
    expect(await screen.findByText('The cart of the storefront')).toBeVisible();
    expect(server.callsTo('GET /remotes.json')).toHaveLength(4);
    expect(registerRemotes).toHaveBeenLastCalledWith(
      [
        {
          name: 'storefront',
          entry: 'http://localhost/remotes/storefront/assets/storefront.abc.js?try=4',
          entryGlobalName: 'storefront',
        },
      ],
      { force: true },
    );
  });

  it('may be served from another origin', async () => {
    stubApi({ ...signedIn({ role: 'admin' }), ...served });
    loadRemote.mockResolvedValue({ default: () => <p>The admin area</p> });
    openShell('/admin', shop);
    expect(await screen.findByText('The admin area')).toBeVisible();
    expect(loadRemote).toHaveBeenCalledWith('admin/app');
    expect(registerRemotes).toHaveBeenLastCalledWith(
      [{ name: 'admin', entry: 'https://cdn.example.com/admin/assets/storefront.abc.js', entryGlobalName: 'admin' }],
      { force: true },
    );
  });

  it('are not downloaded for non-admins when they belong to the admin app', async () => {
    stubApi({ ...SIGNED_OUT, ...served });
    openShell('/admin', shop);
    await findToast('Unauthorized', 'Admin access required');
    expect(loadRemote).not.toHaveBeenCalled();
    expect(registerRemotes).not.toHaveBeenCalled();
  });
});
