import type { AdminReprint } from '@shop/contracts-order';
import { findToast, stubApi } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { adminKeys } from '../../admin-keys.js';
import { createOrderDetail, createReprint, ORDERS } from '../../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../../testing/open-admin.js';

const ORDER = createOrderDetail({ status: 'delivered' });
const PATH = `/api/admin/orders/${ORDER.id}`;

async function openReprint(overrides: Partial<AdminReprint> = {}) {
  const reprint = createReprint(overrides);
  const order = { ...ORDER, reprints: [reprint] };
  const call = (what: string) => `POST ${PATH}/reprints/${reprint.id}/${what}`;
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id, isReprinted: true })] },
    [`GET ${PATH}`]: { json: order },
  });
  const { user, queryClient } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  const row = within(await drawer.findByRole('list', { name: 'Sent again' }));
  return { user, server, row, call, reprint, queryClient };
}

afterEach(resetBrowser);

describe('what is sent again', () => {
  it('is shown with state, reason, cost, note, tracking, another address and its problem', async () => {
    const { row } = await openReprint({
      state: 'shipped',
      reason: 'not-arrived',
      note: 'She moved.',
      cost: { amount: '12.25', currency: 'eur' },
      externalId: '4711',
      tracking: { carrier: 'USPS', number: '9400', url: null },
      problem: 'A parcel of it came back.',
      shippingAddress: { ...ORDER.shippingAddress, address: '7 Oak Lane' },
      photoUrls: ['/media/photo'],
    });
    const shown = row.getAllByRole('listitem')[0];
    for (const text of [
      '1 × Classic T-Shirt',
      'shipped',
      'Not arrived',
      'costs 12.25 EUR',
      '4711',
      'She moved.',
      '9400',
      '7 Oak Lane',
    ])
      expect(shown).toHaveTextContent(text);
    expect(row.getByRole('alert')).toHaveTextContent('A parcel of it came back.');
    expect(row.getByRole('button', { name: 'Enlarge Photo 1 of 1' })).toBeVisible();
    expect(row.getAllByRole('button')).toHaveLength(1);
  });

  it('says nothing of an address that is the order’s', async () => {
    const { row } = await openReprint({ isByHand: true });
    expect(row.getByText('to be printed by hand')).toBeVisible();
    expect(row.queryByText('Pat Doe')).toBeNull();
  });

  it('is marked as sent by the admin who printed it, once on a double click', async () => {
    const { user, server, row, call } = await openReprint({ isByHand: true, canBeMarkedSent: true });
    server.responses[call('sent')] = { status: 503, text: 'Please try again in a moment.' };
    await user.click(row.getByRole('button', { name: 'Mark as sent' }));
    const form = within(await screen.findByRole('dialog', { name: 'Mark as sent' }));
    await user.type(form.getByLabelText('Carrier'), 'UPS');
    await user.click(form.getByRole('button', { name: 'Mark as sent' }));
    expect(await form.findByText('Tracking number is required')).toBeVisible();
    await user.type(form.getByLabelText('Tracking number'), '1Z9');
    await user.click(form.getByRole('button', { name: 'Mark as sent' }));
    expect(await form.findByText('Please try again in a moment.')).toBeVisible();
    expect(form.getByLabelText('Tracking number')).toHaveValue('1Z9');
    server.responses[call('sent')] = { json: ORDER };
    await user.dblClick(form.getByRole('button', { name: 'Mark as sent' }));
    await findToast('Marked as sent', 'The customer gets an email.');
    expect(server.callsTo(call('sent')).map(({ body }) => body)).toEqual(
      Array(2).fill({ tracking: { carrier: 'UPS', number: '1Z9', url: null } }),
    );
  });

  it('gets another tracking number of its second parcel, which can’t be empty, and one more', async () => {
    const further = [{ carrier: 'UPS', number: '1Z', url: null }];
    const tracking = { carrier: 'USPS', number: '9400', url: null, further };
    const { user, server, row, call } = await openReprint({ state: 'shipped', tracking, canBeMarkedSent: true });
    server.responses[call('sent')] = { json: ORDER };
    await user.click(row.getByRole('button', { name: 'Correct tracking number 1Z' }));
    const form = within(await screen.findByRole('dialog', { name: 'Correct tracking number' }));
    await user.clear(form.getByLabelText('Tracking number'));
    await user.click(form.getByRole('button', { name: 'Correct tracking number' }));
    expect(await form.findByText('Tracking number is required')).toBeVisible();
    await user.type(form.getByLabelText('Tracking number'), '2Z');
    await user.click(form.getByRole('button', { name: 'Correct tracking number' }));
    await findToast('Tracking number saved', 'The customer gets an email.');
    await user.click(row.getByRole('button', { name: 'Add tracking number' }));
    const added = within(await screen.findByRole('dialog', { name: 'Add tracking number' }));
    await user.type(added.getByLabelText('Carrier'), 'DHL');
    await user.type(added.getByLabelText('Tracking number'), '77');
    await user.click(added.getByRole('button', { name: 'Add tracking number' }));
    await waitFor(() => expect(server.callsTo(call('sent'))).toHaveLength(2));
    expect(server.callsTo(call('sent')).map(({ body }) => body)).toEqual([
      { tracking: { carrier: 'UPS', number: '2Z', url: null }, replaces: '1Z' },
      { tracking: { carrier: 'DHL', number: '77', url: null }, replaces: null },
    ]);
  });

  it.each([
    ['Mark as sent', 'sent', 'Mark as sent'],
    ['Don’t send it', 'cancel', 'Cancel It'],
  ])('%s is based on the version at the opening, and after a conflict on the newest', async (label, what, confirm) => {
    const { user, server, row, call, queryClient, reprint } = await openReprint({
      isByHand: true,
      canBeMarkedSent: true,
      canBeCancelled: true,
    });
    server.responses[call(what)] = { status: 409, text: 'Ben was first.' };
    await user.click(row.getByRole('button', { name: label }));
    const dialog = within(await screen.findByRole('dialog'));
    server.responses[`GET ${PATH}`] = { json: { ...ORDER, version: 'newest', note: 'Newer', reprints: [reprint] } };
    await act(() => queryClient.invalidateQueries({ queryKey: adminKeys.order(ORDER.id) }));
    await screen.findByDisplayValue('Newer');
    await user.click(dialog.getByRole('button', { name: confirm }));
    expect(await dialog.findByText('Ben was first.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() =>
      expect(server.callsTo(call(what)).map(({ headers }) => headers['if-match'])).toEqual([
        `"${ORDER.version}"`,
        '"newest"',
      ]),
    );
  });

  it('is tried again at the printer, and says when that fails', async () => {
    const { user, server, row, call } = await openReprint({ state: 'waiting', canBeRetried: true });
    server.responses[call('printing')] = { status: 409, text: 'This does not wait for the printer.' };
    await user.click(row.getByRole('button', { name: 'Ask the printer again' }));
    await findToast('Update failed', 'This does not wait for the printer.');
    server.responses[call('printing')] = { json: ORDER };
    await user.click(row.getByRole('button', { name: 'Ask the printer again' }));
    await findToast('The printer was asked again');
  });

  it('is cancelled after a confirmation, which stays with the printer’s answer', async () => {
    const { user, server, row, call, reprint } = await openReprint({ canBeCancelled: true });
    const message = 'The printer has begun to print this: it can no longer be cancelled.';
    server.responses[call('cancel')] = { status: 409, text: message };
    await user.click(row.getByRole('button', { name: 'Don’t send it' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Don’t send it again?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel It' }));
    expect(await dialog.findByText(message)).toBeVisible();
    server.responses[call('cancel')] = { json: ORDER };
    // The list displays what is known from the order.
    server.responses[ORDERS] = { after: new Promise(() => undefined) };
    server.responses[`GET ${PATH}`] = { json: { ...ORDER, reprints: [{ ...reprint, state: 'cancelled' }] } };
    await user.dblClick(dialog.getByRole('button', { name: 'Cancel It' }));
    await findToast('Not sent again');
    expect(server.callsTo(call('cancel'))).toHaveLength(2);
    await waitFor(() => expect(screen.queryByText('Being sent again')).toBeNull());
  });
});
