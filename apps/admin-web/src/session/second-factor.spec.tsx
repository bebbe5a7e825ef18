import { jest } from '@jest/globals';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';
import { NOT_RECENT_TEXT, REFUND, REFUNDED_ORDER, sendRefund, withSecondFactor } from '../testing/send-refund.js';

afterEach(resetBrowser);

const ENTERED = withSecondFactor('on');
const WRONG = { status: 400, text: 'This code is wrong or was used before. Please enter the newest one.' };

describe('/admin for an admin without a code', () => {
  it('asks for it without admin requests, shows an error beside it, and opens', async () => {
    const server = stubApi({
      ...EMPTY_SHOP,
      'GET /api/user': withSecondFactor('asked', 'user'),
      'POST /api/second-factor': WRONG,
    });
    const { user } = openAdmin('/admin');
    expect(await screen.findByRole('heading', { name: 'Two-Step Sign-In' })).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText(WRONG.text)).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(server.calls.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
    server.responses['POST /api/second-factor'] = ENTERED;
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('tab', { name: 'Dashboard' })).toBeVisible();
    expect(server.callsTo('POST /api/second-factor').at(-1)?.body).toEqual({ code: '123456' });
  });

  it('offers the sign-in if the session has ended', async () => {
    stubApi({
      ...EMPTY_SHOP,
      'GET /api/user': withSecondFactor('asked', 'user'),
      'POST /api/second-factor': { status: 401, text: 'Not signed in' },
    });
    const { user } = openAdmin('/admin');
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('You were signed out.', { exact: false })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/auth');
    expect(screen.queryByLabelText('Code')).toBeNull();
  });

  it('leads to the set-up where the shop demands one', async () => {
    stubApi({ ...EMPTY_SHOP, 'GET /api/user': withSecondFactor('missing', 'user') });
    openAdmin('/admin');
    expect(await screen.findByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/profile');
  });
});

describe('a refund that takes a code', () => {
  it('is repeated with its key once the code is entered', async () => {
    const { user, server, dialog } = await sendRefund();
    expect(dialog.getByLabelText('Code')).toHaveFocus();
    server.responses['POST /api/second-factor'] = ENTERED;
    server.responses[REFUND] = { status: 201, json: REFUNDED_ORDER };
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    await findToast('Refund on its way', '$61.83 goes back to the customer.');
    const calls = server.callsTo(REFUND);
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ amount: '61.83', reason: 'A stain' }));
    expect(calls[0]?.headers['idempotency-key']).toBeTruthy();
    expect(calls[1]?.headers['idempotency-key']).toBe(calls[0]?.headers['idempotency-key']);
  });

  it.each([
    [WRONG, WRONG.text],
    [
      { status: 429, text: 'Too many attempts. Please try again in 900 seconds.', headers: { 'retry-after': '900' } },
      'Too many attempts. Please try again in 900 seconds.',
    ],
    [{ status: 503, text: 'Accounts are unavailable right now.' }, 'Accounts are unavailable right now.'],
    [{ lost: true }, "We couldn't reach the shop. Please check your connection and try again."],
  ])(
    'is not sent again after %j: the dialog shows the reason, and a code can be typed over the wrong one',
    async (answer, message) => {
      const { user, server, dialog } = await sendRefund();
      server.responses['POST /api/second-factor'] = answer;
      await user.type(dialog.getByLabelText('Code'), '000000{Enter}');
      expect(await dialog.findByText(message)).toBeVisible();
      expect(dialog.getByLabelText('Code')).toHaveFocus();
      expect(dialog.getByLabelText('Code')).toBeInvalid();
      await user.keyboard('1');
      expect(dialog.getByLabelText('Code')).toHaveValue('1');
      expect(server.callsTo(REFUND)).toHaveLength(1);
    },
  );

  it.each(['{Escape}', 'Cancel'])('fails if the dialog is closed by %s, and keeps what was typed', async (how) => {
    const { user, server, dialog } = await sendRefund();
    if (how === 'Cancel') await user.click(dialog.getByRole('button', { name: how }));
    else await user.keyboard(how);
    expect(await screen.findByText(NOT_RECENT_TEXT)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Amount')).toHaveValue('61.83');
    expect(screen.getByLabelText('Reason')).toHaveValue('A stain');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Give $61.83 Back' })).toHaveFocus());
    expect(server.callsTo(REFUND)).toHaveLength(1);
  });
});

describe('a download that takes a code', () => {
  it('asks first, and starts once the code is entered', async () => {
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const server = stubApi({
      ...EMPTY_SHOP,
      'GET /api/user': ENTERED,
      'GET /api/user/second-factor': { json: { isOn: true, isRecent: false, recoveryCodesLeft: 10 } },
      'POST /api/second-factor': ENTERED,
    });
    const { user } = openAdmin('/admin?tab=orders');
    await user.click(await screen.findByRole('link', { name: 'Download CSV' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Enter your code' }));
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.callsTo('POST /api/second-factor')).toHaveLength(1);
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
    clicked.mockRestore();
  });
});
