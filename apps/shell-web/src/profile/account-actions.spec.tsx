import { getCurrentAddress, waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { resetBrowser, openShell, signedIn } from '../testing/open-shell.js';
import ProfilePage from './profile.page.js';

afterEach(() => {
  resetBrowser();
  sessionStorage.clear();
});

async function openProfile(responses = {}) {
  sessionStorage.setItem('draft:address', '{}');
  const server = stubApi({ ...signedIn(), ...responses });
  const { user } = openShell('/profile', <ProfilePage />);
  await screen.findByRole('heading', { name: 'Profile' });
  return { server, user };
}

const expectPersonalDataCleared = async (): Promise<void> => {
  await waitForAddress('/');
  expect(sessionStorage.getItem('draft:address')).toBeNull();
  expect(screen.queryByText('pat@example.com')).toBeNull();
};

describe('SignOutEverywhere', () => {
  const NAME = { name: 'Sign out everywhere' };

  it('ends all sessions, clears personal data and goes to the landing page', async () => {
    const { server, user } = await openProfile({ 'POST /api/user/sign-out-everywhere': { status: 204 } });
    await user.click(screen.getByRole('button', NAME));
    await findToast('Signed out everywhere', 'You are signed out on every device.');
    await expectPersonalDataCleared();
    expect(server.callsTo('POST /api/user/sign-out-everywhere')).toHaveLength(1);
  });

  it('shows an error and clears nothing', async () => {
    const { user } = await openProfile({
      'POST /api/user/sign-out-everywhere': { status: 503, text: 'The sign-in service is unavailable right now.' },
    });
    await user.click(screen.getByRole('button', NAME));
    await findToast('Sign out failed', 'The sign-in service is unavailable right now.');
    expect(getCurrentAddress()).toBe('/profile');
    expect(sessionStorage.getItem('draft:address')).toBe('{}');
  });
});

describe('DownloadData', () => {
  const clicks: string[] = [];
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null;
    if (!link) return;
    event.preventDefault();
    clicks.push(link.pathname);
  };
  beforeEach(() => {
    clicks.length = 0;
    document.addEventListener('click', onClick);
  });
  afterEach(() => document.removeEventListener('click', onClick));

  it('starts the browser’s download once the data is available', async () => {
    let respond: () => void = () => undefined;
    const { user } = await openProfile({
      'GET /api/user/data': { after: new Promise<void>((resolve) => (respond = resolve)) },
    });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByRole('button', { name: 'Preparing...' })).toHaveAttribute('aria-disabled', 'true');
    expect(clicks).toEqual([]);
    respond();
    await findToast('Your download has started', 'Your browser saves it as a zip file.');
    expect(clicks).toEqual(['/api/user/data']);
  });

  it('shows an error response and downloads nothing', async () => {
    const { user } = await openProfile({
      'GET /api/user/data': {
        status: 503,
        text: 'The art studio is unavailable right now. Please try again in a moment.',
      },
    });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await findToast('Download failed', 'The art studio is unavailable right now. Please try again in a moment.');
    expect(clicks).toEqual([]);
  });

  const problem = (status: number, code: string, detail: string) => ({
    status,
    text: JSON.stringify({ type: 'about:blank', title: detail, status, detail, code }),
    headers: { 'content-type': 'application/problem+json' },
  });
  const NOT_RECENT = problem(403, 'SIGN_IN_NOT_RECENT', 'Please confirm your password first.');

  async function openDialog(responses = {}) {
    const page = await openProfile({ 'GET /api/user/data': NOT_RECENT, ...responses });
    await page.user.click(screen.getByRole('button', { name: 'Download my data' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    return { ...page, dialog, field: dialog.getByLabelText('Your password') };
  }

  it('asks for the password if the sign-in is not recent, and downloads once it is confirmed', async () => {
    const { server, user, field } = await openDialog();
    expect(field).toHaveFocus();
    expect(field.closest('form')?.querySelector('[autocomplete="username"]')).toHaveValue('pat@example.com');
    server.responses['POST /api/user/confirm-password'] = () => {
      server.responses['GET /api/user/data'] = {};
      return { status: 204 };
    };
    await user.type(field, 'correct horse{Enter}');
    await findToast('Your download has started', 'Your browser saves it as a zip file.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.callsTo('POST /api/user/confirm-password').map(({ body }) => body)).toEqual([
      { password: 'correct horse' },
    ]);
    expect([clicks, server.callsTo('GET /api/user/data').length]).toEqual([['/api/user/data'], 2]);
  });

  it.each([
    [{ status: 400, text: 'Current password is incorrect' }, 'Current password is incorrect'],
    [{ status: 429, text: 'Too many attempts. Please wait a minute.' }, 'Too many attempts. Please wait a minute.'],
    [{ lost: true }, "We couldn't reach the shop. Please check your connection and try again."],
  ])('shows an error beside the password and downloads nothing: %j', async (response, message) => {
    const { user, dialog, field } = await openDialog({ 'POST /api/user/confirm-password': response });
    await user.type(field, 'wrong horse{Enter}');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('wrong horse');
    expect(clicks).toEqual([]);
  });

  it('requires the password, and asks again after it was closed', async () => {
    const { server, user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Download' }));
    expect(await dialog.findByText('Current password is required')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Download my data' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Confirm your password' })).toBeVisible();
    expect(server.callsTo('POST /api/user/confirm-password')).toEqual([]);
  });
});

