import { screen, waitFor } from '@testing-library/react';
import type { userEvent } from '@testing-library/user-event';
import type { Checkout } from '@shop/contracts-order';
import { aCart, aCartItem, anOrder } from './builders.js';
import { anIntent, SANDBOX_CONFIG } from './sandbox-script.js';

type User = ReturnType<typeof userEvent.setup>;

export const ADDRESS = {
  name: 'Pat Doe',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62704',
  country: 'US',
};
/** An order of two T-shirts, $61.83. */
export const CHECKOUT: Checkout = {
  clientSecret: 'pi_1_secret_2',
  orderNumber: 'PA-7K3M9QXW2T',
  revision: 'first',
  order: anOrder({ status: 'created', paymentStatus: 'pending', shippingAddress: ADDRESS }),
};
/** The same order after another tab changed it. */
export const CHANGED_CHECKOUT: Checkout = {
  ...CHECKOUT,
  clientSecret: 'pi_2_secret_3',
  revision: 'second',
  order: { ...CHECKOUT.order, subtotal: '72.00', tax: '5.76', total: '87.75' },
};
export const PREPARE = 'POST /api/checkout/payment';
export const SHIPPING = 'POST /api/checkout/shipping';
export const CONFIRM = 'POST /sandbox/v1/payment_intents/pi_1/confirm';
export const customer = {
  id: crypto.randomUUID(),
  email: 'pat@example.com',
  role: 'user',
  firstName: 'Pat',
  lastName: null,
  profileImageUrl: null,
};

/** API responses for a guest with two T-shirts in the cart and a sandbox that accepts every card. */
export const checkoutAnswers = () => ({
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'GET /api/cart': { json: aCart(aCartItem({ quantity: 2 })) },
  'GET /api/checkout/config': { json: SANDBOX_CONFIG },
  [SHIPPING]: { json: CHECKOUT },
  [PREPARE]: { json: { clientSecret: CHECKOUT.clientSecret } },
  [CONFIRM]: { json: anIntent('succeeded') },
  'GET /api/checkout/orders/pi_1': { json: { state: 'paid', paymentMessage: null, order: anOrder() } },
});

export async function enterAddress(user: User, address = ADDRESS): Promise<void> {
  const enter = async (label: string, text: string): Promise<void> => {
    if (text) await user.type(await screen.findByLabelText(label), text);
  };
  await enter('Full Name', address.name);
  await enter('Address', address.address);
  await enter('City', address.city);
  await enter('State', address.state);
  await enter('ZIP Code', address.zip);
  await user.dblClick(screen.getByRole('button', { name: 'Continue to Payment' }));
}

export async function enterCard(user: User, number = '4242424242424242'): Promise<void> {
  await user.clear(await screen.findByLabelText('Card number'));
  await user.type(screen.getByLabelText('Card number'), number);
  await user.clear(screen.getByLabelText('Expiry'));
  await user.type(screen.getByLabelText('Expiry'), '1234');
  await user.clear(screen.getByLabelText('CVC'));
  await user.type(screen.getByLabelText('CVC'), '123');
  const button = screen.getByRole('button', { name: 'Complete Order' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
}
