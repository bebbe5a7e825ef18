import { jest } from '@jest/globals';
import { EMPTY_CART } from '@shop/contracts-order';
import { openPage, restoreApi, stubApi } from '@shop/web-testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { createQueryClient } from '../api/query-client.js';
import { ShopProviders } from '../shop-providers.js';
import { useCurrentUser } from './current-user.js';
import { useSignOut } from './sign-in.js';
import { useSignOutElsewhere } from './use-sign-out-elsewhere.js';

const USER = 'GET /api/user';
const SIGNED_IN = {
  json: { email: 'pat@example.com', role: 'user', firstName: null, lastName: null, profileImageUrl: null },
};
const SIGNED_OUT = { status: 401, text: 'Not signed in' };

function Page({ reload }: { reload: () => void }) {
  useSignOutElsewhere(reload);
  const { user, isLoading } = useCurrentUser();
  const signOut = useSignOut();
  return (
    <>
      <p>person: {isLoading ? 'loading' : (user?.email ?? 'none')}</p>
      <button onClick={() => signOut.mutate()}>Log Out</button>
    </>
  );
}

async function openTab(user: object, person: string) {
  stubApi({ [USER]: user, 'GET /api/cart': { json: EMPTY_CART }, 'POST /api/logout': { status: 204 } });
  const reload = jest.fn();
  const page = openPage(
    '/',
    <ShopProviders queryClient={createQueryClient()}>
      <Page reload={reload} />
    </ShopProviders>,
  );
  await screen.findByText(`person: ${person}`);
  return { ...page, reload };
}

/** Browsers send this event to the other tabs. */
const changeStorageInOtherTab = (key: string): void =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: new Date().toISOString() })));
const getDrafts = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));

beforeEach(() => {
  sessionStorage.setItem('draft:shipping', '{"name":"Pat Doe"}');
  sessionStorage.setItem('draft:order-key:1', '"k"');
});
afterEach(() => {
  cleanup();
  restoreApi();
  sessionStorage.clear();
  localStorage.clear();
});

describe('a tab, after a sign-out in another one,', () => {
  it.each([
    ['of the same person', SIGNED_IN, 'pat@example.com'],
    ['of a guest', SIGNED_OUT, 'none'],
  ])('%s has no drafts, and is loaded again', async (_who, user, person) => {
    const { reload } = await openTab(user, person);
    expect(reload).not.toHaveBeenCalled();
    changeStorageInOtherTab('last-sign-out');
    expect(getDrafts()).toEqual([]);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('stays as it is after any other change of the storage', async () => {
    const { reload } = await openTab(SIGNED_IN, 'pat@example.com');
    changeStorageInOtherTab('ui-theme');
    expect(getDrafts()).toContain('draft:shipping');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a tab whose session ended without a sign-out in this browser', () => {
  it('has no drafts once it is loaded, and is loaded again, once', async () => {
    (await openTab(SIGNED_IN, 'pat@example.com')).close();
    restoreApi();
    const first = await openTab(SIGNED_OUT, 'none');
    await waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1));
    expect(getDrafts()).toEqual([]);
    first.close();
    restoreApi();
    const second = await openTab(SIGNED_OUT, 'none');
    expect(second.reload).not.toHaveBeenCalled();
  });

  it('keeps the drafts of a guest', async () => {
    const { reload } = await openTab(SIGNED_OUT, 'none');
    expect(getDrafts()).toHaveLength(2);
    expect(reload).not.toHaveBeenCalled();
  });

  it('keeps the drafts while it is unknown who is signed in', async () => {
    (await openTab(SIGNED_IN, 'pat@example.com')).close();
    restoreApi();
    const { reload } = await openTab({ status: 503, text: 'Accounts are unavailable right now.' }, 'none');
    expect(getDrafts()).toContain('draft:shipping');
    expect(reload).not.toHaveBeenCalled();
  });
});

it('does not load the tab again in which the person signs out', async () => {
  const { user, reload } = await openTab(SIGNED_IN, 'pat@example.com');
  await user.click(screen.getByRole('button', { name: 'Log Out' }));
  await screen.findByText('person: none');
  expect(getDrafts()).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});
