import { jest } from '@jest/globals';
import { COOKIES_BLOCKED } from '@shop/web-kit';
import { waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { createUser, resetBrowser, SIGNED_OUT, openShell, signedIn } from '../testing/open-shell.js';
import AuthPage from './auth.page.js';

const alerts = async () => (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
const EMPTY_CART = { items: [], subtotal: '0.00', itemCount: 0 };

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('sign-in', () => {
  it('shows heading, side panel and links, and validation errors', async () => {
    stubApi(SIGNED_OUT);
    const { user } = openShell('/auth', <AuthPage />);
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(document.title).toBe('Welcome Back · PetArt');
    const panel = screen.getByRole('complementary');
    for (const style of ['Cyberpunk', 'Modern', 'Minimalistic', 'Abstract']) expect(panel).toHaveTextContent(style);
    expect(panel).toHaveTextContent('put the artwork on a shirt, a hoodie, a phone case or a tag');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await alerts()).toEqual(['Invalid email address', 'Password is required']);
  });

  it('takes an address with an international domain', async () => {
    const server = stubApi({
      ...SIGNED_OUT,
      'POST /api/login': { json: createUser() },
      'GET /api/cart': { json: EMPTY_CART },
    });
    const { user } = openShell('/auth', <AuthPage />);
    await user.type(await screen.findByLabelText('Email'), 'Anna@MÜLLER.de');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await findToast('Welcome back!', 'Logged in as pat@example.com');
    expect(server.callsTo('POST /api/login')[0]?.body).toMatchObject({ email: 'anna@xn--mller-kva.de' });
  });

  it('redirects a signed-in user', async () => {
    stubApi(signedIn());
    openShell('/auth', <AuthPage />);
    await waitForAddress('/');
  });
});

it.each(['/auth', '/auth?mode=register'])('names the account on %s to password managers', async (address) => {
  stubApi(SIGNED_OUT);
  openShell(address, <AuthPage />);
  expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
});

it.each(['/auth', '/auth?mode=register'])('asks for cookies on %s in a browser that blocks them', async (address) => {
  jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  stubApi(SIGNED_OUT);
  openShell(address, <AuthPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent(COOKIES_BLOCKED);
});

describe('registration', () => {
  async function openRegister() {
    const page = openShell('/auth', <AuthPage />);
    await page.user.click(await screen.findByRole('link', { name: 'Create an account' }));
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await waitForAddress('/auth?mode=register');
    return { ...page, submit: () => page.user.click(screen.getByRole('button', { name: 'Create Account' })) };
  }

  it('requires an email address and eight characters, but no names', async () => {
    const server = stubApi({
      ...SIGNED_OUT,
      'POST /api/register': { status: 201, json: createUser({ email: 'new@example.com' }) },
      'GET /api/cart': { json: EMPTY_CART },
    });
    const { user, submit } = await openRegister();
    await user.type(screen.getByLabelText('Password'), 'short');
    await submit();
    expect(await alerts()).toEqual(['Invalid email address', 'Password must be at least 8 characters']);
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await user.type(screen.getByLabelText('Password'), 'er and longer');
    await user.type(screen.getByLabelText('Email'), 'new@example.com');
    await submit();
    await findToast('Account created!', 'Welcome, new@example.com');
    await waitForAddress('/');
    expect(server.callsTo('POST /api/register')[0]?.body).toEqual({
      email: 'new@example.com',
      password: 'shorter and longer',
    });
  });
});
