import { EMPTY_CART } from '@shop/contracts-order';
import { jest } from '@jest/globals';
import { createQueryClient } from '../api/query-client.js';
import { useCart } from '../cart/cart.js';
import { useCurrentUser } from './current-user.js';
import { useSignOut } from './sign-in.js';
import { useRestoredSession } from './use-restored-session.js';
import { ShopProviders } from '../shop-providers.js';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { leavePage, openPage, restoreApi, restorePage, stubApi } from '@shop/web-testing';

const USER = 'GET /api/user';
const CART = 'GET /api/cart';
const signedIn = (email: string) => ({
  json: { id: crypto.randomUUID(), email, role: 'user', firstName: null, lastName: null, profileImageUrl: null },
});
const SIGNED_OUT = { status: 401, text: 'Not signed in' };

function PersonalPage({ reload }: { reload: () => void }) {
  useRestoredSession(reload);
  const { user, isLoading } = useCurrentUser();
  const signOut = useSignOut();
  return (
    <>
      <p>person: {isLoading ? 'loading' : (user?.email ?? 'none')}</p>
      <p>items: {useCart().cart?.itemCount}</p>
      <button onClick={() => signOut.mutate()}>Log Out</button>
    </>
  );
}

/** Opens the page as this user, and leaves it for another site. */
async function openAndLeave(user: object, person: string) {
  const server = stubApi({ [USER]: user, [CART]: { json: EMPTY_CART }, 'POST /api/logout': { status: 204 } });
  const reload = jest.fn();
  const page = openPage(
    '/',
    <ShopProviders queryClient={createQueryClient()}>
      <PersonalPage reload={reload} />
    </ShopProviders>,
  );
  const text = await screen.findByText(`person: ${person}`);
  await screen.findByText('items: 0');
  act(leavePage);
  expect(text).not.toBeVisible();
  return { ...page, server, reload, text };
}

afterEach(() => {
  cleanup();
  restoreApi();
  localStorage.clear();
  jest.restoreAllMocks();
  document.documentElement.removeAttribute('style');
});

describe('a page out of the back/forward cache', () => {
  it('is shown to the same person only after the answer, with a new cart', async () => {
    const { server, reload, text } = await openAndLeave(signedIn('pat@example.com'), 'pat@example.com');
    let respond: () => void = () => undefined;
    server.responses[USER] = { ...signedIn('pat@example.com'), after: new Promise<void>((done) => (respond = done)) };
    server.responses[CART] = { json: { ...EMPTY_CART, itemCount: 2 } };
    act(restorePage);
    await waitFor(() => expect(server.callsTo(USER)).toHaveLength(2));
    expect(text).not.toBeVisible();
    respond();
    await waitFor(() => expect(text).toBeVisible());
    expect(await screen.findByText('items: 2')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['was signed out on the server', SIGNED_OUT],
    ['was followed by the sign-in of another customer', signedIn('kim@example.com')],
    ['can’t be asked for', { lost: true }],
    ['can’t be asked for', { status: 503, text: 'Accounts are unavailable right now.' }],
  ])('stays hidden and is loaded again if its person %s', async (_what, user) => {
    const { server, reload, text } = await openAndLeave(signedIn('pat@example.com'), 'pat@example.com');
    server.responses[USER] = user;
    act(restorePage);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(text).not.toBeVisible();
  });

  it('is loaded again at once after a sign-out in this browser, also a guest’s page', async () => {
    const { server, reload, text } = await openAndLeave(SIGNED_OUT, 'none');
    const asked = server.callsTo(USER).length;
    localStorage.setItem('last-sign-out', 'just now');
    act(restorePage);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(text).not.toBeVisible();
    expect(server.callsTo(USER)).toHaveLength(asked);
  });

  it('shows a visitor the page at once, and is loaded again if the visitor signed in', async () => {
    const { server, reload, text } = await openAndLeave(SIGNED_OUT, 'none');
    act(restorePage);
    expect(text).toBeVisible();
    await waitFor(() => expect(server.callsTo(USER)).toHaveLength(2));
    expect(reload).not.toHaveBeenCalled();

    server.responses[USER] = signedIn('pat@example.com');
    act(leavePage);
    act(restorePage);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('knows of a sign-out on any page of this browser', async () => {
    const { user } = await openAndLeave(signedIn('pat@example.com'), 'pat@example.com');
    act(restorePage);
    await waitFor(() => expect(screen.getByText('person: pat@example.com')).toBeVisible());
    expect(localStorage.getItem('last-sign-out')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(localStorage.getItem('last-sign-out')).not.toBeNull());
  });

  it('works in a browser that refuses storage', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['getItem', 'setItem'] as const) jest.spyOn(Storage.prototype, name).mockImplementation(refuse);
    const { reload, text } = await openAndLeave(signedIn('pat@example.com'), 'pat@example.com');
    act(restorePage);
    await waitFor(() => expect(text).toBeVisible());
    expect(reload).not.toHaveBeenCalled();
  });
});
