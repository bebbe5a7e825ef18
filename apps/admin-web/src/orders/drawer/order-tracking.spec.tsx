import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS } from '../../testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from '../../testing/open-admin.js';

const FIRST = { carrier: 'USPS', number: '9400', url: null };
const ORDER = createOrderDetail({ status: 'shipped', tracking: FIRST });
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const CORRECT = `PATCH ${ORDER_PATH}/tracking`;

async function openOrder(order = ORDER) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET ${ORDER_PATH}`]: { json: order },
    [CORRECT]: { json: {} },
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  await drawer.findByRole('heading', { name: 'Tracking' });
  return { user, server, drawer };
}

afterEach(resetBrowser);

describe('OrderTracking', () => {
  it('corrects a wrong number once on a double click', async () => {
    const { user, server, drawer } = await openOrder();
    await user.click(drawer.getByRole('button', { name: 'Correct tracking number 9400' }));
    const form = within(screen.getByRole('dialog', { name: 'Correct tracking number' }));
    await user.clear(form.getByLabelText('Tracking number'));
    await user.type(form.getByLabelText('Tracking number'), '9500');
    await user.dblClick(form.getByRole('button', { name: 'Save and Tell the Customer' }));
    await findToast('Tracking number saved', 'The customer gets an email with it.');
    expect(server.callsTo(CORRECT).map(({ body }) => body)).toEqual([{ ...FIRST, number: '9500', replaces: '9400' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Correct tracking number' })).toBeNull());
  });

  it('adds a missing number, and keeps the input after a failure', async () => {
    const { user, server, drawer } = await openOrder({ ...ORDER, tracking: null });
    server.responses[CORRECT] = { status: 409, text: 'Only a shipped order has a tracking number.' };
    await user.click(drawer.getByRole('button', { name: 'Add tracking number' }));
    const form = within(screen.getByRole('dialog', { name: 'Add tracking number' }));
    await user.type(form.getByLabelText('Carrier'), 'UPS');
    await user.type(form.getByLabelText('Tracking number'), '1Z');
    await user.click(form.getByRole('button', { name: 'Save and Tell the Customer' }));
    expect(await form.findByText('Only a shipped order has a tracking number.')).toBeVisible();
    expect(form.getByLabelText('Tracking number')).toHaveValue('1Z');
    expect(server.callsTo(CORRECT).map(({ body }) => body)).toEqual([
      { carrier: 'UPS', number: '1Z', url: null, replaces: null },
    ]);
  });

  it('shows the numbers that another admin has saved in between, and keeps what was typed', async () => {
    const { user, server, drawer } = await openOrder();
    server.responses[CORRECT] = { status: 409, text: 'Ben was first.' };
    server.responses[`GET ${ORDER_PATH}`] = {
      json: { ...ORDER, version: 'newest', tracking: { ...FIRST, number: '9600' } },
    };
    await user.click(drawer.getByRole('button', { name: 'Correct tracking number 9400' }));
    const form = within(screen.getByRole('dialog', { name: 'Correct tracking number' }));
    await user.type(form.getByLabelText('Tracking number'), '1');
    await user.click(form.getByRole('button', { name: 'Save and Tell the Customer' }));
    expect(await form.findByText('Ben was first.')).toBeVisible();
    expect((await form.findByText('Saved now, not by you')).parentElement).toHaveTextContent('USPS 9600');
    expect(form.getByLabelText('Tracking number')).toHaveValue('94001');
    expect(server.callsTo(CORRECT)[0]?.headers['if-match']).toBe(`"${ORDER.version}"`);
  });

  it('says why a parcel came back, and that it was sent again', async () => {
    const returned = { reason: 'unknown street' };
    const { drawer } = await openOrder({
      ...ORDER,
      tracking: { ...FIRST, returned, further: [{ carrier: 'UPS', number: '1Z', url: null, isReshipment: true }] },
      parcelReturn: { at: ORDER.createdAt, ...returned },
    });
    expect(drawer.getByText(/^A parcel came back: unknown street\. The customer was asked/)).toBeVisible();
    expect(drawer.getByText('came back: unknown street')).toBeVisible();
    expect(drawer.getByText('(sent again)')).toBeVisible();
  });
});
