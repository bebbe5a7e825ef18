import { FORM_OPEN_MIN_MS } from '@shop/contracts/support';
import { jest } from '@jest/globals';
import { findToast, stubApi, type StubbedResponse } from '@shop/web-testing';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Layout } from './layout/layout.js';
import { createUser, openShell, resetBrowser, SIGNED_OUT, signedIn } from './testing/open-shell.js';

jest.unstable_mockModule('./remote-loader.js', () => ({
  createRemoteLoader: () => () => Promise.reject(new Error('offline')),
}));
const { default: AdminArea } = await import('./admin-area.page.js');
const { default: AuthPage } = await import('./auth/auth.page.js');
const { ContactBlock } = await import('./contact/contact-block.js');
const { default: ForgotPasswordPage } = await import('./password-reset/forgot-password.page.js');
const { default: ResetPasswordPage } = await import('./password-reset/reset-password.page.js');
const { default: ProfilePage } = await import('./profile/profile.page.js');

const PASSWORD = 'correct horse';
const FAILED: StubbedResponse = { status: 503, text: 'We are closed for a minute.' };
const FAILED_MESSAGE = '503: We are closed for a minute.';
const LOST: StubbedResponse = { lost: true };
const LOST_MESSAGE = "We couldn't reach the shop. Please check your connection and try again.";

/** A form of the shell: where it is, what is entered, and the button that sends it. */
interface Form {
  path: string;
  page: ReactNode;
  isSignedIn?: boolean;
  /** Buttons that are clicked first. */
  openers?: readonly string[];
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
const register: Form = { ...signIn, path: '/auth?mode=register', button: 'Create Account', call: 'POST /api/register' };
const contact: Form = {
  path: '/',
  page: <ContactBlock />,
  openers: ['Send Message'],
  fields: { Name: 'Pat', Email: 'pat@example.com', Subject: 'A question', Message: 'Do you ship to Maine?' },
  button: 'Send Message',
  call: 'POST /api/contact',
};
const changePassword: Form = {
  path: '/profile',
  page: <ProfilePage />,
  isSignedIn: true,
  fields: { 'Current Password': 'old', 'New Password': PASSWORD, 'Confirm New Password': PASSWORD },
  button: 'Change Password',
  call: 'POST /api/user/change-password',
};
const forgotPassword: Form = {
  path: '/forgot-password',
  page: <ForgotPasswordPage />,
  fields: { Email: 'pat@example.com' },
  button: 'Send Reset Link',
  call: 'POST /api/forgot-password',
};
const resetPassword: Form = {
  path: '/reset-password?token=abc',
  page: <ResetPasswordPage />,
  fields: { 'New Password': PASSWORD, 'Confirm Password': PASSWORD },
  button: 'Reset Password',
  call: 'POST /api/reset-password',
};

/** Opens the form and sends it. Resolves with the part of the page that has the form. */
async function send(form: Form, response: StubbedResponse) {
  // A person needs longer for the contact form than this test.
  const realNow = performance.now.bind(performance);
  let passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  stubApi({
    ...(form.isSignedIn ? signedIn() : SIGNED_OUT),
    'GET /api/cart': { json: { items: [], subtotal: '0.00', itemCount: 0 } },
    [form.call]: response,
  });
  const { user } = openShell(form.path, form.page);
  for (const name of form.openers ?? []) await user.click(await screen.findByRole('button', { name }));
  const part = form.openers ? within(await screen.findByRole('dialog')) : screen;
  const button = await part.findByRole('button', { name: form.button });
  for (const [label, value] of Object.entries(form.fields))
    fireEvent.change(part.getByLabelText(label), { target: { value } });
  passedMs = FORM_OPEN_MIN_MS;
  await user.click(button);
  return part;
}

const expectVariant = (toast: HTMLElement, variant: 'default' | 'destructive') =>
  expect(toast).toHaveAttribute('data-toast', variant);

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('the toast of a failure, and the reason beside the form', () => {
  it.each([
    ['sign-in', signIn, FAILED, 'Login failed', FAILED_MESSAGE],
    ['sign-in', signIn, LOST, 'Login failed', LOST_MESSAGE],
    ['registration', register, FAILED, 'Registration failed', FAILED_MESSAGE],
    ['registration', register, LOST, 'Registration failed', LOST_MESSAGE],
    ['contact form', contact, FAILED, 'Error', 'Failed to send message. Please try again.'],
    ['contact form', contact, LOST, 'Error', 'Failed to send message. Please try again.'],
    ['change of the password', changePassword, FAILED, 'Error', FAILED_MESSAGE],
    [
      'change of the password',
      changePassword,
      LOST,
      'Error',
      'Failed to change password. Please check your current password.',
    ],
    ['request of a reset link', forgotPassword, FAILED, 'Error', FAILED_MESSAGE],
    ['request of a reset link', forgotPassword, LOST, 'Error', 'Failed to send reset email'],
    ['password reset', resetPassword, FAILED, 'Error', FAILED_MESSAGE],
    ['password reset', resetPassword, LOST, 'Error', 'Failed to reset password'],
  ])('%s', async (_name, form, response, title, description) => {
    const part = await send(form, response);
    expectVariant(await findToast(title, description), 'destructive');
    expect(part.getByRole('alert')).toHaveTextContent(response.text ?? LOST_MESSAGE);
  });
});

describe('the toast of a success', () => {
  it.each([
    ['sign-in', signIn, { json: createUser() }, 'Welcome back!', 'Logged in as pat@example.com'],
    ['registration', register, { status: 201, json: createUser() }, 'Account created!', 'Welcome, pat@example.com'],
    ['contact form', contact, { status: 201, json: {} }, 'Message sent!', "We'll get back to you soon."],
    [
      'change of the password',
      changePassword,
      { json: {} },
      'Password changed',
      'Your password has been updated successfully.',
    ],
    ['password reset', resetPassword, { json: {} }, 'Your password has been reset successfully.', ''],
  ])('%s', async (_name, form, response, title, description) => {
    await send(form, response);
    expectVariant(await findToast(title, description), 'default');
  });
});

describe('the toast of a page', () => {
  it.each([
    ['Logged out', 'You have been logged out successfully', 'default', { status: 204 }],
    ['Logout failed', FAILED_MESSAGE, 'destructive', FAILED],
    ['Logout failed', LOST_MESSAGE, 'destructive', LOST],
  ] as const)('sign-out: %s, %s', async (title, description, variant, response) => {
    stubApi({ ...signedIn(), 'POST /api/logout': response });
    const { user } = openShell('/products', <Layout>content</Layout>);
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
    expectVariant(await findToast(title, description), variant);
  });

  it.each([
    ['a signed-out visitor', SIGNED_OUT],
    ['a customer', signedIn()],
  ])('admin pages for %s', async (_who, responses) => {
    stubApi({ ...responses });
    openShell('/admin', <AdminArea />);
    expectVariant(await findToast('Unauthorized', 'Admin access required'), 'destructive');
  });

  it('a reset link without a token', async () => {
    stubApi({});
    openShell('/reset-password', <ResetPasswordPage />);
    const toast = await findToast('Invalid Link', 'This password reset link is invalid. Please request a new one.');
    expectVariant(toast, 'destructive');
  });
});
