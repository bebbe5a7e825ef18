import { jest } from '@jest/globals';
import { getCurrentAddress, findToast, stubApi } from '@shop/web-testing';
import { act, screen } from '@testing-library/react';
import { readAdminPlace } from '@shop/web-kit';
import { SIGNED_IN_CUSTOMER, resetBrowser, openAdmin, EMPTY_SHOP } from './testing/open-admin.js';

afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

describe('AdminGate', () => {
  it.each([
    ['a customer', '/admin?tab=orders', SIGNED_IN_CUSTOMER],
    ['an anonymous visitor', '/admin', { 'GET /api/user': { status: 401, text: 'Not signed in' } }],
    ['a customer', '/nimda', SIGNED_IN_CUSTOMER],
  ])(
    'redirects %s from %s after half a second, with a toast and without admin requests',
    async (_user, address, responses) => {
      jest.useFakeTimers();
      const server = stubApi(responses);
      openAdmin(address);
      await findToast('Unauthorized', 'Admin access required');
      await act(() => jest.advanceTimersByTimeAsync(400));
      expect(getCurrentAddress()).toBe(address); // 500 ms in total, of which some passed before the toast was found
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(getCurrentAddress()).toBe('/');
      expect(readAdminPlace()).toBe(address);
      expect(server.calls.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
    },
  );

  it('shows an error and stays while the user is unknown, and then forgets an earlier place', async () => {
    sessionStorage.setItem('admin-place', '/admin?tab=orders');
    const server = stubApi({ 'GET /api/user': { status: 503, text: 'Accounts are unavailable right now.' } });
    const { user } = openAdmin('/admin');
    expect(await screen.findByText('Accounts are unavailable right now.')).toBeVisible();
    expect(getCurrentAddress()).toBe('/admin');
    Object.assign(server.responses, EMPTY_SHOP);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('tab', { name: 'Dashboard' })).toBeVisible();
    expect(readAdminPlace()).toBeNull();
  });
});
