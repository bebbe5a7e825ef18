import { jest } from '@jest/globals';
import { FORM_OPEN_MIN_MS } from '@shop/contracts-support';
import { ANSWER_KINDS, findToast, waitForAddress, SPEC_ANSWERS, SPEC_USER, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openShell, resetBrowser } from './testing/open-shell.js';

jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({
  loadRemote: () => Promise.resolve({ default: () => <p>The remote</p> }),
  registerPlugins: jest.fn(),
  registerRemotes: jest.fn(),
}));
const { Shop } = await import('./shop.js');

const Storefront = () => <p>The storefront</p>;
const loadStorefront = () => Promise.resolve({ default: Storefront });

type User = ReturnType<typeof openShell>['user'];

/** Users of other servers: the sign-in is answered with the email alone. */
const USERS = {
  'every field': { ...SPEC_USER, firstName: 'Pat', profileImageUrl: '/media/pat' },
  'null fields': SPEC_USER,
  'the email only': { email: SPEC_USER.email },
  'an unknown role': { ...SPEC_USER, role: 'editor' },
};

function stubSpecApi(change: (answer: unknown) => unknown, user: object | null) {
  return stubApi({
    'GET /api/user': user ? { json: change(user) } : { status: 401 },
    ...Object.fromEntries(Object.entries(SPEC_ANSWERS).map(([name, answer]) => [name, { json: change(answer) }])),
  });
}

async function fillIn(user: User, fields: Record<string, string>, button: string): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
  await user.click(screen.getByRole('button', { name: button }));
}

/** The contact dialog sends no message that was written quicker than people can. */
function letTimePass(): void {
  const realNow = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + FORM_OPEN_MIN_MS);
}

const PASSWORD = 'correct horse';

const ANONYMOUS_SCREENS: Record<string, { address: string; expectContent: (user: User) => Promise<unknown> }> = {
  'sign-in': {
    address: '/auth',
    expectContent: async (user) => {
      await fillIn(user, { Email: SPEC_USER.email, Password: PASSWORD }, 'Sign In');
      await findToast('Welcome back!', `Logged in as ${SPEC_USER.email}`);
      await waitForAddress('/');
      expect(await screen.findByRole('button', { name: 'Your account' })).toBeVisible();
    },
  },
  registration: {
    address: '/auth?mode=register',
    expectContent: async (user) => {
      await fillIn(user, { Email: SPEC_USER.email, Password: PASSWORD }, 'Create Account');
      await findToast('Account created!', `Welcome, ${SPEC_USER.email}`);
      await waitForAddress('/');
    },
  },
  'forgotten password': {
    address: '/forgot-password',
    expectContent: async (user) => {
      await fillIn(user, { Email: SPEC_USER.email }, 'Send Reset Link');
      expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    },
  },
  'new password': {
    address: '/reset-password?token=abc',
    expectContent: async (user) => {
      await fillIn(user, { 'New Password': PASSWORD, 'Confirm Password': PASSWORD }, 'Reset Password');
      expect(await screen.findByRole('link', { name: 'Go to Sign In' })).toBeVisible();
    },
  },
  'contact dialog': {
    address: '/terms',
    expectContent: async (user) => {
      await user.click(screen.getByRole('button', { name: 'Send Message' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Contact Us' }));
      for (const name of ['Name', 'Subject', 'Message'])
        fireEvent.change(dialog.getByLabelText(name), { target: { value: 'Hello' } });
      fireEvent.change(dialog.getByLabelText('Email'), { target: { value: SPEC_USER.email } });
      letTimePass();
      await user.click(dialog.getByRole('button', { name: 'Send Message' }));
      await findToast('Message sent!', "We'll get back to you soon.");
    },
  },
  storefront: { address: '/', expectContent: () => screen.findByText('The storefront') },
};

const kinds = Object.entries(ANSWER_KINDS);

const expectNoError = (): void => {
  expect(document.querySelector('.ui-error-state')).toBeNull();
  expect(screen.queryByText(/does not understand/)).not.toBeInTheDocument();
};

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('answers of another server', () => {
  it.each(
    kinds.flatMap(([kind, change]) =>
      Object.entries(ANONYMOUS_SCREENS).map(([name, opened]) => ({ name, kind, change, opened })),
    ),
  )('$name: $kind', async ({ change, opened: { address, expectContent } }) => {
    stubSpecApi(change, null);
    const { user } = openShell(address, <Shop storefront={loadStorefront} />);
    await expectContent(user);
    expectNoError();
  });

  it.each(
    kinds.flatMap(([kind, change]) =>
      Object.entries(USERS).map(([name, signedIn]) => ({ name, kind, change, signedIn })),
    ),
  )('profile, account menu and cart badge of a user with $name: $kind', async ({ change, signedIn }) => {
    stubSpecApi(change, signedIn);
    const { user } = openShell('/profile', <Shop storefront={loadStorefront} />);
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
    const role = 'role' in signedIn ? signedIn.role : 'user';
    expect(screen.getByText('Role').nextElementSibling).toHaveTextContent(role);
    expect(await screen.findByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Admin' })).not.toBeInTheDocument();

    await fillIn(
      user,
      { 'Current Password': PASSWORD, 'New Password': 'another horse', 'Confirm New Password': 'another horse' },
      'Change Password',
    );
    await findToast('Password changed', 'Your password has been updated successfully.');
    await user.click(screen.getByRole('button', { name: 'Your account' }));
    const menu = within(await screen.findByRole('menu'));
    expect(
      menu.getByText('firstName' in signedIn ? (signedIn.firstName ?? SPEC_USER.email) : SPEC_USER.email),
    ).toBeVisible();
    await user.click(menu.getByRole('menuitem', { name: 'Log Out' }));
    await findToast('Logged out', 'You have been logged out successfully');
    expectNoError();
  });

  it.each(kinds)('admin area: %s', async (_kind, change) => {
    stubSpecApi(change, { ...SPEC_USER, role: 'admin' });
    openShell('/products', <Shop storefront={loadStorefront} />);
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Admin' })[0]).toBeVisible());
    expectNoError();
  });
});
