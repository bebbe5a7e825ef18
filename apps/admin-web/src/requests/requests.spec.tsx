import { doubleClick, findToast, stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { REQUESTS } from '../testing/builders.js';
import { createRequest, resetBrowser, openAdmin, EMPTY_SHOP } from '../testing/open-admin.js';

afterEach(resetBrowser);

describe('Requests', () => {
  it('shows an empty state', async () => {
    stubApi(EMPTY_SHOP);
    openAdmin('/admin?tab=requests');
    expect(await screen.findByText('No customer requests yet')).toBeVisible();
  });

  it('shows sender and message, and changes the status', async () => {
    const request = createRequest();
    const address = `PATCH /api/admin/contact-submissions/${request.id}/status`;
    const server = stubApi({ ...EMPTY_SHOP, [REQUESTS]: { json: [request] }, [address]: { json: {} } });
    const { user } = openAdmin('/admin?tab=requests');
    const card = within((await screen.findByText('Nora Lind')).closest('li') as HTMLElement);
    for (const text of [
      'new',
      'nora@example.com',
      'less than a minute ago',
      'Where is my hoodie?',
      'I ordered it two weeks ago.',
    ])
      expect(card.getByText(text)).toBeVisible();
    server.responses[REQUESTS] = { json: [{ ...request, status: 'replied' }] };
    await user.click(card.getByRole('button', { name: 'Mark Replied' }));
    await findToast('Status updated');
    expect(server.callsTo(address)[0]?.body).toEqual({ status: 'replied' });
    expect(await card.findByText('replied')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark Read' })).toBeNull();
  });

  it('changes the status once on a double click', async () => {
    const request = createRequest();
    const address = `PATCH /api/admin/contact-submissions/${request.id}/status`;
    const server = stubApi({ ...EMPTY_SHOP, [REQUESTS]: { json: [request] }, [address]: { json: {} } });
    openAdmin('/admin?tab=requests');
    const read = await screen.findByRole('button', { name: 'Mark Read' });
    server.responses[REQUESTS] = { json: [{ ...request, status: 'read' }] };
    doubleClick(read);
    await findToast('Status updated');
    expect(server.callsTo(address)).toHaveLength(1);
  });
});
