import { doubleClick, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import AuthPage from './auth/auth.page.js';
import ForgotPasswordPage from './password-reset/forgot-password.page.js';
import ResetPasswordPage from './password-reset/reset-password.page.js';
import ProfilePage from './profile/profile.page.js';
import { forgetBrowser, NOBODY, openShell, signedIn } from './testing/open-shell.js';

interface Sent {
  what: string;
  at: string;
  page: ReactNode;
  /** Pressed first, where the form is in a dialog. */
  opener?: string;
  fields: Record<string, string>;
  button: string;
  call: string;
}

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'a better horse';

const ALL: Sent[] = [
  {
    what: 'a sign-in',
    at: '/auth',
    page: <AuthPage />,
    fields: { Email: 'pat@example.com', Password: PASSWORD },
    button: 'Sign In',
    call: 'POST /api/login',
  },
  {
    what: 'a registration',
    at: '/auth?mode=register',
    page: <AuthPage />,
    fields: { Email: 'pat@example.com', Password: PASSWORD },
    button: 'Create Account',
    call: 'POST /api/register',
  },
  {
    what: 'the wish for a link',
    at: '/forgot-password',
    page: <ForgotPasswordPage />,
    fields: { Email: 'pat@example.com' },
    button: 'Send Reset Link',
    call: 'POST /api/forgot-password',
  },
  {
    what: 'a new password by a link',
    at: '/reset-password?token=abc',
    page: <ResetPasswordPage />,
    fields: { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD },
    button: 'Reset Password',
    call: 'POST /api/reset-password',
  },
  {
    what: 'another password',
    at: '/profile',
    page: <ProfilePage />,
    fields: { 'Current Password': PASSWORD, 'New Password': NEW_PASSWORD, 'Confirm New Password': NEW_PASSWORD },
    button: 'Change Password',
    call: 'POST /api/user/change-password',
  },
  {
    what: 'the end of all sessions',
    at: '/profile',
    page: <ProfilePage />,
    fields: {},
    button: 'Sign out everywhere',
    call: 'POST /api/user/sign-out-everywhere',
  },
  {
    what: 'the end of an account',
    at: '/profile',
    page: <ProfilePage />,
    opener: 'Delete my account',
    fields: { 'Your password': PASSWORD },
    button: 'Delete my account',
    call: 'POST /api/user/erase',
  },
];

afterEach(forgetBrowser);

it.each(ALL)('$what is sent once, however fast it is pressed', async ({ at, page, opener, fields, button, call }) => {
  const server = stubApi({
    ...(at === '/profile' ? signedIn() : NOBODY),
    [call]: { after: new Promise(() => undefined) },
  });
  const { user } = openShell(at, page);
  if (opener) await user.click(await screen.findByRole('button', { name: opener }));
  const form = opener ? within(await screen.findByRole('alertdialog')) : screen;
  await form.findByRole('button', { name: button });
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  doubleClick(form.getByRole('button', { name: button }));
  await waitFor(() => expect(form.queryByRole('button', { name: button })).toBeNull());
  expect(server.callsOf(call)).toHaveLength(1);
});
