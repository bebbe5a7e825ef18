import { jest } from '@jest/globals';
import { findToast, waitForAddress, stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { Layout } from './layout/layout.js';
import type { Form } from './testing/forms.js';
import { createUser, openShell, resetBrowser, SIGNED_OUT, signedIn } from './testing/open-shell.js';

jest.unstable_mockModule('./remote-loader.js', () => ({
  createRemoteLoader: () => () => Promise.reject(new Error('offline')),
}));
const { default: AdminArea } = await import('./admin-area.page.js');
const { default: ResetPasswordPage } = await import('./password-reset/reset-password.page.js');
const { FORMS } = await import('./testing/forms.js');
const { openForm } = await import('./testing/open-form.js');

const { signIn, register, contact, changePassword, forgotPassword, resetPassword } = FORMS;
const FAILED: StubbedResponse = { status: 503, text: 'We are closed for a minute.' };
const FAILED_MESSAGE = '503: We are closed for a minute.';
const LOST: StubbedResponse = { lost: true };
const LOST_MESSAGE = "We couldn't reach the shop. Please check your connection and try again.";

async function send(form: Form, response: StubbedResponse) {
  const { user, part, button } = await openForm(form, response);
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
    await waitForAddress('/forgot-password');
  });
});
