import { findToast } from '@shop/web-testing';
import { act, screen, waitFor } from '@testing-library/react';
import { aCustomerOrder, anOrder } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const QUESTION = {
  id: '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02',
  text: 'The photo is too dark. Do you have another one?',
  askedAt: '2026-11-20T14:05:00.000Z',
  answer: null,
};

it('a question is answered after the change window; an error keeps the text', async () => {
  const known = aCustomerOrder(anOrder(), { changeableUntil: null, question: QUESTION });
  const { user, api, address } = await openOrder(known);
  expect(screen.getByRole('heading', { name: 'We have a question' })).toBeVisible();
  expect(screen.getByText(QUESTION.text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel Order' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change placement of Classic T-Shirt' })).toBeVisible();
  const call = `POST ${address}/answer`;
  api.responses[call] = { status: 503, text: 'Orders are unavailable right now.' };
  const field = screen.getByRole('textbox', { name: 'Your answer' });
  await user.type(field, 'Please brighten it.');
  await user.click(screen.getByRole('button', { name: 'Send Answer' }));
  expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
  expect(field).toHaveValue('Please brighten it.');
  api.responses[call] = { json: { ...known, question: { ...QUESTION, answer: 'Please brighten it.' } } };
  await user.click(screen.getByRole('button', { name: 'Send Answer' }));
  await findToast('Answer sent', 'Thank you. We look at it before we print your order.');
  expect(api.callsTo(call).at(-1)?.body).toEqual({ questionId: QUESTION.id, answer: 'Please brighten it.' });
  expect(screen.getByRole('heading', { name: 'We look at your answer' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
});

describe('a question that is closed while the customer is typing', () => {
  const asked = aCustomerOrder(anOrder(), { changeableUntil: null, question: QUESTION });
  const { question: _, ...closed } = asked;
  const CLOSED = /^We closed this question while you were writing, so your answer was not sent\./;
  const findText = () => screen.getByRole('textbox', { name: 'What you wrote' });

  async function typeAnswer() {
    const opened = await openOrder(asked);
    await opened.user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'Please brighten it.');
    return opened;
  }

  it('says so, and keeps the text readable, also after a reload, until it is removed', async () => {
    const { api, streams, address } = await typeAnswer();
    api.responses[`GET ${address}`] = { json: closed };
    act(() => streams.opened[0]?.emit('order', closed));
    expect(await screen.findByText(CLOSED)).toBeVisible();
    expect(findText()).toHaveValue('Please brighten it.');
    expect(findText()).toHaveAttribute('readonly');
    expect(findText()).toHaveFocus();
    expect(screen.getByText(QUESTION.text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send Answer' })).toBeNull();
    closeTab();
    const reopened = openShop(`/orders/${asked.order.id}`);
    expect(await screen.findByText(CLOSED)).toBeVisible();
    expect(findText()).toHaveValue('Please brighten it.');
    await reopened.user.click(screen.getByRole('button', { name: 'Remove text' }));
    expect(screen.queryByText(CLOSED)).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('keeps the text beside the next question, and beside an answer from another tab', async () => {
    const { streams } = await typeAnswer();
    const next = { ...QUESTION, id: crypto.randomUUID(), text: 'Is a square picture fine?' };
    act(() => streams.opened[0]?.emit('order', { ...asked, question: next }));
    expect(await screen.findByText(next.text)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
    expect(findText()).toHaveValue('Please brighten it.');
    act(() => streams.opened[0]?.emit('order', { ...asked, question: { ...QUESTION, answer: 'As it is.' } }));
    expect(await screen.findByText('As it is.')).toBeVisible();
    expect(screen.getByText(/^This question was answered in between, so this was not sent\./)).toBeVisible();
    expect(findText()).toHaveValue('Please brighten it.');
  });

  it('does not show an answer as unsent whose response is late', async () => {
    const { user, api, streams, address } = await typeAnswer();
    api.responses[`POST ${address}/answer`] = { after: new Promise(() => undefined), json: {} };
    await user.click(screen.getByRole('button', { name: 'Send Answer' }));
    act(() => streams.opened[0]?.emit('order', { ...asked, question: { ...QUESTION, answer: 'Please brighten it.' } }));
    expect(await screen.findByRole('heading', { name: 'We look at your answer' })).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
