import { findToast, stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { aCustomerOrder } from '../testing/builders.js';
import { ADDRESS, checkoutAnswers, enterAddress, SHIPPING } from '../testing/checkout-steps.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, openShop, resetBrowser, setCartCookie } from '../testing/open-shop.js';

beforeEach(setCartCookie);
afterEach(resetBrowser);

const GIFT = 'Happy birthday, Sam!';
const openGift = async () => {
  const api = stubApi(checkoutAnswers());
  const { user } = openShop('/checkout');
  await user.click(await screen.findByText('This is a gift'));
  return { api, user, field: screen.getByLabelText('Message on the packing slip (optional)') };
};

describe('a gift at the checkout', () => {
  it('is sent with its message, which is then read-only', async () => {
    const { api, user, field } = await openGift();
    await user.type(field, ` ${GIFT} `);
    expect(field).toHaveAccessibleDescription('22 of 200 characters');
    expect(screen.getByText('No prices in the parcel.')).toBeVisible();
    await enterAddress(user);
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(api.callsTo(SHIPPING)[0]?.body).toEqual({ ...ADDRESS, giftMessage: GIFT });
    expect(screen.getByText(GIFT)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /packing slip/ })).toBeNull();
  });

  it('is no part of the body without a message', async () => {
    const { api, user, field } = await openGift();
    await user.type(field, '  ');
    await enterAddress(user);
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(api.callsTo(SHIPPING).map(({ body }) => body)).toEqual([ADDRESS]);
  });

  it('says at the message what can’t be printed', async () => {
    const message = 'The packing slip can’t show 🎂. Please leave it out of the gift message.';
    const { api, user, field } = await openGift();
    api.responses[SHIPPING] = {
      status: 422,
      headers: { 'content-type': 'application/problem+json' },
      json: { type: 'about:blank', title: message, status: 422, detail: message, errors: { giftMessage: message } },
    };
    await user.type(field, '🎂');
    await enterAddress(user);
    await findToast('Error', 'Could not process shipping information');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(`${message} 2 of 200 characters`);
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  it('is still there after a reload', async () => {
    const { user, field } = await openGift();
    await user.type(field, GIFT);
    closeTab();
    openShop('/checkout');
    expect(await screen.findByLabelText('Message on the packing slip (optional)')).toHaveValue(GIFT);
  });
});

it('is on the page of its order', async () => {
  await openOrder(aCustomerOrder({ giftMessage: GIFT }));
  expect(screen.getByText(GIFT)).toBeVisible();
  expect(screen.getByText('On the packing slip. No prices in the parcel.')).toBeVisible();
});
