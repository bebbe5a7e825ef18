import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { openShell, resetBrowser, signedIn } from '../testing/open-shell.js';
import ProfilePage from './profile.page.js';

afterEach(resetBrowser);

const HERE = {
  id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
  browser: 'Firefox on Linux',
  signedInAt: '2026-11-20T12:00:00.000Z',
  lastUsedOn: '2026-11-29',
  isCurrent: true,
};
const PHONE = { ...HERE, id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0002', browser: 'Safari on iPhone', isCurrent: false };
const UNKNOWN = { ...PHONE, id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0003', browser: null };
const END_PHONE = `DELETE /api/user/sessions/${PHONE.id}`;

async function openSessions(responses = {}) {
  const server = stubApi({
    ...signedIn(),
    'GET /api/user/sessions': { json: [HERE, PHONE, UNKNOWN] },
    ...responses,
  });
  const { user } = openShell('/profile', <ProfilePage />);
  await screen.findByRole('heading', { name: 'Profile' });
  return { server, user };
}

const findList = async () => within(await screen.findByRole('list', { name: 'Where you are signed in' }));

describe('Sessions', () => {
  it('names each browser and its days, and marks this one', async () => {
    await openSessions();
    const list = await findList();
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Firefox on LinuxSigned in on November 20, 2026, 12:00 UTC · last used on November 29, 2026This browser',
      'Safari on iPhoneSigned in on November 20, 2026, 12:00 UTC · last used on November 29, 2026End this one',
      'An unknown browserSigned in on November 20, 2026, 12:00 UTC · last used on November 29, 2026End this one',
    ]);
  });

  it.each([204, 404])('ends another one, also if it has ended in between: %d', async (status) => {
    const { server, user } = await openSessions({ [END_PHONE]: { status } });
    const list = await findList();
    server.responses['GET /api/user/sessions'] = { json: [HERE, UNKNOWN] };
    await user.click(list.getByRole('button', { name: 'End this one Safari on iPhone' }));
    await findToast('Session ended', 'Safari on iPhone is signed out.');
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).toBeNull());
    expect(server.callsTo(END_PHONE)).toHaveLength(1);
  });

  it('keeps a session that could not be ended, with the reason', async () => {
    const { user } = await openSessions({ [END_PHONE]: { status: 503, text: 'Accounts are unavailable right now.' } });
    await user.click((await findList()).getByRole('button', { name: 'End this one Safari on iPhone' }));
    await findToast('The session could not be ended', 'Accounts are unavailable right now.');
    expect((await findList()).getByText('Safari on iPhone')).toBeVisible();
  });

  it('is absent on a server without the list', async () => {
    await openSessions({ 'GET /api/user/sessions': { status: 404, text: 'Not found' } });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Where you are signed in' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  });
});
