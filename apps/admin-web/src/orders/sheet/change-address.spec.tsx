import { seenToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { ORDERS } from '../../testing/addresses.js';
import { anOrderDetail } from '../../testing/builders.js';
import { anOrder, forgetBrowser, openAdmin, QUIET_SHOP } from '../../testing/open-admin.js';

const ORDER = anOrderDetail({ status: 'paid', canChangeAddress: true });
const ITS_ADDRESS = `/api/admin/orders/${ORDER.id}`;
const CHANGE = `PATCH ${ITS_ADDRESS}/address`;
const TITLE = `Change address of order ${ORDER.orderNumber}`;
const AT_PRINTER = 'The printer has this order already. Please change the address there, or cancel the order.';

async function open(order = ORDER, answers: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...QUIET_SHOP,
    [ORDERS]: { json: [anOrder({ id: ORDER.id })] },
    [`GET ${ITS_ADDRESS}`]: { json: order },
    ...answers,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  await sheet.findByRole('heading', { name: 'Ships to' });
  return { user, server, sheet };
}

async function openForm(answers: Parameters<typeof stubApi>[0] = {}) {
  const opened = await open(ORDER, answers);
  await opened.user.click(opened.sheet.getByRole('button', { name: 'Change address' }));
  const form = within(screen.getByRole('dialog', { name: TITLE }));
  const type = async (label: string, words: string): Promise<void> => {
    await opened.user.clear(form.getByLabelText(label));
    if (words) await opened.user.type(form.getByLabelText(label), words);
  };
  return { ...opened, form, type };
}

afterEach(forgetBrowser);

describe('the delivery address of an order', () => {
  it('is changed, once however often it is pressed, and that is said', async () => {
    const { user, server, form, type, sheet } = await openForm({ [CHANGE]: { json: {} } });
    expect(form.getByLabelText('Full Name')).toHaveFocus();
    expect(form.getByRole('button', { name: 'Save Address' })).toHaveAttribute('aria-disabled', 'true');
    await type('State', 'IL 2');
    await type('Country', 'US');
    server.answers[`GET ${ITS_ADDRESS}`] = {
      json: { ...ORDER, shippingAddress: { ...ORDER.shippingAddress, state: 'IL 2' } },
    };
    await user.dblClick(form.getByRole('button', { name: 'Save Address' }));
    await seenToast('Address changed', 'The order goes to the new address.');
    expect(server.callsOf(CHANGE).map(({ body }) => body)).toEqual([{ ...ORDER.shippingAddress, state: 'IL 2' }]);
    expect(await sheet.findByText('IL 2')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull());
    await waitFor(() => expect(sheet.getByRole('button', { name: 'Change address' })).toHaveFocus());
  });

  it('that is thought better of gives the focus back', async () => {
    const { user, sheet, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Keep Address' }));
    await waitFor(() => expect(sheet.getByRole('button', { name: 'Change address' })).toHaveFocus());
  });

  it('that lacks something is refused where it was typed', async () => {
    const { user, server, form, type } = await openForm();
    await type('City', '');
    await user.click(form.getByRole('button', { name: 'Save Address' }));
    expect(await form.findByText('City is required')).toBeVisible();
    expect(form.getByLabelText('City')).toHaveFocus();
    expect(server.callsOf(CHANGE)).toHaveLength(0);
  });

  it('that the server refuses says so in the form and keeps what was typed, also where the order may be changed no more', async () => {
    const { user, server, sheet, form, type } = await openForm({ [CHANGE]: { status: 409, text: AT_PRINTER } });
    server.answers[`GET ${ITS_ADDRESS}`] = { json: { ...ORDER, status: 'processing', canChangeAddress: false } };
    await type('City', 'Shelbyville');
    await user.click(form.getByRole('button', { name: 'Save Address' }));
    expect(await form.findByRole('alert')).toHaveTextContent(AT_PRINTER);
    expect(form.getByLabelText('City')).toHaveValue('Shelbyville');
    await user.click(form.getByRole('button', { name: 'Keep Address' }));
    await waitFor(() => expect(sheet.queryByRole('button', { name: 'Change address' })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: `Order ${ORDER.orderNumber}` })).toContainElement(
        document.activeElement as HTMLElement,
      ),
    );
  });

  it('is not offered to be changed where the server says that it can’t be', async () => {
    const { sheet } = await open({ ...ORDER, canChangeAddress: false });
    expect(sheet.queryByRole('button', { name: 'Change address' })).toBeNull();
  });
});
