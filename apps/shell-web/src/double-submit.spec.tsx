import { doubleClick, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import AuthPage from './auth/auth.page.js';
import ForgotPasswordPage from './password-reset/forgot-password.page.js';
import ResetPasswordPage from './password-reset/reset-password.page.js';
import ProfilePage from './profile/profile.page.js';
import { resetBrowser, SIGNED_OUT, openShell, signedIn } from './testing/open-shell.js';

interface FormCase {
  name: string;
  path: string;
  page: ReactNode;
  /** Clicked first when the form is in a dialog. */
  opener?: string;
  fields: Record<string, string>;
  button: string;
  call: string;
}

const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'a better horse';

const FORM_CASES: FormCase[] = [
  {
    name: 'sign-in',
    path: '/auth',
    page: <AuthPage />,
    fields: { Email: 'pat@example.com', Password: PASSWORD },
    button: 'Sign In',
    call: 'POST /api/login',
  },
  {
    name: 'registration',
    path: '/auth?mode=register',
    page: <AuthPage />,
    fields: { Email: 'pat@example.com', Password: PASSWORD },
    button: 'Create Account',
    call: 'POST /api/register',
  },
  {
    name: 'reset link',
    path: '/forgot-password',
    page: <ForgotPasswordPage />,
    fields: { Email: 'pat@example.com' },
    button: 'Send Reset Link',
    call: 'POST /api/forgot-password',
  },
  {
    name: 'password reset',
    path: '/reset-password?token=abc',
    page: <ResetPasswordPage />,
    fields: { 'New Password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD },
    button: 'Reset Password',
    call: 'POST /api/reset-password',
  },
  {
    name: 'password change',
    path: '/profile',
    page: <ProfilePage />,
    fields: { 'Current Password': PASSWORD, 'New Password': NEW_PASSWORD, 'Confirm New Password': NEW_PASSWORD },
    button: 'Change Password',
    call: 'POST /api/user/change-password',
  },
  {
    name: 'sign out everywhere',
    path: '/profile',
    page: <ProfilePage />,
    fields: {},
    button: 'Sign out everywhere',
    call: 'POST /api/user/sign-out-everywhere',
  },
  {
    name: 'account deletion',
    path: '/profile',
    page: <ProfilePage />,
    opener: 'Delete my account',
    fields: { 'Your password': PASSWORD },
    button: 'Delete my account',
    call: 'POST /api/user/erase',
  },
];

afterEach(resetBrowser);

it.each(FORM_CASES)(
  '$name form: sends once on a double click',
  async ({ path, page, opener, fields, button, call }) => {
    const server = stubApi({
      ...(path === '/profile' ? signedIn() : SIGNED_OUT),
      [call]: { after: new Promise(() => undefined) },
    });
    const { user } = openShell(path, page);
    if (opener) await user.click(await screen.findByRole('button', { name: opener }));
    const form = opener ? within(await screen.findByRole('alertdialog')) : screen;
    await form.findByRole('button', { name: button });
    for (const [label, value] of Object.entries(fields))
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    doubleClick(form.getByRole('button', { name: button }));
    await waitFor(() => expect(form.queryByRole('button', { name: button })).toBeNull());
    expect(server.callsTo(call)).toHaveLength(1);
  },
);
