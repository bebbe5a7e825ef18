import { ORDER_BEING_PRINTED, ORDER_CANCELLED } from '@shop/contracts-order';
import { findToast } from '@shop/web-testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, anOrder, aPrint } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { restoreImage, stubImage } from '../testing/browser-stubs.js';

beforeEach(() => stubImage({ width: 1024, height: 1024 }));
afterEach(() => {
  restoreImage();
  resetBrowser();
});

type OpenedOrder = Awaited<ReturnType<typeof openOrder>>;

const findDialog = () => screen.findByRole('dialog');
const findSaveButton = async () => within(await findDialog()).getByRole('button', { name: 'Save Changes' });
const slide = (label: string, value: number) =>
  fireEvent.change(screen.getByRole('slider', { name: label }), { target: { value } });

async function openPlacement({ user }: Pick<OpenedOrder, 'user'>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Change placement of Classic T-Shirt' }));
  await screen.findByRole('slider', { name: 'Scale' });
}

describe('changing the placement', () => {
  it('uses the sliders of the designer, sends one request for a double click and shows a toast', async () => {
    const openedOrder = await openOrder();
    const { user, api, order, item, address } = openedOrder;
    const call = `PATCH ${address}/items/${item.id}`;
    const moved = { ...item, designConfig: { ...item.designConfig, scale: 60 } };
    api.responses[call] = {
      json: aCustomerOrder(
        { ...order, items: [moved] },
        { prints: [aPrint(item.id, { state: 'making', fileUrl: null, mockupUrl: null })] },
      ),
    };
    await openPlacement(openedOrder);
    expect(await findSaveButton()).toHaveAttribute('aria-disabled', 'true');
    slide('Scale', 60);
    await user.dblClick(await findSaveButton());
    await findToast('Placement changed', 'Your print file is made again.');
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([
      { designConfig: { x: 50, y: 50, scale: 60, rotation: 0 } },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('Making your print file…')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change placement of Classic T-Shirt' })).toHaveFocus();
  });

  it('shows the print area of the order', async () => {
    const openedOrder = await openOrder();
    await openPlacement(openedOrder);
    expect(within(screen.getByRole('region', { name: 'In print' })).getByText('11.5 × 11.5 in')).toBeVisible();
  });

  it('asks before discarding and survives a reload', async () => {
    const openedOrder = await openOrder();
    const { user, order } = openedOrder;
    await openPlacement(openedOrder);
    slide('Scale', 60);
    await user.keyboard('{Escape}');
    expect(screen.getByText('Your changes are not saved. Discard them?')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep Editing' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('60');

    closeTab();
    openShop(`/orders/${order.id}`);
    await screen.findByRole('heading', { name: `Order ${order.orderNumber}` });
    await openPlacement(openedOrder);
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('60');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await openPlacement(openedOrder);
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('100');
  });

  it('shows in place that it is too late and updates the page', async () => {
    const openedOrder = await openOrder();
    const { user, api, order, item, address } = openedOrder;
    api.responses[`PATCH ${address}/items/${item.id}`] = { status: 409, text: ORDER_BEING_PRINTED };
    api.responses[`GET ${address}`] = {
      json: aCustomerOrder({ ...order, status: 'processing' }, { changeableUntil: null }),
    };
    await openPlacement(openedOrder);
    slide('Scale', 60);
    await user.click(await findSaveButton());
    expect(await screen.findByText(ORDER_BEING_PRINTED)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument());
    await user.click(within(await findDialog()).getAllByRole('button', { name: 'Close' })[0]!);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 2, name: 'Printing' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('removes Save and says so when the stream reports a cancellation', async () => {
    const openedOrder = await openOrder();
    await openPlacement(openedOrder);
    slide('Scale', 60);
    act(() =>
      openedOrder.streams.opened[0]?.emit(
        'order',
        aCustomerOrder({ ...openedOrder.order, status: 'cancelled' }, { changeableUntil: null }),
      ),
    );
    expect(await screen.findByText(ORDER_CANCELLED)).toBeVisible();
    expect(screen.queryByText(ORDER_BEING_PRINTED)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('stays open with the error for another attempt', async () => {
    const openedOrder = await openOrder();
    const { user, api, item, address } = openedOrder;
    api.responses[`PATCH ${address}/items/${item.id}`] = { status: 503, text: 'Orders are unavailable right now.' };
    await openPlacement(openedOrder);
    slide('Scale', 60);
    await user.click(await findSaveButton());
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    expect(await findSaveButton()).not.toHaveAttribute('aria-disabled');
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('60');
  });

  it('uses the ordered product if it is no longer sold and says that its size is fixed', async () => {
    const customerOrder = aCustomerOrder();
    const [item] = customerOrder.order.items;
    const unsoldPrint = aPrint(item!.id, { isSold: false, choices: [{ selections: { size: 'M' }, refund: '0.00' }] });
    const openedOrder = await openOrder(
      { ...customerOrder, prints: [unsoldPrint] },
      { 'GET /api/products': { json: [] } },
    );
    expect(
      screen.getByText(
        'This product is no longer sold, so its size stays as it was ordered. Its placement can still be changed.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change size of Classic T-Shirt' })).not.toBeInTheDocument();
    await openPlacement(openedOrder);
    expect(within(screen.getByRole('region', { name: 'In print' })).getByText('11.5 × 11.5 in')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Center' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: /^(Left chest|Large)$/ })).not.toBeInTheDocument();
  });

  it('is not offered if the product is unknown, and the item says so', async () => {
    const customerOrder = aCustomerOrder();
    const unknownPrint = aPrint(customerOrder.order.items[0]!.id, {
      product: null,
      areaPx: null,
      areaInches: null,
      printedInches: null,
    });
    await openOrder({ ...customerOrder, prints: [unknownPrint] });
    expect(screen.getByText(/We don’t know the print area of this product/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change placement of Classic T-Shirt' })).not.toBeInTheDocument();
  });
});

describe('changing size and color', () => {
  it('offers the other sizes', async () => {
    const { user, api, order, item, address } = await openOrder();
    const call = `PATCH ${address}/items/${item.id}`;
    api.responses[call] = {
      json: aCustomerOrder({ ...order, items: [{ ...item, variantSelections: { size: 'S' } }] }),
    };
    await user.click(screen.getByRole('button', { name: 'Change size of Classic T-Shirt' }));
    expect(screen.getByRole('radio', { name: 'M' })).toBeChecked();
    expect(await findSaveButton()).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('radio', { name: 'S' }));
    await user.click(await findSaveButton());
    await findToast('Size changed', 'Your print file is made again.');
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ variantSelections: { size: 'S' } }]);
    expect(screen.getByText(/^size:/)).toHaveTextContent('size: S');
    expect(screen.getByRole('button', { name: 'Change size of Classic T-Shirt' })).toHaveFocus();
  });

  it('calls the size of a phone case its model', async () => {
    const order = anOrder();
    const item = { ...order.items[0]!, category: 'phone-case', variantSelections: { size: 'iPhone 17' } };
    const choices = ['iPhone 16', 'iPhone 17'].map((size) => ({ selections: { size }, refund: '0.00' }));
    const { user, api, address } = await openOrder(
      aCustomerOrder({ items: [item] }, { prints: [aPrint(item.id, { choices })] }),
    );
    const changed = { ...item, variantSelections: { size: 'iPhone 16' } };
    api.responses[`PATCH ${address}/items/${item.id}`] = { json: aCustomerOrder({ ...order, items: [changed] }) };
    expect(screen.getByText(/^model:/)).toHaveTextContent('model: iPhone 17');
    const button = screen.getByRole('button', { name: 'Change model of Classic T-Shirt' });
    expect(button).toHaveTextContent('Change Model');
    await user.click(button);
    expect(screen.getByRole('dialog', { name: 'Change model' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Model' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'iPhone 16' }));
    await user.click(await findSaveButton());
    await findToast('Model changed', 'Your print file is made again.');
  });

  it('keeps the focus and locks the choice while it is sent', async () => {
    const { user, api, item, address } = await openOrder();
    api.responses[`PATCH ${address}/items/${item.id}`] = { after: new Promise(() => undefined), json: {} };
    await user.click(screen.getByRole('button', { name: 'Change size of Classic T-Shirt' }));
    await user.click(screen.getByRole('radio', { name: 'S' }));
    fireEvent.click(await findSaveButton());
    expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('radio', { name: 'S' })).toHaveFocus();
    expect(screen.getByRole('group', { name: 'Size' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('radio', { name: 'M' }));
    expect(screen.getByRole('radio', { name: 'S' })).toBeChecked();
  });

  it('is not offered if there is only one size', async () => {
    const customerOrder = aCustomerOrder();
    await openOrder({
      ...customerOrder,
      prints: customerOrder.prints.map((print) => ({ ...print, choices: print.choices.slice(1) })),
    });
    expect(screen.queryByRole('button', { name: /Change size/ })).not.toBeInTheDocument();
  });

  it('marks what was not chosen, requires all of it, and names what goes back', async () => {
    const order = anOrder();
    const missingChoices = [
      { type: 'size' as const, label: 'size' },
      { type: 'color' as const, label: 'color' },
    ];
    const item = { ...order.items[0]!, variantSelections: {}, missingChoices };
    const choices = [
      { selections: {}, refund: '0.00' },
      { selections: { size: 'M', color: 'Black' }, refund: '0.00' },
      { selections: { size: 'M', color: 'White' }, refund: '2.16' },
      { selections: { size: '2XL', color: 'White' }, refund: '0.00' },
    ];
    const { user, api, address } = await openOrder(
      aCustomerOrder({ items: [item] }, { prints: [aPrint(item.id, { choices })] }),
    );
    const call = `PATCH ${address}/items/${item.id}`;
    api.responses[call] = { after: new Promise(() => undefined), json: {} };
    expect(screen.getByText('size: not chosen')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Choose size and color of Classic T-Shirt' }));
    await user.click(screen.getByRole('radio', { name: 'M' }));
    expect(await findSaveButton()).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('radio', { name: 'Black' }));
    await user.click(screen.getByRole('radio', { name: '2XL' }));
    expect(screen.getByRole('radio', { name: 'Black' })).not.toBeChecked();
    expect(screen.getByText('Please choose a color: White.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'M' }));
    await user.click(screen.getByRole('radio', { name: 'White' }));
    expect(screen.getByText('$2.16 goes back to you.')).toBeVisible();
    await user.click(await findSaveButton());
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ variantSelections: { size: 'M', color: 'White' } }]);
  });
});

describe('changing the address', () => {
  it('shows the server’s reason at the field that it names', async () => {
    const { user, api, address } = await openOrder();
    const message = 'Please give the ZIP code: parcels to this country need one.';
    api.responses[`PATCH ${address}/address`] = {
      status: 422,
      headers: { 'content-type': 'application/problem+json' },
      json: { detail: message, errors: { zip: message } },
    };
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    const zip = await screen.findByLabelText('ZIP Code');
    await user.clear(zip);
    await user.type(zip, '-');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(zip).toHaveAccessibleDescription(message);
  });

  it('shows the name of the country, and no state where there is none', async () => {
    const shippingAddress = { ...anOrder().shippingAddress, city: 'Hong Kong', state: '-', zip: '-', country: 'HK' };
    await openOrder(aCustomerOrder({ shippingAddress }));
    expect(screen.getByText('Hong Kong SAR China')).toBeVisible();
    expect(screen.getByText('Hong Kong').parentElement).toHaveTextContent(/^Hong Kong$/);
  });

  it('validates as in the checkout and sends the whole address', async () => {
    const { user, api, order, address } = await openOrder();
    const shippingAddress = { ...order.shippingAddress, address: '7 Oak Lane' };
    api.responses[`PATCH ${address}/address`] = { json: aCustomerOrder({ ...order, shippingAddress }) };
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    const street = within(await findDialog()).getByRole('textbox', { name: 'Address' });
    await user.clear(street);
    await user.click(await findSaveButton());
    expect(await screen.findByText('Address is required')).toBeVisible();
    expect(street).toHaveFocus();
    await user.type(street, '7 Oak Lane');
    await user.click(await findSaveButton());
    await findToast('Address changed', 'Your order goes to the new address.');
    expect(api.callsTo(`PATCH ${address}/address`).map(({ body }) => body)).toEqual([shippingAddress]);
    expect(screen.getByText('7 Oak Lane')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change address' })).toHaveFocus();
  });

  it('corrects the email, and refuses what is none', async () => {
    const { user, api, order, address } = await openOrder();
    const call = `PATCH ${address}/email`;
    api.responses[call] = { json: aCustomerOrder({ ...order, email: 'right@example.com' }) };
    await user.click(screen.getByRole('button', { name: 'Correct email' }));
    const email = within(await findDialog()).getByRole('textbox', { name: 'Email' });
    await user.clear(email);
    await user.click(await findSaveButton());
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    await user.type(email, 'right@example.com');
    await user.click(await findSaveButton());
    await findToast('Email corrected', 'We write to the new address from now on.');
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([{ email: 'right@example.com' }]);
    expect(screen.getByText('Emails about it go to right@example.com.')).toBeVisible();
  });

  it.each([
    [
      'a question is open',
      { question: { id: crypto.randomUUID(), text: 'Darker?', askedAt: anOrder().createdAt, answer: null } },
      true,
    ],
    ['the payment is checked', { isPaymentUnderReview: true }, true],
    [
      'a question is open after the change window',
      {
        changeableUntil: null,
        question: { id: crypto.randomUUID(), text: 'Darker?', askedAt: anOrder().createdAt, answer: null },
      },
      false,
    ],
  ])('lets the email be corrected as the server does: %s', async (_, state, isOffered) => {
    await openOrder(aCustomerOrder({}, state));
    expect(screen.queryAllByRole('button', { name: 'Correct email' })).toHaveLength(isOffered ? 1 : 0);
  });

  it('is offered again when the parcel came back', async () => {
    const sent = aCustomerOrder(
      { status: 'shipped' },
      { changeableUntil: null, parcelReturn: { at: anOrder().createdAt, reason: 'unknown street' } },
    );
    const { user } = await openOrder(sent);
    await user.click(screen.getByRole('button', { name: 'Change Address' }));
    await user.type(within(await findDialog()).getByRole('textbox', { name: 'City' }), ' Heights');
    expect(await findSaveButton()).not.toHaveAttribute('aria-disabled');
  });

  it('restores a partly typed address after a reload', async () => {
    const { user, order } = await openOrder();
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    await user.type(within(await findDialog()).getByRole('textbox', { name: 'City' }), ' Heights');
    closeTab();
    openShop(`/orders/${order.id}`);
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    expect(within(await findDialog()).getByRole('textbox', { name: 'City' })).toHaveValue('Springfield Heights');
    expect(await findSaveButton()).not.toHaveAttribute('aria-disabled');
  });
});
