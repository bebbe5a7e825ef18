import type { AdminOrderDetail, AdminOrderQuestion } from '@shop/contracts-order';
import { findToast, stubApi } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { adminKeys } from '../../admin-keys.js';
import { createOrderDetail, ORDERS } from '../../testing/builders.js';
import { createOrder, EMPTY_SHOP, openAdmin, resetBrowser } from '../../testing/open-admin.js';

const ORDER = createOrderDetail({ status: 'paid', nextStatuses: ['processing', 'cancelled'], canBeAsked: true });
const PATH = `/api/admin/orders/${ORDER.id}`;
const ASK = `POST ${PATH}/questions`;
const QUESTION: AdminOrderQuestion = {
  id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02',
  text: 'The photo is too dark. Do you have another one?',
  askedAt: ORDER.createdAt,
  answer: null,
  answeredAt: null,
  isOpen: true,
};
const HOLD = { id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a03', kind: 'question' as const, openedAt: ORDER.createdAt };

const createAsked = (question: Partial<AdminOrderQuestion> = {}, order: Partial<AdminOrderDetail> = {}) => ({
  ...ORDER,
  isOnHold: true,
  holds: [HOLD],
  questions: [{ ...QUESTION, ...question }],
  version: 'seen',
  ...order,
});

async function openOrder(order: AdminOrderDetail, responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [ORDERS]: { json: [createOrder({ id: ORDER.id })] },
    [`GET ${PATH}`]: { json: order },
    ...responses,
  });
  const { user, queryClient } = openAdmin(`/admin?tab=orders&order=${ORDER.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: `Order ${ORDER.orderNumber}` }));
  return { user, server, drawer, queryClient };
}

afterEach(resetBrowser);

describe('a question to the customer', () => {
  it('is asked once with the version that was seen, and keeps its text after a conflict', async () => {
    const message = 'ann@example.com has asked the customer in between: “Is this your cat?”';
    const { user, server, drawer } = await openOrder(ORDER, {
      [ASK]: { status: 409, text: message },
    });
    await user.click(await drawer.findByRole('button', { name: 'Ask the customer' }));
    const field = drawer.getByRole('textbox', { name: 'Question to the customer' });
    await user.click(drawer.getByRole('button', { name: 'Hold the order and ask' }));
    expect(field).toHaveAccessibleDescription(/Question is required/);
    await user.type(field, QUESTION.text);
    await user.click(drawer.getByRole('button', { name: 'Hold the order and ask' }));
    expect(await drawer.findByText(message)).toBeVisible();
    expect(field).toHaveValue(QUESTION.text);

    server.responses[ASK] = { status: 201, json: createAsked() };
    await user.click(drawer.getByRole('button', { name: 'Hold the order and ask' }));
    await findToast('The customer was asked', 'The order is on hold.');
    expect(drawer.queryByRole('textbox', { name: 'Question to the customer' })).toBeNull();
    const [first, second] = server.callsTo(ASK);
    expect(first?.body).toEqual({ question: QUESTION.text });
    expect(first?.headers['if-match']).toBe(`"${ORDER.version}"`);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('survives that the printer has the order', async () => {
    const { user, server, drawer } = await openOrder(ORDER, {
      [ASK]: { status: 409, text: 'The printer has it.' },
    });
    await user.click(await drawer.findByRole('button', { name: 'Ask the customer' }));
    await user.type(drawer.getByRole('textbox', { name: 'Question to the customer' }), 'Is this your cat?');
    server.responses[`GET ${PATH}`] = { json: { ...ORDER, canBeAsked: false } };
    await user.click(drawer.getByRole('button', { name: 'Hold the order and ask' }));
    expect(await drawer.findByText('The printer has it.')).toBeVisible();
    expect(drawer.getByRole('textbox', { name: 'Question to the customer' })).toHaveValue('Is this your cat?');
  });

  it('is closed with its answer, which lets the order be printed', async () => {
    const { user, server, drawer } = await openOrder(
      createAsked({ answer: 'Please brighten it.', answeredAt: ORDER.createdAt }),
      { [`POST ${PATH}/questions/${QUESTION.id}/close`]: { json: ORDER } },
    );
    const hold = within(await drawer.findByRole('region', { name: 'On hold' }));
    expect(hold.getByText(QUESTION.text)).toBeVisible();
    expect(hold.getByText('Please brighten it.')).toBeVisible();
    expect(hold.queryByRole('textbox')).toBeNull();
    await user.click(hold.getByRole('button', { name: 'Close the question and print' }));
    await findToast('Question closed');
    expect(server.callsTo(`POST ${PATH}/questions/${QUESTION.id}/close`)[0]?.headers['if-match']).toBe('"seen"');
  });

  it('is closed with the version at the opening, and after a conflict with the newest', async () => {
    const CLOSE = `POST ${PATH}/questions/${QUESTION.id}/close`;
    const answered = (answer: string, version: string) =>
      createAsked({ answer, answeredAt: ORDER.createdAt }, { version });
    const { user, server, drawer, queryClient } = await openOrder(answered('Brighten it.', 'seen'), {
      [CLOSE]: { status: 409, text: 'The customer has answered in between.' },
    });
    await drawer.findByText('Brighten it.');
    server.responses[`GET ${PATH}`] = { json: answered('No, leave it.', 'newest') };
    await act(() => queryClient.invalidateQueries({ queryKey: adminKeys.order(ORDER.id) }));
    await drawer.findByText('No, leave it.');
    const press = () => user.click(drawer.getByRole('button', { name: 'Close the question and print' }));
    await press();
    expect(await drawer.findByText('The customer has answered in between.')).toBeVisible();
    await press();
    await waitFor(() =>
      expect(server.callsTo(CLOSE).map(({ headers }) => headers['if-match'])).toEqual(['"seen"', '"newest"']),
    );
  });

  it('does not let an order be printed that is on hold for another reason', async () => {
    const dispute = { ...HOLD, id: QUESTION.id, kind: 'dispute' as const };
    const { user, server, drawer } = await openOrder(createAsked({}, { holds: [dispute, HOLD] }), {
      [`POST ${PATH}/holds/release`]: { json: createAsked() },
    });
    const hold = within(await drawer.findByRole('region', { name: 'On hold' }));
    expect(hold.getByText(/^No answer yet\./)).toBeVisible();
    expect(hold.getByRole('button', { name: 'Close the question' })).toBeVisible();
    await user.type(hold.getByRole('textbox', { name: 'Why it may go on' }), 'She called us');
    await user.click(hold.getByRole('button', { name: 'Continue printing' }));
    expect(server.callsTo(`POST ${PATH}/holds/release`)[0]?.body).toEqual({
      holds: [dispute.id],
      reason: 'She called us',
    });
  });
});
