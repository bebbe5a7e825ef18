import { findToast, stubApi } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../../testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from '../../testing/open-admin.js';
import { adminKeys } from '../../admin-keys.js';

const ORDER = createOrderDetail({ status: 'paid', canChangeAddress: true });
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const CHANGE = `PATCH ${ORDER_PATH}/address`;
const TITLE = `Change address of order ${ORDER.orderNumber}`;
const AT_PRINTER = 'The printer has this order already. Please change the address there, or cancel the order.';

async function openOrder(order = ORDER, responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET ${ORDER_PATH}`]: { json: order },
    ...responses,
  });
  const { user, queryClient } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  await drawer.findByRole('heading', { name: 'Ships to' });
  return { user, server, drawer, queryClient };
}

async function openForm(responses: Parameters<typeof stubApi>[0] = {}) {
  const opened = await openOrder(ORDER, responses);
  await opened.user.click(opened.drawer.getByRole('button', { name: 'Change address' }));
  const form = within(screen.getByRole('dialog', { name: TITLE }));
  const type = async (label: string, text: string): Promise<void> => {
    await opened.user.clear(form.getByLabelText(label));
    if (text) await opened.user.type(form.getByLabelText(label), text);
  };
  return { ...opened, form, type };
}

afterEach(resetBrowser);

describe('a gift', () => {
  it('has its message below the address, as it was typed', async () => {
    const { drawer } = await openOrder({ ...ORDER, giftMessage: 'For Rex,\nwith love' });
    const message = drawer.getByText(/^For Rex,\s+with love$/);
    expect(message.closest('p')).toHaveTextContent('Gift message');
    expect(message.closest('p')).toHaveClass('whitespace-pre-line');
  });

  it('is not mentioned without a message', async () => {
    const { drawer } = await openOrder();
    expect(drawer.queryByText('Gift message')).toBeNull();
  });
});

describe('ChangeAddress', () => {
  it('saves the address once on a double click and shows a toast', async () => {
    const { user, server, form, type, drawer } = await openForm({ [CHANGE]: { json: {} } });
    expect(form.getByLabelText('Full Name')).toHaveFocus();
    expect(form.getByRole('button', { name: 'Save Address' })).toHaveAttribute('aria-disabled', 'true');
    await type('State', 'IL 2');
    await type('Country', 'US');
    server.responses[`GET ${ORDER_PATH}`] = {
      json: { ...ORDER, shippingAddress: { ...ORDER.shippingAddress, state: 'IL 2' } },
    };
    await user.dblClick(form.getByRole('button', { name: 'Save Address' }));
    await findToast('Address changed', 'The order goes to the new address.');
    expect(server.callsTo(CHANGE).map(({ body }) => body)).toEqual([{ ...ORDER.shippingAddress, state: 'IL 2' }]);
    expect(await drawer.findByText('IL 2')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull());
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Change address' })).toHaveFocus());
  });

  it('returns the focus when it is cancelled', async () => {
    const { user, drawer, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Keep Address' }));
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Change address' })).toHaveFocus());
  });

  it('shows a validation error at the field', async () => {
    const { user, server, form, type } = await openForm();
    await type('City', '');
    await user.click(form.getByRole('button', { name: 'Save Address' }));
    expect(await form.findByText('City is required')).toBeVisible();
    expect(form.getByLabelText('City')).toHaveFocus();
    expect(server.callsTo(CHANGE)).toHaveLength(0);
  });

  it('shows an error response in the form and keeps the input, even when the order can no longer be changed', async () => {
    const { user, server, drawer, form, type } = await openForm({ [CHANGE]: { status: 409, text: AT_PRINTER } });
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, status: 'processing', canChangeAddress: false } };
    await type('City', 'Shelbyville');
    await user.click(form.getByRole('button', { name: 'Save Address' }));
    expect(await form.findByRole('alert')).toHaveTextContent(AT_PRINTER);
    expect(form.getByLabelText('City')).toHaveValue('Shelbyville');
    await user.click(form.getByRole('button', { name: 'Keep Address' }));
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Change address' })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: `Order ${ORDER.orderNumber}` })).toContainElement(
        document.activeElement as HTMLElement,
      ),
    );
  });

  it('offers no change when the server does not allow it', async () => {
    const { drawer } = await openOrder({ ...ORDER, canChangeAddress: false });
    expect(drawer.queryByRole('button', { name: 'Change address' })).toBeNull();
  });
});

describe('OrderEmail', () => {
  it('saves the corrected email once on a double click, and refuses what is none', async () => {
    const correct = `PATCH ${ORDER_PATH}/email`;
    const { user, server, drawer } = await openOrder(ORDER, { [correct]: { json: {} } });
    await user.click(drawer.getByRole('button', { name: 'Correct email' }));
    const form = within(screen.getByRole('dialog', { name: `Correct email of order ${ORDER.orderNumber}` }));
    await user.clear(form.getByLabelText('Email'));
    await user.click(form.getByRole('button', { name: 'Save Email' }));
    expect(await form.findByText('Invalid email address')).toBeVisible();
    await user.type(form.getByLabelText('Email'), 'right@example.com');
    await user.dblClick(form.getByRole('button', { name: 'Save Email' }));
    await findToast('Email corrected', 'All emails about the order go there now.');
    expect(server.callsTo(correct).map(({ body }) => body)).toEqual([{ email: 'right@example.com' }]);
  });

  it('ends the links once on a double click after a confirmation, and shows why it was refused', async () => {
    const end = `POST ${ORDER_PATH}/end-links`;
    const message = 'The address of this order was changed in between. Please look at it again.';
    const { user, server, drawer } = await openOrder(ORDER, { [end]: { status: 409, text: message } });
    const open = async () => {
      await user.click(drawer.getByRole('button', { name: 'End links' }));
      return within(screen.getByRole('alertdialog', { name: `End the links of order ${ORDER.orderNumber}?` }));
    };
    const refused = await open();
    await user.click(refused.getByRole('button', { name: 'End Links' }));
    expect(await refused.findByRole('alert')).toHaveTextContent(message);
    await user.click(refused.getByRole('button', { name: 'Keep Links' }));
    expect(server.callsTo(end)).toHaveLength(1);
    server.responses[end] = { json: {} };
    await user.dblClick((await open()).getByRole('button', { name: 'End Links' }));
    await findToast('Links ended', 'The links in earlier emails of the order lead nowhere now.');
    expect(server.callsTo(end)).toHaveLength(2);
    expect(server.callsTo(end)[1]?.headers).toMatchObject({ 'if-match': `"${ORDER.version}"` });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('ends the links of the order as it was when the dialog was opened, and after a conflict of the newest', async () => {
    const end = `POST ${ORDER_PATH}/end-links`;
    const { user, server, drawer, queryClient } = await openOrder(ORDER, {
      [end]: { status: 409, text: 'Ben was first.' },
    });
    await user.click(drawer.getByRole('button', { name: 'End links' }));
    const dialog = within(screen.getByRole('alertdialog'));
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, version: 'newest', note: 'Newer' } };
    await act(() => queryClient.invalidateQueries({ queryKey: adminKeys.order(ORDER.id) }));
    await screen.findByDisplayValue('Newer');
    await user.click(dialog.getByRole('button', { name: 'End Links' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Ben was first.');
    await user.click(dialog.getByRole('button', { name: 'End Links' }));
    await waitFor(() =>
      expect(server.callsTo(end).map(({ headers }) => headers['if-match'])).toEqual([`"${ORDER.version}"`, '"newest"']),
    );
  });
});
