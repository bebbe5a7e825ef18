import { stubApi, waitForAddress } from '@shop/web-testing';
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, ORDERS, PRODUCTS } from '../testing/builders.js';
import { createOrder, createProduct, EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

const [first, second, third] = ['PA-ONE', 'PA-TWO', 'PA-THREE'].map((orderNumber) =>
  createOrderDetail({ orderNumber }),
);

async function openOrders() {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: {
      json: [first, second, third].map((order) => createOrder({ id: order!.id, orderNumber: order!.orderNumber })),
    },
    ...Object.fromEntries(
      [first, second, third].map((order) => [`GET /api/admin/orders/${order!.id}`, { json: order }]),
    ),
  });
  const { user } = openAdmin('/admin?tab=orders');
  await screen.findByText('PA-ONE');
  return { user, server };
}
const link = (name: string) => screen.getByRole('link', { name });

afterEach(() => {
  localStorage.clear();
  focusManager.setFocused(undefined);
  resetBrowser();
});

describe('the keys of a list', () => {
  it('move through the rows, open one, and go to the search', async () => {
    const { user } = await openOrders();
    await user.keyboard('jjk');
    expect(link('PA-ONE')).toHaveFocus();
    await user.keyboard('kj');
    expect(link('PA-TWO')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Order PA-TWO' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(link('PA-TWO')).toHaveFocus());
    await user.keyboard('/');
    expect(screen.getByLabelText('Find orders')).toHaveFocus();
    await user.keyboard('j');
    expect(screen.getByLabelText('Find orders')).toHaveValue('j');
  });

  it('do nothing in a dialog, with a modifier, or once they are switched off', async () => {
    const { user } = await openOrders();
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
    await user.keyboard('j');
    await user.click(dialog.getByRole('checkbox'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('j/?');
    expect(screen.queryByRole('dialog')).toBeNull();
    for (const name of ['PA-ONE', 'PA-TWO', 'PA-THREE']) expect(link(name)).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keys' }));
    await user.click(await screen.findByRole('checkbox'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Control>}j{/Control}');
    expect(link('PA-ONE')).not.toHaveFocus();
    await user.keyboard('j');
    expect(link('PA-ONE')).toHaveFocus();
  });
});

it('steps through the list in the drawer, and closes it at the row of the order that it shows', async () => {
  const { user } = await openOrders();
  await user.click(link('PA-TWO'));
  await screen.findByRole('dialog', { name: 'Order PA-TWO' });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('dialog', { name: 'Order PA-THREE' });
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await waitForAddress(`/admin?tab=orders&order=${third!.id}`);
  await user.keyboard('{Escape}');
  await waitForAddress('/admin?tab=orders');
  await waitFor(() => expect(link('PA-THREE')).toHaveFocus());
});

it('loads the next page of the list at its last row', async () => {
  const { user, server } = await openOrders();
  const next = '/api/admin/orders?limit=50&cursor=next';
  const fourth = createOrder({ orderNumber: 'PA-FOUR' });
  server.responses[ORDERS] = { ...server.responses[ORDERS], headers: { link: `<${next}>; rel="next"` } };
  server.responses[`GET ${next}`] = { json: [fourth] };
  server.responses[`GET /api/admin/orders/${fourth.id}`] = { json: createOrderDetail(fourth) };
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(server.callsTo(ORDERS)).toHaveLength(2));
  await user.click(link('PA-THREE'));
  await screen.findByRole('dialog', { name: 'Order PA-THREE' });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('dialog', { name: 'Order PA-FOUR' });
  expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
});

it('keeps the place in the list of an order that a change has taken out of it', async () => {
  const { user, server } = await openOrders();
  await user.click(link('PA-TWO'));
  await screen.findByRole('dialog', { name: 'Order PA-TWO' });
  server.responses[ORDERS] = { json: [createOrder({ id: first!.id }), createOrder({ id: third!.id })] };
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(screen.queryByText('PA-TWO')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('dialog', { name: 'Order PA-THREE' });
});

it('has the products among the lists with rows', async () => {
  stubApi({ ...EMPTY_SHOP, [PRODUCTS]: { json: [createProduct({ title: 'Cozy Hoodie' })] } });
  const { user } = openAdmin('/admin?tab=products');
  await screen.findByText('Cozy Hoodie');
  await user.keyboard('j');
  expect(screen.getByRole('button', { name: 'Edit Cozy Hoodie' })).toHaveFocus();
});
