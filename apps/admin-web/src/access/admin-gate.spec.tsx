import { addressBar, seenToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import { CUSTOMER, forgetBrowser, openAdmin, QUIET_SHOP } from '../testing/open-admin.js';

afterEach(forgetBrowser);

describe('the admin pages', () => {
  it.each([
    ['a customer', '/admin', CUSTOMER],
    ['an anonymous visitor', '/admin', { 'GET /api/user': { status: 401, text: 'Not signed in' } }],
    ['a customer', '/nimda', CUSTOMER],
  ])('turn %s away from %s with a toast, half a second later, without asking for anything', async (_who, address, answers) => {
    const server = stubApi(answers);
    openAdmin(address);
    await seenToast('Unauthorized', 'Admin access required');
    expect(addressBar()).toBe(address);
    await waitFor(() => expect(addressBar()).toBe('/'), { timeout: 900 });
    expect(server.calls.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
  });

  it('turn nobody away while it is not known who is there', async () => {
    const server = stubApi({ 'GET /api/user': { status: 503, text: 'Accounts are unavailable right now.' } });
    const { user } = openAdmin('/admin');
    expect(await screen.findByText('Accounts are unavailable right now.')).toBeVisible();
    expect(addressBar()).toBe('/admin');
    Object.assign(server.answers, QUIET_SHOP);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('tab', { name: 'Dashboard' })).toBeVisible();
  });
});
