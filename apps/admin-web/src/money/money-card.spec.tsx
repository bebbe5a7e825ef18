import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createDiscrepancy, createMoney } from '../testing/builders.js';
import { resetBrowser, openAdmin, EMPTY_SHOP } from '../testing/open-admin.js';

const GET_MONEY = 'GET /api/admin/money';
const DISCREPANCY = createDiscrepancy();
const RESOLVE = `POST /api/admin/money/discrepancies/${DISCREPANCY.id}/resolve`;

async function openMoneyCard(money = createMoney(), responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...EMPTY_SHOP, [GET_MONEY]: { json: money }, ...responses });
  const { user } = openAdmin('/admin');
  const card = within(await screen.findByRole('region', { name: 'Money' }));
  return { server, user, card };
}

afterEach(resetBrowser);

describe('MoneyCard', () => {
  it('shows the figures and that everything adds up', async () => {
    const { card } = await openMoneyCard(
      createMoney({
        received: '107.73',
        refunded: '45.91',
        refundsPending: '10.00',
        disputed: '3.00',
        lostToDisputes: '35.91',
        orders: { paid: 3, total: '107.73' },
        printFiles: { required: 4, completed: 2, failed: 1 },
        printJobs: { due: 3, atPrinter: 2, waiting: 1 },
        reprints: { count: 2, costs: '24.50' },
      }),
    );
    expect(await card.findByText('Everything adds up.')).toBeVisible();
    const said = card.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(said).toEqual([
      ['Received', '$107.73'],
      ['Refunded', '$45.91'],
      ['Refunds pending', '$10.00'],
      ['Disputed', '$3.00'],
      ['Lost to disputes', '$35.91'],
      ['Paid orders', '3 for $107.73'],
      ['Print files', '2 of 4 made, 1 failed'],
      ['Print jobs', '2 of 3 at the printer, 1 waiting'],
      ['Sent again', '2, cost $24.50'],
    ]);
    expect(card.queryByRole('list')).toBeNull();
  });

  it('leaves out print jobs and lost disputes when the API does not send them', async () => {
    const { card } = await openMoneyCard(createMoney({ printJobs: undefined, lostToDisputes: undefined }));
    expect(await card.findByText('Everything adds up.')).toBeVisible();
    expect(card.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Received',
      'Refunded',
      'Refunds pending',
      'Disputed',
      'Paid orders',
      'Print files',
    ]);
  });

  it('lists the discrepancies with their order and button, and shows their number', async () => {
    const dispute = createDiscrepancy({
      message: 'A bank asks for money.',
      action: null,
      orderNumber: 'PA-0000000001',
    });
    const { card } = await openMoneyCard(
      createMoney({ discrepancies: [DISCREPANCY, dispute], discrepanciesCount: 60 }),
    );
    expect(await card.findByRole('alert')).toHaveTextContent('60 differences');
    const [first, second] = within(card.getByRole('list', { name: 'Differences' })).getAllByRole('listitem');
    expect(first).toHaveTextContent(DISCREPANCY.message);
    expect(within(first as HTMLElement).getByRole('button', { name: 'Give the money back' })).toBeVisible();
    expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
    expect(within(second as HTMLElement).getByRole('link', { name: 'Open PA-0000000001' })).toHaveAttribute(
      'href',
      `/admin?tab=orders&order=${dispute.orderId}`,
    );
    expect(card.getByText(/newest 2 of 60/)).toBeVisible();
  });

  it('links to the payment provider, in a new tab, when only the provider can resolve a discrepancy', async () => {
    const href = 'https://dashboard.stripe.com/payments/pi_1';
    const { card, server } = await openMoneyCard(
      createMoney({
        discrepancies: [{ ...DISCREPANCY, action: { label: 'Open it at Stripe', warning: null, href } }],
        discrepanciesCount: 1,
      }),
    );
    const link = await card.findByRole('link', { name: 'Open it at Stripe, opens in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      href,
      '_blank',
      'noreferrer',
    ]);
    expect(server.callsTo(RESOLVE)).toHaveLength(0);
  });

  it('asks before money moves, resolves once on a double click, reports the result and refetches', async () => {
    const { card, user, server } = await openMoneyCard(
      createMoney({ discrepancies: [DISCREPANCY], discrepanciesCount: 1 }),
      {
        [RESOLVE]: { json: { message: '$1.00 goes back to the customer.' } },
      },
    );
    await user.click(await card.findByRole('button', { name: 'Give the money back' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Give the money back?' }));
    expect(dialog.getByText('The customer gets $1.00 back.')).toBeVisible();
    expect(server.callsTo(RESOLVE)).toHaveLength(0);
    server.responses[GET_MONEY] = { json: createMoney() };
    await user.dblClick(dialog.getByRole('button', { name: 'Give the money back' }));
    await findToast('Resolved', '$1.00 goes back to the customer.');
    expect(await card.findByText('Everything adds up.')).toBeVisible();
    expect(server.callsTo(RESOLVE)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes the confirmation without a request', async () => {
    const { card, user, server } = await openMoneyCard(
      createMoney({ discrepancies: [DISCREPANCY], discrepanciesCount: 1 }),
    );
    const button = await card.findByRole('button', { name: 'Give the money back' });
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Leave It' }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(server.callsTo(RESOLVE)).toHaveLength(0);
  });

  it('resolves without confirmation when no money moves, and shows an error response', async () => {
    const retry = { ...DISCREPANCY, action: { label: 'Try again', warning: null } };
    const { card, user } = await openMoneyCard(createMoney({ discrepancies: [retry], discrepanciesCount: 1 }), {
      [RESOLVE]: { status: 409, text: 'This has been resolved in the meantime. Please look again.' },
    });
    await user.click(await card.findByRole('button', { name: 'Try again' }));
    await findToast('Not resolved', 'This has been resolved in the meantime. Please look again.');
  });

  it.each(['Try again', 'Mark as paid back'])('does "%s" once, however often it is pressed', async (label) => {
    const remedied = { ...DISCREPANCY, action: { label, warning: null } };
    const { card, user, server } = await openMoneyCard(
      createMoney({ discrepancies: [remedied], discrepanciesCount: 1 }),
      {
        [RESOLVE]: { json: { message: 'It is noted.' } },
      },
    );
    await user.dblClick(await card.findByRole('button', { name: label }));
    await findToast('Resolved', 'It is noted.');
    expect(server.callsTo(RESOLVE)).toHaveLength(1);
  });

  it('shows an error when loading fails, and retries once', async () => {
    const { card, user, server } = await openMoneyCard(createMoney(), {
      [GET_MONEY]: { status: 403, text: 'Orders are unavailable right now.' },
    });
    expect(await card.findByText('Orders are unavailable right now.')).toBeVisible();
    const asked = server.callsTo(GET_MONEY).length;
    server.responses[GET_MONEY] = { json: createMoney() };
    await user.dblClick(card.getByRole('button', { name: 'Retry' }));
    expect(await card.findByText('Everything adds up.')).toBeVisible();
    expect(server.callsTo(GET_MONEY)).toHaveLength(asked + 1);
  });
});
