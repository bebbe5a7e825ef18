import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createOrderDetail, createReprint, ORDERS } from '../../testing/builders.js';
import { createOrder, resetBrowser, openAdmin, EMPTY_SHOP } from '../../testing/open-admin.js';

const ORDER = createOrderDetail();
const ORDER_PATH = `/api/admin/orders/${ORDER.id}`;
const REFUND = `POST ${ORDER_PATH}/refunds`;

async function openOrder(refundable = '61.83', responses: Parameters<typeof stubApi>[0] = {}) {
  const order = { ...ORDER, payment: { ...ORDER.payment, refundable } };
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET ${ORDER_PATH}`]: { json: order },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  await drawer.findByRole('heading', { name: 'Payment' });
  return { user, server, drawer };
}

async function openForm(...overrides: Parameters<typeof openOrder>) {
  const opened = await openOrder(...overrides);
  await opened.user.click(opened.drawer.getByRole('button', { name: 'Refund' }));
  return { ...opened, form: within(screen.getByRole('dialog', { name: `Refund order ${ORDER.orderNumber}` })) };
}

afterEach(resetBrowser);

describe('OrderPayment', () => {
  it('offers the receipt if the answer says that there is one', async () => {
    const { drawer } = await openOrder('0.00', { [`GET ${ORDER_PATH}`]: { json: { ...ORDER, hasReceipt: true } } });
    expect(drawer.getByRole('link', { name: 'Receipt (PDF)' })).toHaveAttribute('href', `${ORDER_PATH}/receipt`);
    resetBrowser();
    const without = await openOrder();
    expect(without.drawer.queryByRole('link', { name: 'Receipt (PDF)' })).toBeNull();
  });
});

describe('OrderRefund', () => {
  it('sends a partial refund once, with a key, and shows a toast', async () => {
    const { user, server, form } = await openForm('61.83', { [REFUND]: { status: 201, json: ORDER } });
    expect(form.getByLabelText('Amount')).toHaveValue('61.83');
    expect(form.getByLabelText('Amount')).toHaveFocus();
    await user.clear(form.getByLabelText('Amount'));
    await user.type(form.getByLabelText('Amount'), '10');
    await user.type(form.getByLabelText('Reason'), 'A stain on the sleeve');
    await user.dblClick(form.getByRole('button', { name: 'Give $10.00 Back' }));
    await findToast('Refund on its way', '$10.00 goes back to the customer.');
    expect(server.callsTo(REFUND).map(({ body }) => body)).toEqual([{ amount: '10', reason: 'A stain on the sleeve' }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `Refund order ${ORDER.orderNumber}` })).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Refund' })).toHaveFocus());
  });

  it.each([
    ['submitting', true],
    ['submitted', true],
    ['waiting', false],
    ['shipped', false],
  ] as const)('says that items that are sent again (%s) are printed all the same: %s', async (state, isSaid) => {
    const order = { ...ORDER, reprints: [createReprint({ state })] };
    const { form } = await openForm('61.83', { [`GET ${ORDER_PATH}`]: { json: order } });
    expect(form.queryAllByText(/^What is sent again is printed all the same/)).toHaveLength(isSaid ? 1 : 0);
  });

  it('returns the focus when it is cancelled', async () => {
    const { user, drawer, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Keep the Money' }));
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Refund' })).toHaveFocus());
    await user.keyboard('{Enter}{Escape}');
    await waitFor(() => expect(drawer.getByRole('button', { name: 'Refund' })).toHaveFocus());
  });

  it('hides its button after a full refund and keeps the focus in the order', async () => {
    const { user, server, form } = await openForm('61.83', { [REFUND]: { status: 201, json: ORDER } });
    server.responses[`GET ${ORDER_PATH}`] = { json: { ...ORDER, payment: { ...ORDER.payment, refundable: '0.00' } } };
    await user.type(form.getByLabelText('Reason'), 'A stain');
    await user.click(form.getByRole('button', { name: 'Give $61.83 Back' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: `Order ${ORDER.orderNumber}` })).toContainElement(
        document.activeElement as HTMLElement,
      ),
    );
  });

  it.each([
    ['insufficient_funds', 'The balance at the payment provider is too low. Add money to it there.'],
    ['something_new', 'It waits: something new.'],
  ])('says what a refund on its way waits for: %s', async (pendingReason, text) => {
    const refunds = [{ ...PROVIDER_REFUND, refundedAt: null, pendingReason }];
    const { drawer } = await openOrder('0.00', {
      [`GET ${ORDER_PATH}`]: { json: { ...ORDER, payment: { ...ORDER.payment, refunds } } },
    });
    expect(await drawer.findByText(text)).toBeVisible();
    expect(drawer.getByRole('list', { name: 'Refunds' })).toHaveTextContent('$61.83 refund on its way');
  });

  const PROVIDER_REFUND = {
    amount: '61.83',
    reason: 'made at the payment provider',
    requestedAt: ORDER.createdAt,
    refundedAt: ORDER.createdAt,
    failure: null,
  };
  it.each([
    ['the payment is disputed', []],
    ['more than was left', [PROVIDER_REFUND]],
  ])(
    'shows an error when the provider rejects the refund (%s), even with a later refund in the list',
    async (failure, laterRefunds) => {
      const { user, form } = await openForm('61.83', {
        [REFUND]: ({ headers }) => {
          const own = {
            id: headers['idempotency-key'],
            amount: '61.83',
            reason: 'A stain',
            requestedAt: ORDER.createdAt,
            refundedAt: null,
            failure,
          };
          return { status: 201, json: { ...ORDER, payment: { ...ORDER.payment, refunds: [own, ...laterRefunds] } } };
        },
      });
      await user.type(form.getByLabelText('Reason'), 'A stain');
      await user.click(form.getByRole('button', { name: 'Give $61.83 Back' }));
      await findToast('Refund failed', `$61.83 did not go back: ${failure}. The Money card has it.`);
    },
  );

  it('shows validation errors for too large an amount and a missing reason', async () => {
    const { user, server, form } = await openForm('25.91');
    await user.clear(form.getByLabelText('Amount'));
    await user.type(form.getByLabelText('Amount'), '26');
    await user.click(form.getByRole('button', { name: 'Give Back' }));
    expect(await form.findByText('At most $25.91 can still go back.')).toBeVisible();
    expect(form.getByText('Reason is required')).toBeVisible();
    expect(form.getByLabelText('Amount')).toHaveFocus();
    expect(server.callsTo(REFUND)).toHaveLength(0);
  });

  it('shows an error response in the form and keeps the input', async () => {
    const { user, form } = await openForm('61.83', {
      [REFUND]: { status: 422, text: 'At most $5.00 can still go back.' },
    });
    await user.type(form.getByLabelText('Reason'), 'A stain');
    await user.click(form.getByRole('button', { name: 'Give $61.83 Back' }));
    expect(await form.findByRole('alert')).toHaveTextContent('At most $5.00 can still go back.');
    expect(form.getByLabelText('Reason')).toHaveValue('A stain');
  });

  it('is based on the order as it was when the form was opened, and after a conflict on the newest', async () => {
    const sentence = 'ben@example.com has refunded $10.00 in between (“A stain”): $51.83 can still go back.';
    const { user, server, form } = await openForm('61.83', { [REFUND]: { status: 409, text: sentence } });
    const newest = { ...ORDER, version: 'newest', payment: { ...ORDER.payment, refundable: '51.83' } };
    server.responses[`GET ${ORDER_PATH}`] = { json: newest };
    await user.type(form.getByLabelText('Reason'), 'A stain');
    await user.click(form.getByRole('button', { name: 'Give $61.83 Back' }));
    expect(await form.findByRole('alert')).toHaveTextContent(sentence);
    expect(form.getByText('At most $51.83')).toBeVisible();
    expect(form.getByLabelText('Reason')).toHaveValue('A stain');
    server.responses[REFUND] = { status: 201, json: newest };
    await user.clear(form.getByLabelText('Amount'));
    await user.type(form.getByLabelText('Amount'), '5');
    await user.click(form.getByRole('button', { name: 'Give $5.00 Back' }));
    await findToast('Refund on its way', '$5.00 goes back to the customer.');
    expect(server.callsTo(REFUND).map(({ headers }) => headers['if-match'])).toEqual([
      `"${ORDER.version}"`,
      '"newest"',
    ]);
  });

  it('is not offered when nothing is refundable', async () => {
    const { drawer } = await openOrder('0.00');
    expect(drawer.queryByRole('button', { name: 'Refund' })).toBeNull();
  });
});
