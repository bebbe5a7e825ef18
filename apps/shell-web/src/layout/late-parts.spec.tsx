import { jest } from '@jest/globals';
import { CHUNK_IS_GONE, CHUNK_IS_THERE, createChunkError, stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';

/** Stands for the download of a file. Once it succeeds, the module is cached like in browsers. */
const downloadDialog = jest.fn<() => object>();
const downloadMenu = jest.fn<() => object>();
const { ContactDialog } = await import('../contact/contact-dialog.js');
const { UserMenu } = await import('./user-menu.js');
jest.unstable_mockModule('../contact/contact-dialog.js', downloadDialog);
jest.unstable_mockModule('./user-menu.js', downloadMenu);
const { Layout } = await import('./layout.js');
const { openShell, resetBrowser, signedIn, SIGNED_OUT } = await import('../testing/open-shell.js');

const UPDATED = 'PetArt was updated. Please reload the page.';

beforeEach(() => {
  for (const download of [downloadDialog, downloadMenu])
    download.mockImplementation(() => {
      throw createChunkError();
    });
});
afterEach(resetBrowser);

describe('contact dialog of a replaced build', () => {
  const press = () => screen.getByRole('button', { name: 'Send Message' });

  it('is replaced by one line that offers to reload', async () => {
    stubApi({ ...SIGNED_OUT, ...CHUNK_IS_GONE });
    const { user } = openShell('/', <Layout>page</Layout>);
    await user.click(press());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(UPDATED);
    expect(within(alert).getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  it('opens after a failed download once the connection is back', async () => {
    stubApi({ ...SIGNED_OUT, ...CHUNK_IS_THERE });
    const { user } = openShell('/', <Layout>page</Layout>);
    await user.click(press());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("The form can't be loaded right now. Please check your connection and try again.");
    downloadDialog.mockReturnValue({ ContactDialog });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('dialog', { name: 'Contact Us' })).toBeVisible();
    expect(screen.queryByText(/can't be loaded/)).not.toBeInTheDocument();
  });
});

describe('user menu of a replaced build', () => {
  const findButton = () => screen.findByRole('button', { name: 'Your account' });

  it('is replaced by one line that offers to reload, which its button opens and closes', async () => {
    stubApi({ ...signedIn(), ...CHUNK_IS_GONE });
    const { user } = openShell('/', <Layout>page</Layout>);
    await user.click(await findButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(UPDATED);
    expect(within(alert).getByRole('button', { name: 'Reload' })).toBeVisible();
    await user.click(await findButton());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('opens once its file can be loaded', async () => {
    stubApi({ ...signedIn(), ...CHUNK_IS_THERE });
    const { user } = openShell('/', <Layout>page</Layout>);
    const button = await findButton();
    downloadMenu.mockReturnValue({ UserMenu });
    await user.click(button);
    expect(await screen.findByRole('menuitem', { name: 'Log Out' })).toBeVisible();
  });
});
