import { jest } from '@jest/globals';
import type { User } from '@shop/contracts-identity';
import { EMPTY_CART, type Cart } from '@shop/contracts-order';
import { createQueryClient, queryKeys } from '../api/query-client.js';
import { setCart, useCart } from '../cart/cart.js';
import { useCurrentUser } from './current-user.js';
import { useRegister, useSignIn, useSignOut } from './sign-in.js';
import { ShopProviders } from '../shop-providers.js';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { getCurrentAddress, waitForAddress, openPage, restoreApi, stubApi } from '@shop/web-testing';

const createUser = (given: Partial<User> = {}): User => ({
  id: crypto.randomUUID(),
  email: 'pat@example.com',
  role: 'user',
  firstName: 'Pat',
  lastName: null,
  profileImageUrl: null,
  ...given,
});

const createCart = (itemCount: number): Cart => ({ ...EMPTY_CART, itemCount });
const setCartMarker = (set: boolean): void => {
  document.cookie = `has-cart=1; Path=/; ${set ? '' : 'Max-Age=0'}`;
};

function SessionPanel() {
  const { user, isLoading, error } = useCurrentUser();
  const cart = useCart();
  const signIn = useSignIn();
  const register = useRegister();
  const signOut = useSignOut();
  return (
    <>
      <p>person: {isLoading ? 'loading' : (user?.email ?? (error ? 'unknown' : 'none'))}</p>
      <p>cart: {cart.isLoading ? 'loading' : (cart.cart?.itemCount ?? 'failed')}</p>
      <button onClick={() => signIn.mutate({ email: 'pat@example.com', password: 'x' })}>in</button>
      <button onClick={() => register.mutate({ email: 'new@example.com', password: 'x' })}>new</button>
      <button onClick={() => signOut.mutate()}>out</button>
    </>
  );
}

/** Mounts the panel once more, as a component that mounts later. */
function LatePanel() {
  const [isShown, setShown] = useState(false);
  return isShown ? <SessionPanel /> : <button onClick={() => setShown(true)}>show more</button>;
}

function openSessionPage(address = '/cart') {
  const queryClient = createQueryClient();
  const page = openPage(
    address,
    <ShopProviders queryClient={queryClient}>
      <SessionPanel />
      <LatePanel />
    </ShopProviders>,
  );
  return { ...page, queryClient };
}

const SIGNED_OUT = { 'GET /api/user': { status: 401, text: 'Not signed in' } };
const SIGNED_IN = { 'GET /api/user': { json: createUser() } };

afterEach(() => {
  cleanup();
  restoreApi();
  setCartMarker(false);
  sessionStorage.clear();
});

describe('useCurrentUser', () => {
  it.each([
    ['a first visitor, for whom a 401 means signed out', SIGNED_OUT, 'person: none'],
    ['a signed-in user', { ...SIGNED_IN, 'GET /api/cart': { json: createCart(0) } }, 'person: pat@example.com'],
  ])('is requested once on each page load: %s', async (_who, responses, person) => {
    const server = stubApi(responses);
    const { user } = openSessionPage();
    expect(await screen.findByText(person)).toBeVisible();
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await user.click(screen.getByRole('button', { name: 'show more' }));
    expect(screen.getAllByText(person)).toHaveLength(2);
    expect(server.callsTo('GET /api/user')).toHaveLength(1);
  });

  it('distinguishes "signed out" from "unknown", and does not retry', async () => {
    const server = stubApi({ 'GET /api/user': { status: 503, text: 'Accounts are unavailable right now.' } });
    openSessionPage();
    expect(await screen.findByText('person: unknown')).toBeVisible();
    expect(server.callsTo('GET /api/user')).toHaveLength(1);
  });
});