describe('DeleteAccount', () => {
  const openDialog = async (responses = {}) => {
    const page = await openProfile(responses);
    await page.user.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }));
    return {
      ...page,
      dialog,
      confirm: () => page.user.click(dialog.getByRole('button', { name: 'Delete my account' })),
    };
  };

  it('explains the consequences before any request', async () => {
    const { server, dialog } = await openDialog();
    for (const text of [/cannot be undone/, /artwork are gone for good/, /keep your orders.*take your name/])
      expect(dialog.getByText(text)).toBeVisible();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/cannot be undone/);
    expect(dialog.getByLabelText('Your password')).toHaveFocus();
    const form = dialog.getByLabelText('Your password').closest('form');
    expect(form?.querySelector('[autocomplete="username"]')).toHaveValue('pat@example.com');
    expect(server.callsTo('POST /api/user/erase')).toEqual([]);
  });

  it('closes by its button or Escape and returns the focus', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveFocus();
  });

  it('requires the password', async () => {
    const { server, dialog, confirm } = await openDialog();
    await confirm();
    expect(await dialog.findByText('Current password is required')).toBeVisible();
    expect(dialog.getByLabelText('Your password')).toHaveFocus();
    expect(server.callsTo('POST /api/user/erase')).toEqual([]);
  });

  it.each([
    [{ status: 400, text: 'Current password is incorrect' }, 'Current password is incorrect'],
    [
      { status: 409, text: 'You are the only admin. Please have someone else made an admin first.' },
      'You are the only admin. Please have someone else made an admin first.',
    ],
    [{ lost: true }, "We couldn't reach the shop. Please check your connection and try again."],
  ])('shows an error beside the field and clears nothing: %j', async (response, message) => {
    const { user, dialog, confirm } = await openDialog({ 'POST /api/user/erase': response });
    await user.type(dialog.getByLabelText('Your password'), 'wrong horse');
    await confirm();
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Your password')).toHaveFocus();
    expect([getCurrentAddress(), sessionStorage.getItem('draft:address')]).toEqual(['/profile', '{}']);
  });

  it('deletes once, clears personal data and goes to the landing page', async () => {
    let respond: () => void = () => undefined;
    const { server, user, dialog } = await openDialog({
      'POST /api/user/erase': { status: 202, json: {}, after: new Promise<void>((resolve) => (respond = resolve)) },
    });
    await user.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}');
    expect(await dialog.findByRole('button', { name: 'Deleting...' })).toHaveAttribute('aria-disabled', 'true');
    // The dialog can't be closed while the request is pending.
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(screen.getByRole('alertdialog')).toBeVisible();
    respond();
    await findToast('Account deleted', 'We are removing your things, and write to you once they are gone.');
    await expectPersonalDataCleared();
    expect(server.callsTo('POST /api/user/erase').map(({ body }) => body)).toEqual([{ password: 'correct horse' }]);
  });
});
