import type { AdminOwnerEmails } from '@shop/contracts-support';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

const PATH = '/api/admin/owner-emails';
const [GET, PUT] = [`GET ${PATH}`, `PUT ${PATH}`];

const createSettings = (change: Partial<AdminOwnerEmails> = {}): AdminOwnerEmails => ({
  ...{ recipients: [], orders: 'off', requests: 'off', dailyHour: 8, version: 3, timeZone: 'Europe/Berlin' },
  ...change,
});

/** Once it is loaded. */
async function findSection(): Promise<HTMLElement> {
  await waitFor(() => expect(screen.queryAllByLabelText('Loading')).toEqual([]));
  return screen.findByRole('region', { name: 'Emails to the owner' });
}

async function openSettings(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...EMPTY_SHOP, [GET]: { json: createSettings() }, ...responses });
  const { user } = openAdmin('/admin?tab=settings');
  const section = within(await findSection());
  return { user, server, section };
}

afterEach(resetBrowser);

describe('OwnerEmails', () => {
  it('saves who gets which emails when, and asks for the hour of daily ones only', async () => {
    const { user, server, section } = await openSettings();
    const addresses = await section.findByLabelText('Addresses');
    expect(section.queryByLabelText('Time of the daily email')).toBeNull();
    await user.selectOptions(section.getByLabelText('New orders'), 'Once a day');
    await user.selectOptions(section.getByLabelText('Time of the daily email'), '07:00');
    expect(section.getByText('Europe/Berlin')).toBeVisible();
    await user.click(section.getByRole('button', { name: /^Save/ }));
    expect(await section.findByText('Please enter who gets the emails')).toBeVisible();
    await user.type(addresses, 'owner@example.com, packer');
    expect(await section.findByText('packer: Invalid email address')).toBeVisible();
    await user.type(addresses, '@example.com');
    const recipients = ['owner@example.com', 'packer@example.com'];
    server.responses[PUT] = { json: createSettings({ recipients, orders: 'daily', dailyHour: 7, version: 4 }) };
    await user.click(section.getByRole('button', { name: /^Save/ }));
    await findToast('Settings saved');
    expect(server.callsTo(PUT)).toMatchObject([
      { body: { recipients, orders: 'daily', requests: 'off', dailyHour: 7 }, headers: { 'if-match': '"3"' } },
    ]);
    expect(addresses).toHaveValue(recipients.join('\n'));
    expect(section.queryByText('Not saved yet')).toBeNull();
  });

  it('keeps what was typed in a conflict, and replaces what others saved at the next press', async () => {
    const { user, server, section } = await openSettings({ [PUT]: { status: 409, text: 'Someone else has.' } });
    await user.type(await section.findByLabelText('Addresses'), 'owner@example.com');
    server.responses[GET] = { json: createSettings({ recipients: ['ada@example.com'], version: 4 }) };
    await user.click(section.getByRole('button', { name: /^Save/ }));
    expect(await section.findByText('ada@example.com')).toBeVisible();
    expect(section.getByLabelText('Addresses')).toHaveValue('owner@example.com');
    server.responses[PUT] = { json: createSettings({ recipients: ['owner@example.com'], version: 5 }) };
    await user.click(section.getByRole('button', { name: /^Save/ }));
    await findToast('Settings saved');
    expect(server.callsTo(PUT).map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"']);
  });

  it('keeps what was typed while another tab is open, until it is discarded', async () => {
    const { user, section } = await openSettings();
    await user.type(await section.findByLabelText('Addresses'), 'owner@example.com');
    await user.click(screen.getByRole('tab', { name: 'Styles' }));
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    const again = within(await findSection());
    await waitFor(() => expect(again.getByLabelText('Addresses')).toHaveValue('owner@example.com'));
    await user.click(again.getByRole('button', { name: 'Discard changes of Emails to the owner' }));
    expect(again.getByLabelText('Addresses')).toHaveValue('');
    expect(again.getByRole('button', { name: 'Save Emails to the owner' })).toHaveFocus();
    expect(sessionStorage).toHaveLength(0);
  });

  it('says what is down, and is absent for a server without it', async () => {
    const { section } = await openSettings({ [GET]: { status: 403, text: 'Not now.' } });
    expect(await section.findByText('Not now.')).toBeVisible();
    resetBrowser();
    const server = stubApi({ ...EMPTY_SHOP, [GET]: { status: 404, text: 'Not found' } });
    openAdmin('/admin?tab=settings');
    await waitFor(() => expect(server.callsTo(GET)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Emails to the owner' })).toBeNull());
  });
});
