import type { ReactNode } from 'react';
import AuthPage from '../auth/auth.page.js';
import { ContactBlock } from '../contact/contact-block.js';
import ForgotPasswordPage from '../password-reset/forgot-password.page.js';
import ResetPasswordPage from '../password-reset/reset-password.page.js';
import ProfilePage from '../profile/profile.page.js';

const PASSWORD = 'correct horse';

/** A form of the shell: where it is, what is entered, and the button that sends it. */
export interface Form {
  path: string;
  page: ReactNode;
  isSignedIn?: boolean;
  /** The button that opens the form in a dialog. */
  opener?: string;
  dialog?: 'dialog' | 'alertdialog';
  fields: Record<string, string>;
  button: string;
  call: string;
}

const signIn: Form = {
  path: '/auth',
  page: <AuthPage />,
  fields: { Email: 'pat@example.com', Password: PASSWORD },
  button: 'Sign In',
  call: 'POST /api/login',
};
const profile = { path: '/profile', page: <ProfilePage />, isSignedIn: true };

export const FORMS = {
  signIn,
  register: { ...signIn, path: '/auth?mode=register', button: 'Create Account', call: 'POST /api/register' },
  contact: {
    path: '/',
    page: <ContactBlock />,
    opener: 'Send Message',
    fields: { Name: 'Pat', Email: 'pat@example.com', Subject: 'A question', Message: 'Do you ship to Maine?' },
    button: 'Send Message',
    call: 'POST /api/contact',
  },
  forgotPassword: {
    path: '/forgot-password',
    page: <ForgotPasswordPage />,
    fields: { Email: 'pat@example.com' },
    button: 'Send Reset Link',
    call: 'POST /api/forgot-password',
  },
  resetPassword: {
    path: '/reset-password?token=abc',
    page: <ResetPasswordPage />,
    fields: { 'New Password': PASSWORD, 'Confirm Password': PASSWORD },
    button: 'Reset Password',
    call: 'POST /api/reset-password',
  },
  changePassword: {
    ...profile,
    fields: { 'Current Password': 'old', 'New Password': PASSWORD, 'Confirm New Password': PASSWORD },
    button: 'Change Password',
    call: 'POST /api/user/change-password',
  },
  signOutEverywhere: {
    ...profile,
    fields: {},
    button: 'Sign out everywhere',
    call: 'POST /api/user/sign-out-everywhere',
  },
  deleteAccount: {
    ...profile,
    opener: 'Delete my account',
    dialog: 'alertdialog',
    fields: { 'Your password': PASSWORD },
    button: 'Delete my account',
    call: 'POST /api/user/erase',
  },
} satisfies Record<string, Form>;
