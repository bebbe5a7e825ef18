import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Layout } from '../layout/layout.js';
import { resetBrowser, SIGNED_OUT, openShell, signedIn } from '../testing/open-shell.js';
import ForgotPasswordPage from './forgot-password.page.js';
import ResetPasswordPage from './reset-password.page.js';

afterEach(resetBrowser);

describe('ForgotPasswordPage', () => {
  it('requires an email address', async () => {
    stubApi({});
    const { user } = openShell('/forgot-password', <ForgotPasswordPage />);
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email address');
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('shows the same message whether or not the account exists', async () => {
    stubApi({ 'POST /api/forgot-password': { json: {} } });
    const { user } = openShell('/forgot-password', <ForgotPasswordPage />);
    await user.type(screen.getByLabelText('Email'), 'pat@example.com{Enter}');
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toHaveFocus();
    expect(
      screen.getByText('If an account exists with that email, you will receive password reset instructions shortly.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/auth');
  });
});

describe('ResetPasswordPage', () => {
  const openResetPage = () => openShell('/reset-password?token=abc', <ResetPasswordPage />);

  it('requires a long enough password and an equal confirmation', async () => {
    const server = stubApi({});
    const { user } = openResetPage();
    await user.type(screen.getByLabelText('New Password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
    expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
      'Password must be at least 8 characters',
      'Please confirm your password',
    ]);
    expect(screen.getByLabelText('New Password')).toHaveFocus();
    await user.type(screen.getByLabelText('New Password'), ' but longer');
    await user.type(screen.getByLabelText('Confirm Password'), 'something else');
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(screen.getByLabelText('Confirm Password')).toBeInvalid();
    expect(server.calls).toEqual([]);
  });

  async function reset({ user }: { user: UserEvent } = openResetPage()) {
    await user.type(screen.getByLabelText('New Password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}');
  }

  it('sends the token and links to the sign-in', async () => {
    const server = stubApi({ 'POST /api/reset-password': { json: {} } });
    await reset();
    await findToast('Your password has been reset successfully.');
    expect(screen.getByRole('heading', { name: 'Password Reset' })).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/auth');
    expect(server.calls[0]?.body).toEqual({ token: 'abc', password: 'correct horse' });
  });

  it('shows Sign In when the reset ended this browser’s session', async () => {
    const server = stubApi({ ...signedIn(), 'POST /api/reset-password': { json: {} } });
    const shell = openShell(
      '/reset-password?token=abc',
      <Layout>
        <ResetPasswordPage />
      </Layout>,
    );
    await screen.findByRole('button', { name: 'Your account' });
    Object.assign(server.responses, SIGNED_OUT);
    await reset(shell);
    expect(await screen.findByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  });

  it('keeps another account signed in', async () => {
    const server = stubApi({ ...signedIn(), 'POST /api/reset-password': { json: {} } });
    const shell = openShell(
      '/reset-password?token=abc',
      <Layout>
        <ResetPasswordPage />
      </Layout>,
    );
    await screen.findByRole('button', { name: 'Your account' });
    await reset(shell);
    await screen.findByRole('heading', { name: 'Password Reset' });
    await waitFor(() => expect(server.callsTo('GET /api/user')).toHaveLength(3), { timeout: 4_000 });
    expect(screen.getByRole('button', { name: 'Your account' })).toBeVisible();
  });
});
