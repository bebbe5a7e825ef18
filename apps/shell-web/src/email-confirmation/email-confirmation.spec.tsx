import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import ProfilePage from '../profile/profile.page.js';
import { createUser, openShell, resetBrowser, SIGNED_OUT, signedIn } from '../testing/open-shell.js';
import ConfirmEmailPage from './confirm-email.page.js';

afterEach(resetBrowser);

describe('ConfirmEmailPage', () => {
  const CALL = 'POST /api/user/confirm-email';
  const open = (path = '/confirm-email?token=abc') => openShell(path, <ConfirmEmailPage />);
  const button = () => screen.getByRole('button', { name: 'Confirm My Email' });

  it('confirms only when the button is pressed, without a session too', async () => {
    const server = stubApi({ ...SIGNED_OUT, [CALL]: { status: 204 } });
    const { user } = open();
    expect(server.callsTo(CALL)).toEqual([]);
    await user.click(button());
    expect(await screen.findByRole('heading', { name: 'Email Confirmed' })).toHaveFocus();
    expect(server.callsTo(CALL).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    expect(screen.getByRole('link', { name: 'Go to the Shop' })).toHaveAttribute('href', '/');
  });

  it('says where to get a new link if this one has expired', async () => {
    stubApi({ ...SIGNED_OUT, [CALL]: { status: 400, text: 'This link is invalid or has expired.' } });
    const { user } = open();
    await user.click(button());
    expect(await screen.findByRole('heading', { name: 'This Link Doesn’t Work' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Go to Profile' })).toHaveAttribute('href', '/profile');
  });

  it('says the same for a link without a token', () => {
    stubApi({});
    open('/confirm-email');
    expect(screen.getByRole('heading', { name: 'This Link Doesn’t Work' })).toBeVisible();
  });

  it('keeps the button after a lost answer', async () => {
    const server = stubApi({ ...SIGNED_OUT, [CALL]: { lost: true } });
    const { user } = open();
    await user.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't reach the shop.");
    server.responses[CALL] = { status: 204 };
    await user.click(button());
    expect(await screen.findByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
  });
});

describe('UnconfirmedEmail', () => {
  const CALL = 'POST /api/user/send-confirmation-link';
  const NAME = { name: 'Send the link again' };
  async function openProfile(emailConfirmed: boolean | undefined, responses = {}) {
    const server = stubApi({ ...signedIn({ emailConfirmed }), ...responses });
    const { user } = openShell('/profile', <ProfilePage />);
    await screen.findByRole('heading', { name: 'Profile' });
    return { server, user };
  }

  it('sends the link again', async () => {
    const { server, user } = await openProfile(false, { [CALL]: { status: 204 } });
    await user.click(screen.getByRole('button', NAME));
    await findToast('Email sent', 'Please open the link in our email to pat@example.com.');
    expect(server.callsTo(CALL)).toHaveLength(1);
  });

  it.each([true, undefined])('is absent if the address is confirmed, or if the server does not say: %s', async (is) => {
    await openProfile(is);
    expect(screen.queryByRole('button', NAME)).toBeNull();
  });

  it('shows the limit', async () => {
    const text = 'Too many attempts. Please try again in 60 seconds.';
    const { user } = await openProfile(false, { [CALL]: { status: 429, text } });
    await user.click(screen.getByRole('button', NAME));
    await findToast('Error', text);
  });

  it('disappears if another tab has confirmed the address', async () => {
    const { server, user } = await openProfile(false, {
      [CALL]: { status: 409, text: 'Your email address is confirmed already.' },
    });
    server.responses['GET /api/user'] = { json: createUser({ emailConfirmed: true }) };
    await user.click(screen.getByRole('button', NAME));
    await waitFor(() => expect(screen.queryByRole('button', NAME)).toBeNull());
  });
});
