import { EMPTY_CART } from '@shop/contracts-order';
import { fillSilently, getCurrentAddress, waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { themeStore } from '@shop/web-kit';
import { act, screen, waitFor } from '@testing-library/react';
import { aCart, aCartItem, aVariant } from '../testing/builders.js';
import {
  ADDRESS,
  CHECKOUT,
  checkoutAnswers as answers,
  CONFIRM,
  enterAddress,
  enterCard,
  customer,
  PREPARE,
  SHIPPING,
} from '../testing/checkout-steps.js';
import { declined, SANDBOX_CONFIG, unpayable } from '../testing/sandbox-script.js';
import { closeTab, resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';

beforeEach(setCartCookie);
afterEach(resetBrowser);

/** The form can be sent once the payment element is ready. */
async function findCompleteButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Complete Order' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
}

describe('checkout, shipping step', () => {
  it('shows the empty cart state', async () => {
    stubApi({ ...answers(), 'GET /api/cart': { json: EMPTY_CART } });
    openShop('/checkout');
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.queryByLabelText('Full Name')).not.toBeInTheDocument();
  });

  it('shows no total, and no way to pay, if nothing in the cart is available', async () => {
    stubApi({ ...answers(), 'GET /api/cart': { json: aCart(aCartItem({ available: false })) } });
    openShop('/checkout');
    expect(await screen.findByText('Nothing in your cart is available')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Cart' })).toHaveAttribute('href', '/cart');
    expect(screen.queryByText('$9.99')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Continue to Payment' })).toBeNull();
  });

  it('shows subtotal, 9.99 shipping and 8 % tax, exact to the cent', async () => {
    stubApi(answers());
    openShop('/checkout');
    expect(await screen.findByText('$9.99')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Order Summary' })).toBeVisible();
    expect(screen.getByText('$3.84')).toBeVisible();
    expect(screen.getByText('$61.83')).toBeVisible();
    expect(screen.getByLabelText('Country')).toHaveValue('US');
  });

  it('names each empty field and sends nothing', async () => {
    const api = stubApi(answers());
    const { user } = openShop('/checkout');
    await user.clear(await screen.findByLabelText('Country'));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    for (const message of [
      'Name is required',
      'Address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Country is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(api.callsTo('POST /api/checkout/shipping')).toEqual([]);
  });

  it('asks for a missing choice above the form, and sends nothing before it is made', async () => {
    const item = aCartItem({ missingChoices: [{ type: 'size', label: 'size' }] });
    const complete = { ...item, variantSelections: { size: 'M' }, missingChoices: [] };
    const api = stubApi({
      ...answers(),
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant()] },
      [`PATCH /api/cart/${item.id}`]: { json: aCart(complete) },
    });
    const { user } = openShop('/checkout');
    const select = await screen.findByRole('combobox', { name: 'Size' });
    const heading = screen.getByRole('heading', { name: 'Shipping Information' });
    expect(select.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await enterAddress(user);
    await waitFor(() => expect(select).toHaveFocus());
    expect(select).toHaveAccessibleDescription('Please choose a size');
    expect(api.callsTo(SHIPPING)).toEqual([]);

    await user.selectOptions(select, 'M');
    expect(await screen.findByText('size:', { exact: false })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(api.callsTo(SHIPPING).map(({ body }) => body)).toEqual([ADDRESS]);
    expect(screen.queryByRole('combobox', { name: 'Size' })).not.toBeInTheDocument();
  });

  it('asks for a choice that is missing since the page was loaded', async () => {
    const item = aCartItem();
    const reason = 'Please choose a size for Classic T-Shirt.';
    const api = stubApi({
      ...answers(),
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant()] },
      [SHIPPING]: { status: 422, text: reason },
    });
    const { user } = openShop('/checkout');
    await screen.findByLabelText('Full Name');
    api.responses['GET /api/cart'] = { json: aCart({ ...item, missingChoices: [{ type: 'size', label: 'size' }] }) };
    await enterAddress(user);
    await findToast('Error', 'Could not process shipping information');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(await screen.findByRole('combobox', { name: 'Size' })).toBeVisible();
  });

  it('locks the confirmed address until the customer asks to change it', async () => {
    const api = stubApi(answers());
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(screen.getByLabelText('Full Name')).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Complete Order' })).toBeVisible();
    expect(api.callsTo('POST /api/checkout/shipping')[0]?.body).toEqual(ADDRESS);

    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByLabelText('Full Name')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Complete Order' })).not.toBeInTheDocument();
  });

  it('shows the doubts about the confirmed address beside it, and goes on', async () => {
    const doubt = 'The ZIP code 62704 is in Illinois, not in Massachusetts. Please check both.';
    stubApi({ ...answers(), [SHIPPING]: { json: { ...CHECKOUT, addressDoubts: [doubt] } } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByText(doubt)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Complete Order' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.queryByText(doubt)).not.toBeInTheDocument();
  });

  it('says before the payment what customs may charge', async () => {
    const customsNotice = 'This parcel crosses a customs border.';
    stubApi({ ...answers(), [SHIPPING]: { json: { ...CHECKOUT, customsNotice } } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByText(customsNotice)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Complete Order' })).toBeVisible();
  });

  it('sends the optional fields if they are filled, and hides them from the confirmed address if they are not', async () => {
    const api = stubApi(answers());
    const { user } = openShop('/checkout');
    const [second, phone] = ['Apartment, floor, company (optional)', 'Phone for the carrier (optional)'];
    expect(await screen.findByLabelText(second)).toHaveAttribute('autocomplete', 'shipping address-line2');
    await user.type(screen.getByLabelText(phone), '+1 217 555 0100');
    await enterAddress(user);
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(api.callsTo(SHIPPING)[0]?.body).toEqual({ ...ADDRESS, phone: '+1 217 555 0100' });
    expect(screen.getByLabelText(phone)).toBeDisabled();
    expect(screen.queryByLabelText(second)).not.toBeInTheDocument();
  });

  it('requires no state in a country without states', async () => {
    const api = stubApi(answers());
    const { user } = openShop('/checkout');
    await enterAddress(user, { ...ADDRESS, state: '' });
    expect(await screen.findByText('State is required')).toBeVisible();
    const country = screen.getByLabelText('Country');
    await user.clear(country);
    await user.type(country, 'Germany');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(api.callsTo(SHIPPING)[0]?.body).toEqual({ ...ADDRESS, state: '', country: 'Germany' });
  });

  it('takes fields that were filled without an event', async () => {
    const api = stubApi(answers());
    const { user } = openShop('/checkout');
    await enterAddress(user, { ...ADDRESS, name: '', zip: '' });
    expect(await screen.findByText('ZIP code is required')).toBeVisible();
    fillSilently(screen.getByLabelText('Full Name'), ADDRESS.name);
    fillSilently(screen.getByLabelText('ZIP Code'), ADDRESS.zip);
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(api.callsTo(SHIPPING)[0]?.body).toEqual(ADDRESS);
  });

  it('sends one request for repeated clicks', async () => {
    const api = stubApi({ ...answers(), [SHIPPING]: { after: new Promise(() => undefined) } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    expect(api.callsTo('POST /api/checkout/shipping')).toHaveLength(1);
  });

  it('lets the customer submit the address again after a failure', async () => {
    stubApi({ ...answers(), [SHIPPING]: { status: 503, text: 'Away.' } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await findToast('Error', 'Could not process shipping information');
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).not.toHaveAttribute('aria-disabled');
    expect(screen.getByLabelText('Full Name')).toHaveValue(ADDRESS.name);
  });

  it('keeps the server’s reason beside the form until the next attempt', async () => {
    const api = stubApi({ ...answers(), [SHIPPING]: { status: 503, text: 'Orders are unavailable right now.' } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Orders are unavailable right now.');
    const button = screen.getByRole('button', { name: 'Continue to Payment' });
    expect(button).toHaveAccessibleDescription('Orders are unavailable right now.');
    api.responses[SHIPPING] = { after: new Promise(() => undefined) };
    await user.click(button);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows the server’s reason at the field that it names', async () => {
    const message = 'We can’t deliver to Cuba. Please give an address in another country.';
    const api = stubApi({
      ...answers(),
      [SHIPPING]: {
        status: 422,
        headers: { 'content-type': 'application/problem+json' },
        json: { type: 'about:blank', title: message, status: 422, detail: message, errors: { country: message } },
      },
    });
    const { user } = openShop('/checkout');
    const country = await screen.findByLabelText('Country');
    await user.clear(country);
    await user.type(country, 'Cuba');
    await enterAddress(user);
    await findToast('Error', 'Could not process shipping information');
    expect(country).toHaveFocus();
    expect(country).toBeInvalid();
    expect(country).toHaveAccessibleDescription(message);
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(api.callsTo(SHIPPING)[0]?.headers.accept).toContain('application/problem+json');

    api.responses[SHIPPING] = answers()[SHIPPING];
    await user.clear(country);
    await user.type(country, 'Germany');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await findToast('Shipping confirmed', 'Proceed to payment');
    expect(screen.queryByText(message)).not.toBeInTheDocument();
  });

  it('suggests the countries that the shop delivers to, and takes any text', async () => {
    const config = { ...SANDBOX_CONFIG, countries: ['US', 'DE', 'AT'] };
    stubApi({ ...answers(), 'GET /api/checkout/config': { json: config } });
    openShop('/checkout');
    const country = await screen.findByLabelText<HTMLInputElement>('Country');
    expect([country.tagName, country.value]).toEqual(['INPUT', 'US']);
    await waitFor(() =>
      expect([...(country.list?.options ?? [])].map(({ value }) => value)).toEqual([
        'Austria',
        'Germany',
        'United States',
      ]),
    );
  });

  it('reports a changed price and shows the current cart', async () => {
    const message = 'A price in your cart has changed. Please check it and try again.';
    const api = stubApi({ ...answers(), [SHIPPING]: { status: 409, text: message } });
    const { user } = openShop('/checkout');
    await screen.findByText('$61.83');
    api.responses['GET /api/cart'] = { json: aCart(aCartItem({ quantity: 2, unitPrice: '30.00' })) };
    await enterAddress(user);
    await findToast('Error', 'Could not process shipping information');
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).toHaveAccessibleDescription(message);
    expect(await screen.findByText('$74.79')).toBeVisible();
  });

  it('restores the address after a reload', async () => {
    stubApi(answers());
    const { user } = openShop('/checkout');
    await user.type(await screen.findByLabelText('Full Name'), 'Pat Doe');
    closeTab();
    openShop('/checkout');
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Pat Doe');
  });
});

describe('checkout, payment step', () => {
  it('announces the sandbox and fills in a test card', async () => {
    stubApi(answers());
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(
      await screen.findByText('This is a payment sandbox. No real card is charged: please use a test card.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: '4000 0000 0000 9995' }));
    expect(screen.getByLabelText('Card number')).toHaveValue('4000 0000 0000 9995');
  });

  it('requires a guest’s email, stores it before the payment, and ends on /order-complete without the secret', async () => {
    // A guest without an email does not get the client secret.
    const api = stubApi({ ...answers(), [SHIPPING]: { json: { ...CHECKOUT, clientSecret: '' } } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user);
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText('Invalid email address')).toBeVisible();

    await user.type(screen.getByLabelText('Email'), 'Pat@Example.com');
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    const posts = api.calls.filter(({ method }) => method === 'POST').slice(1);
    expect(posts.map(({ path }) => path)).toEqual([
      '/api/checkout/payment',
      '/sandbox/v1/payment_intents/pi_1/confirm',
    ]);
    expect(posts[0]?.body).toEqual({
      orderNumber: CHECKOUT.orderNumber,
      revision: 'first',
      email: 'pat@example.com',
    });
    expect(Object.fromEntries(posts[1]?.body as URLSearchParams)).toEqual({
      key: 'pk_test_1',
      client_secret: CHECKOUT.clientSecret,
      return_url: 'http://localhost/order-complete',
      'payment_method_data[type]': 'card',
      'payment_method_data[billing_details][email]': 'pat@example.com',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    });
    await waitForAddress('/order-complete?payment_intent=pi_1');
  });

  it('does not ask a signed-in customer for an email', async () => {
    const api = stubApi({ ...answers(), 'GET /api/user': { json: customer } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user);
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
    expect(api.callsTo(PREPARE).map(({ body }) => body)).toEqual([
      { orderNumber: CHECKOUT.orderNumber, revision: 'first' },
    ]);
  });

  it('shows the provider’s decline message and accepts another card', async () => {
    const api = stubApi({
      ...answers(),
      'GET /api/user': { json: customer },
      [CONFIRM]: declined('Your card was declined.'),
    });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user, '4000000000000002');
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    await findToast('Payment Failed', 'Your card was declined.');
    expect(screen.getByRole('button', { name: 'Complete Order' })).toHaveAccessibleDescription(
      'Your card was declined.',
    );
    expect(getCurrentAddress()).toBe('/checkout');

    api.responses[CONFIRM] = answers()[CONFIRM]!;
    await enterCard(user);
    await user.click(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it('names each incomplete card field before it contacts the shop', async () => {
    const api = stubApi({ ...answers(), 'GET /api/user': { json: customer } });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await user.click(await findCompleteButton());
    await findToast('Payment Failed', 'Your card number is incomplete.');
    const number = screen.getByLabelText('Card number');
    expect(number).toHaveFocus();
    expect(number).toBeInvalid();
    expect(number).toHaveAccessibleDescription('Your card number is incomplete.');
    expect(screen.getByText("Your card's expiration date is incomplete.")).toBeVisible();
    expect(screen.getByText("Your card's security code is incomplete.")).toBeVisible();
    expect(api.callsTo(PREPARE)).toEqual([]);
    await enterCard(user);
    expect(number).toBeValid();
  });

  it('confirms no payment if the shop cannot be reached', async () => {
    const api = stubApi({
      ...answers(),
      'GET /api/user': { json: customer },
      [PREPARE]: { status: 503, text: 'Orders are unavailable right now.' },
    });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user);
    await user.click(await findCompleteButton());
    await findToast('Payment Failed', 'Orders are unavailable right now.');
    expect(api.callsTo(CONFIRM)).toEqual([]);
  });

  it('shows the order if it was already paid', async () => {
    stubApi({ ...answers(), 'GET /api/user': { json: customer }, [CONFIRM]: unpayable('succeeded') });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user);
    await user.click(await findCompleteButton());
    expect(await screen.findByText('Thank you for your order!')).toBeVisible();
  });

  it('applies the shop’s appearance and updates it when the theme changes', async () => {
    const styleSheet = () => document.querySelector('.sandbox-payment style')?.textContent;
    document.documentElement.style.setProperty('--card', '#ffffff');
    stubApi(answers());
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await screen.findByLabelText('Card number');
    expect(styleSheet()).toContain('background-color: #ffffff');
    document.documentElement.style.setProperty('--card', '#251a2a');
    act(() => themeStore.set('dark'));
    await waitFor(() => expect(styleSheet()).toContain('background-color: #251a2a'));
    document.documentElement.removeAttribute('style');
    act(() => themeStore.set('light'));
  });

  it('keeps the button disabled while the payment is processed', async () => {
    const api = stubApi({
      ...answers(),
      'GET /api/user': { json: customer },
      [CONFIRM]: { after: new Promise(() => undefined) },
    });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    await enterCard(user);
    await user.dblClick(screen.getByRole('button', { name: 'Complete Order' }));
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByLabelText('Card number')).toHaveAttribute('readonly');
    expect(api.callsTo(CONFIRM)).toHaveLength(1);
  });

  it('offers Retry when the payment form cannot be loaded', async () => {
    const api = stubApi({
      ...answers(),
      'GET /api/checkout/config': { status: 503, text: 'Payments are unavailable right now.' },
    });
    const { user } = openShop('/checkout');
    await enterAddress(user);
    expect(await screen.findByText('Payments are unavailable right now.')).toBeVisible();
    api.responses['GET /api/checkout/config'] = answers()['GET /api/checkout/config'];
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Card number')).toBeVisible();
  });
});
