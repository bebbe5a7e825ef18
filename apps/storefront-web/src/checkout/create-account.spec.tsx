import { EMPTY_CART } from '@shop/contracts-order';
import { findToast, stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import { aDesign, anOrder, signedIn } from '../testing/builders.js';
import { openShop, resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const REGISTER = 'POST /api/register';
const ORDER = anOrder({ arrival: { from: '2199-12-08', until: '2199-12-12' }, giftMessage: 'Happy birthday!' });
const open = async (answers: Record<string, StubbedResponse> = {}, order = ORDER) => {
  const api = stubApi({
    'GET /api/user': { status: 401, text: 'Not signed in' },
    'GET /api/checkout/orders/pi_1': { json: { state: 'paid', paymentMessage: null, order } },
    'GET /api/cart': { json: EMPTY_CART },
    ...answers,
  });
  const page = openShop('/order-complete?payment_intent=pi_1');
  await screen.findByRole('heading', { name: 'Thank you for your order!' });
  return { ...page, api };
};
const createAccount = async (user: Awaited<ReturnType<typeof open>>['user'], password: string) => {
  await user.type(await screen.findByLabelText('Password'), password);
  await user.dblClick(screen.getByRole('button', { name: 'Create Account' }));
};

describe('a paid order', () => {
  it('says where it goes, when it comes, and where its emails go', async () => {
    await open();
    expect(screen.getByText('12 Elm Street')).toBeVisible();
    expect(screen.getByText('Dec 8–12')).toBeVisible();
    expect(screen.getByText('Happy birthday!')).toBeVisible();
    expect(screen.getByText('Emails about it go to guest@example.com.')).toBeVisible();
  });

  it('becomes the order of an account with one field', async () => {
    const { api, user } = await open({ [REGISTER]: { status: 201, ...signedIn['GET /api/user'] } });
    await createAccount(user, 'correct horse');
    await findToast('Account created!', 'Welcome, pat@example.com');
    expect(api.callsTo(REGISTER).map(({ body }) => body)).toEqual([
      { email: 'guest@example.com', password: 'correct horse' },
    ]);
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    expect(screen.getByRole('link', { name: 'My Orders' })).toBeVisible();
  });

  it('leads to the sign-in if there is an account', async () => {
    const taken = 'An account with this email already exists';
    const { user } = await open({ [REGISTER]: { status: 409, text: taken } });
    await createAccount(user, 'correct horse');
    await findToast('Registration failed', `409: ${taken}`);
    expect(screen.getByText(taken)).toBeVisible();
    expect(screen.getByRole('link', { name: /Sign in to add this order/ })).toHaveAttribute('href', '/auth');
  });

  it('is offered once, beside what else the guest has', async () => {
    await open({ 'GET /api/guest/designs': { json: [aDesign()] } });
    expect(await screen.findByRole('region', { name: 'Keep your designs and orders' })).toBeVisible();
    expect(screen.getAllByText('Create Account')).toHaveLength(1);
    expect(screen.getByText('Create Account')).toHaveRole('button');
  });

  it('refuses a short password', async () => {
    const { api, user } = await open();
    await createAccount(user, 'short');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    expect(api.callsTo(REGISTER)).toEqual([]);
  });

  it.each([
    ['a customer who is signed in', signedIn, ORDER],
    ['an order without an email', {}, anOrder({ email: null })],
    ['a cancelled order', {}, anOrder({ status: 'cancelled' })],
  ])('offers no account to %s', async (_, answers, order) => {
    const api = stubApi({
      'GET /api/user': { status: 401, text: 'Not signed in' },
      'GET /api/checkout/orders/pi_1': { json: { state: 'paid', paymentMessage: null, order } },
      'GET /api/cart': { json: EMPTY_CART },
      ...answers,
    });
    openShop('/order-complete?payment_intent=pi_1');
    await screen.findByText('12 Elm Street');
    await waitFor(() => expect(api.callsTo('GET /api/cart')).toHaveLength(1));
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});