describe('useCart', () => {
  it('requests no cart for a first visitor, who has the empty one', async () => {
    const server = stubApi(SIGNED_OUT);
    openSessionPage();
    expect(await screen.findByText('cart: 0')).toBeVisible();
    expect(server.callsTo('GET /api/cart')).toHaveLength(0);
  });

  it('requests the cart for a browser with the marker cookie', async () => {
    setCartMarker(true);
    stubApi({ ...SIGNED_OUT, 'GET /api/cart': { json: createCart(2) } });
    openSessionPage();
    expect(await screen.findByText('cart: 2')).toBeVisible();
  });

  it('requests the cart for a browser with the marker cookie of an https shop', async () => {
    const cookie = jest.spyOn(document, 'cookie', 'get').mockReturnValue('theme=dark; __Host-has-cart=1');
    stubApi({ ...SIGNED_OUT, 'GET /api/cart': { json: createCart(2) } });
    openSessionPage();
    expect(await screen.findByText('cart: 2')).toBeVisible();
    cookie.mockRestore();
  });

  it('ignores a cookie with a similar name', async () => {
    document.cookie = 'xhas-cart=1; Path=/';
    const server = stubApi(SIGNED_OUT);
    openSessionPage();
    expect(await screen.findByText('cart: 0')).toBeVisible();
    expect(server.callsTo('GET /api/cart')).toHaveLength(0);
    document.cookie = 'xhas-cart=1; Path=/; Max-Age=0';
  });

  it('requests the cart for a signed-in user, and does not retry', async () => {
    const server = stubApi({
      ...SIGNED_IN,
      'GET /api/cart': { status: 503, text: 'The cart is unavailable right now.' },
    });
    openSessionPage();
    expect(await screen.findByText('cart: failed')).toBeVisible();
    expect(server.callsTo('GET /api/cart')).toHaveLength(1);
  });

  it('does not repeat failed requests for a component that mounts later', async () => {
    const server = stubApi({
      'GET /api/user': { status: 503, text: 'Away' },
      'GET /api/cart': { status: 503, text: 'Away' },
    });
    setCartMarker(true);
    const { user } = openSessionPage();
    expect(await screen.findByText('cart: failed')).toBeVisible();
    expect(await screen.findByText('person: unknown')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'show more' }));
    expect(screen.getAllByText('cart: failed')).toHaveLength(2);
    expect(screen.getAllByText('person: unknown')).toHaveLength(2);
    expect([server.callsTo('GET /api/user').length, server.callsTo('GET /api/cart').length]).toEqual([1, 1]);
  });

  it('stores the cart of a cart response without a request', async () => {
    const server = stubApi(SIGNED_OUT);
    const { queryClient } = openSessionPage();
    await screen.findByText('cart: 0');
    setCart(queryClient, createCart(3));
    expect(await screen.findByText('cart: 3')).toBeVisible();
    expect(server.callsTo('GET /api/cart')).toHaveLength(0);
  });
});

describe('useSignIn and useRegister', () => {
  it('store the user of the response and request the cart, which the account took over', async () => {
    setCartMarker(true);
    let count = 1;
    const server = stubApi({
      ...SIGNED_OUT,
      'GET /api/cart': () => ({ json: createCart(count) }),
      'POST /api/login': { json: createUser() },
    });
    const { user } = openSessionPage();
    await screen.findByText('cart: 1');
    count = 4;
    await user.click(screen.getByText('in'));
    expect(await screen.findByText('person: pat@example.com')).toBeVisible();
    expect(await screen.findByText('cart: 4')).toBeVisible();
    expect(server.callsTo('GET /api/user')).toHaveLength(1);
  });

  it('load the cart after a registration too', async () => {
    stubApi({
      ...SIGNED_OUT,
      'GET /api/cart': { json: createCart(1) },
      'POST /api/register': { status: 201, json: createUser({ email: 'new@example.com' }) },
    });
    const { user } = openSessionPage();
    await screen.findByText('person: none');
    await user.click(screen.getByText('new'));
    expect(await screen.findByText('person: new@example.com')).toBeVisible();
    expect(await screen.findByText('cart: 1')).toBeVisible();
  });
});

describe('useSignOut', () => {
  it('goes to the landing page and clears the user, the cart, orders, designs and drafts, but not the catalogue', async () => {
    sessionStorage.setItem('draft:address', '{}');
    sessionStorage.setItem('other', 'stays');
    stubApi({ ...SIGNED_IN, 'GET /api/cart': { json: createCart(2) }, 'POST /api/logout': { status: 204 } });
    const { user, queryClient } = openSessionPage('/orders');
    await screen.findByText('cart: 2');
    for (const key of [queryKeys.orders, queryKeys.designs, queryKeys.products])
      queryClient.setQueryData(key, ['cached']);
    await user.click(screen.getByText('out'));
    expect(await screen.findByText('person: none')).toBeVisible();
    expect(screen.getByText('cart: 0')).toBeVisible();
    await waitForAddress('/');
    expect(
      [queryKeys.orders, queryKeys.designs, queryKeys.products].map((key) => queryClient.getQueryData(key)),
    ).toEqual([undefined, undefined, ['cached']]);
    expect([sessionStorage.getItem('draft:address'), sessionStorage.getItem('other')]).toEqual([null, 'stays']);
  });

  it('clears the user on the landing page too', async () => {
    stubApi({ ...SIGNED_IN, 'GET /api/cart': { json: createCart(2) }, 'POST /api/logout': { status: 204 } });
    const { user } = openSessionPage('/');
    await screen.findByText('cart: 2');
    await user.click(screen.getByText('out'));
    expect(await screen.findByText('person: none')).toBeVisible();
  });

  it('changes nothing when the server returns an error', async () => {
    const server = stubApi({
      ...SIGNED_IN,
      'GET /api/cart': { json: createCart(2) },
      'POST /api/logout': { status: 503, text: 'Away' },
    });
    const { user } = openSessionPage('/orders');
    await screen.findByText('cart: 2');
    await user.click(screen.getByText('out'));
    await waitFor(() => expect(server.callsTo('POST /api/logout')).toHaveLength(1));
    expect(screen.getByText('person: pat@example.com')).toBeVisible();
    expect(getCurrentAddress()).toBe('/orders');
  });
});
