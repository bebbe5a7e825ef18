import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { act, screen } from '@testing-library/react';

/** The frames of the next instance of Stripe's form are blocked: it is mounted and never says that it is ready. */
let isBlocked = true;

const createElement = () => ({
  on: (event: string, listener: () => void) => {
    if (event === 'ready' && !isBlocked) queueMicrotask(listener);
  },
  ...Object.fromEntries(['off', 'mount', 'destroy', 'update'].map((method) => [method, () => undefined])),
});
const createStripe = () => ({
  elements: () => ({ create: createElement, getElement: () => null, update: () => undefined }),
  ...Object.fromEntries(
    ['createToken', 'createPaymentMethod', 'confirmCardPayment', 'confirmPayment'].map((call) => [call, jest.fn()]),
  ),
});
const loadStripe = jest.fn(() => Promise.resolve<object | null>(createStripe()));
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe }));
const { checkoutAnswers, enterAddress } = await import('../testing/checkout-steps.js');
const { openShop, resetBrowser, setCartCookie } = await import('../testing/open-shop.js');

beforeEach(() => {
  setCartCookie();
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

const passSeconds = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

async function openPaymentStep() {
  stubApi({
    ...checkoutAnswers(),
    'GET /api/checkout/config': { json: { provider: 'stripe', publishableKey: 'pk_test_1' } },
  });
  const { user } = openShop('/checkout');
  await enterAddress(user);
  return user;
}

it('a form whose frames are blocked is reported within 15 seconds, and Try again keeps address and email', async () => {
  const user = await openPaymentStep();
  await user.type(await screen.findByLabelText('Email'), 'pat@example.com');
  await passSeconds(15);
  expect(screen.getByRole('alert')).toHaveTextContent(/could not be loaded.*js\.stripe\.com/);
  isBlocked = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await passSeconds(1);
  expect(loadStripe).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('pat@example.com');
  expect(screen.getByLabelText('Address')).toHaveValue('12 Elm Street');
  expect(screen.getByRole('button', { name: 'Complete Order' })).toBeEnabled();
});

it('a script that neither arrives nor fails is reported within 15 seconds, and can be loaded again', async () => {
  loadStripe.mockReturnValueOnce(new Promise(() => undefined));
  await openPaymentStep();
  await passSeconds(15);
  expect(await screen.findByText(/could not be loaded.*js\.stripe\.com/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
