import { waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import { resetBrowser, SIGNED_OUT, openShell, signedIn } from '../testing/open-shell.js';
import ProfilePage from './profile.page.js';

afterEach(resetBrowser);

async function openForm(responses = {}) {
  const server = stubApi({ ...signedIn(), ...responses });
  const { user } = openShell('/profile', <ProfilePage />);
  await screen.findByRole('heading', { name: 'Profile' });
  const change = async (current: string, next: string, again: string) => {
    if (current) await user.type(screen.getByLabelText('Current Password'), current);
    if (next) await user.type(screen.getByLabelText('New Password'), next);
    if (again) await user.type(screen.getByLabelText('Confirm New Password'), again);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  };
  return { server, change };
}

describe('ProfilePage', () => {
  it('shows email, name and role', async () => {
    await openForm();
    for (const text of ['pat@example.com', 'Pat Doe', 'user', 'Must be at least 8 characters'])
      expect(screen.getByText(text)).toBeVisible();
  });

  it('redirects an anonymous visitor to the sign-in', async () => {
    stubApi(SIGNED_OUT);
    openShell('/profile', <ProfilePage />);
    await waitForAddress('/auth');
  });

  it('offers a retry when the user fails to load', async () => {
    const server = stubApi({ 'GET /api/user': { status: 503, text: 'Accounts are unavailable right now.' } });
    const { user } = openShell('/profile', <ProfilePage />);
    expect(await screen.findByText('Accounts are unavailable right now.')).toBeVisible();
    Object.assign(server.responses, signedIn());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Pat Doe')).toBeVisible();
  });
});

describe('ChangePasswordForm', () => {
  it('names the account to password managers', async () => {
    await openForm();
    const form = screen.getByLabelText('Current Password').closest('form');
    expect(form?.querySelector('[autocomplete="username"]')).toHaveValue('pat@example.com');
  });

  it('requires all three fields', async () => {
    const { change } = await openForm();
    await change('', '', '');
    expect(await screen.findAllByRole('alert')).toHaveLength(3);
  });

  it.each([
    ['correct horse', 'another horse', 'New passwords do not match.', 'Confirm New Password'],
    ['short', 'short', 'New password must be at least 8 characters.', 'New Password'],
  ])('rejects "%s" and "%s" by toast, and marks and focuses the field', async (next, again, message, label) => {
    const { change, server } = await openForm();
    await change('old secret', next, again);
    await findToast('Error', message);
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(server.callsTo('POST /api/user/change-password')).toEqual([]);
  });

  it('changes the password, shows a toast and empties the form', async () => {
    const { change, server } = await openForm({ 'POST /api/user/change-password': { json: {} } });
    await change('old secret', 'correct horse', 'correct horse');
    await findToast('Password changed', 'Your password has been updated successfully.');
    expect(server.callsTo('POST /api/user/change-password')[0]?.body).toEqual({
      currentPassword: 'old secret',
      newPassword: 'correct horse',
    });
    await waitFor(() => expect(screen.getByLabelText('Current Password')).toHaveValue(''));
  });
});
