import { DEFAULT_SHOP_SETTINGS } from '@shop/contracts-order';
import { stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createRequestDetail, ORDERS_OF_SENDER } from '../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

const replyTemplates = [
  { title: 'Thanks', text: 'Thank you!' },
  { title: 'Late', text: 'Dear {name}, your order {order} is late.' },
];

async function openReply(
  overrides: Parameters<typeof createRequestDetail>[0] = {},
  orders = [createOrder()],
  templates = replyTemplates,
) {
  const request = createRequestDetail(overrides);
  const server = stubApi({
    ...EMPTY_SHOP,
    [`GET /api/admin/contact-submissions/${request.id}`]: { json: request },
    [ORDERS_OF_SENDER]: { json: orders.map((order) => ({ ...order, email: request.email })) },
    'GET /api/admin/shop': { json: { ...DEFAULT_SHOP_SETTINGS, version: 1, replyTemplates: templates } },
  });
  const { user } = openAdmin(`/admin?tab=requests&request=${request.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: request.subject }));
  await drawer.findByText(orders.length > 0 ? orders[0]!.orderNumber : 'No orders.');
  await user.click(drawer.getByRole('button', { name: 'Reply' }));
  const text = await drawer.findByLabelText<HTMLTextAreaElement>('Your reply');
  const insert = async (title: string) => {
    (await drawer.findByRole('button', { name: 'Insert a template' })).focus();
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: title });
    while (document.activeElement !== item) await user.keyboard('{ArrowDown}');
    await user.keyboard('{Enter}');
  };
  return { user, server, drawer, text, insert };
}

afterEach(resetBrowser);

describe('a template in a reply', () => {
  it('is inserted at the cursor by the keyboard, with its placeholders filled in, and nothing is overwritten', async () => {
    const { user, text, insert } = await openReply();
    await user.type(text, 'Hello. Bye.');
    text.setSelectionRange(0, 7);
    await insert('Late');
    await waitFor(() => expect(text).toHaveFocus());
    expect(text).toHaveValue('Hello. Dear Nora Lind, your order PA-7K3M9QXW2T is late.Bye.');
    await user.keyboard(' See you.');
    expect(text).toHaveValue('Hello. Dear Nora Lind, your order PA-7K3M9QXW2T is late. See you.Bye.');
  });

  it('is written in the settings, as long as there is none', async () => {
    const { drawer } = await openReply({}, [], []);
    expect(await drawer.findByText('Templates for replies are written in the tab Settings.')).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Insert a template' })).toBeNull();
  });

  it('has the order that the request names', async () => {
    const { text, insert } = await openReply({ message: 'Where is pa-0123456789?' });
    await insert('Late');
    expect(text).toHaveValue('Dear Nora Lind, your order PA-0123456789 is late.');
  });

  it('is not sent while its order is unknown', async () => {
    const orders = [createOrder(), createOrder({ orderNumber: 'PA-1111111111' })];
    const { user, server, drawer, text, insert } = await openReply({}, orders);
    await insert('Late');
    expect(text).toHaveValue('Dear Nora Lind, your order {order} is late.');
    await user.click(drawer.getByRole('button', { name: 'Send Reply' }));
    expect(text).toHaveAccessibleDescription('Please replace {order}: it is not known here');
    expect(server.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/reply'))).toEqual([]);
  });
});
