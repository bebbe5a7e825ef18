import { DEFAULT_CARRIERS, DEFAULT_SHOP_SETTINGS } from '@shop/contracts-order';
import { createDeferred, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

const SHOP = 'GET /api/admin/shop';
const SAVE = 'PUT /api/admin/shop';
const { seller } = DEFAULT_SHOP_SETTINGS;
const toAnswer = (version: number, change: object = {}) => ({ json: { ...DEFAULT_SHOP_SETTINGS, version, ...change } });

async function openSettings(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...EMPTY_SHOP, [SHOP]: toAnswer(3), ...responses });
  const { user } = openAdmin('/admin?tab=settings');
  const getSection = (name: string) => within(screen.getByRole('region', { name }));
  await screen.findByRole('region', { name: 'Seller' });
  const save = (name: string) => user.click(getSection(name).getByRole('button', { name: `Save ${name}` }));
  return { user, server, getSection, save };
}

afterEach(resetBrowser);

describe('Settings', () => {
  it('saves one section, based on the version that it shows', async () => {
    const answer = toAnswer(4, { seller: { ...seller, name: 'Paws' } });
    const { user, server, getSection, save } = await openSettings({ [SAVE]: answer });
    await user.type(getSection('Seller').getByLabelText('Name'), 'Paws');
    expect(getSection('Seller').getByText('Not saved yet')).toBeVisible();
    await save('Seller');
    await findToast('Settings saved');
    expect(server.callsTo(SAVE)).toEqual([
      expect.objectContaining({
        body: { seller: { ...seller, name: 'Paws' } },
        headers: expect.objectContaining({ 'if-match': '"3"' }) as unknown,
      }),
    ]);
    expect(getSection('Seller').queryByText('Not saved yet')).toBeNull();
  });

  it('names each mistake beside its field, and sends nothing', async () => {
    const { user, server, getSection, save } = await openSettings();
    const carriers = getSection('Carriers');
    const [address] = carriers.getAllByLabelText('Tracking address');
    await user.clear(address!);
    await user.type(address!, 'http://ups.example');
    await save('Carriers');
    expect(address).toHaveAccessibleDescription(/must start with https:\/\/ and have the number’s placeholder/);
    const production = within(getSection('Production and transit').getByRole('group', { name: 'Production' }));
    await user.type(production.getByLabelText('At least'), '5');
    await save('Production and transit');
    expect(production.getByLabelText('At most')).toHaveAccessibleDescription(/whole number of days from 0 to 90/);
    await user.type(getSection('Holiday').getByLabelText('A sentence of your own'), 'Bye');
    await save('Holiday');
    expect(getSection('Holiday').getByLabelText('First day')).toHaveAccessibleDescription('Please enter a date');
    expect(server.callsTo(SAVE)).toEqual([]);
  });

  it('adds and removes carriers; the usual ones are no list of the shop', async () => {
    const { user, server, getSection, save } = await openSettings({ [SAVE]: toAnswer(4) });
    const carriers = getSection('Carriers');
    await user.click(carriers.getByRole('button', { name: 'Remove DHL' }));
    await user.click(carriers.getByRole('button', { name: 'Add carrier' }));
    await user.keyboard('Post');
    await user.type(carriers.getAllByLabelText('Tracking address')[3]!, 'https://post.example/{{number}');
    await save('Carriers');
    await findToast('Settings saved');
    expect(server.callsTo(SAVE)[0]?.body).toEqual({
      carriers: [...DEFAULT_CARRIERS.slice(0, 3), { name: 'Post', trackingUrl: 'https://post.example/{number}' }],
    });
    await save('Carriers');
    await waitFor(() => expect(server.callsTo(SAVE)[1]?.body).toEqual({ carriers: null }));
  });

  it('keeps what was typed while another tab is open, and after a conflict', async () => {
    const { user, server, getSection, save } = await openSettings({
      [SAVE]: { status: 409, text: 'Someone else has changed these settings in between.' },
    });
    await user.type(getSection('Seller').getByLabelText('Name'), 'Paws');
    await user.click(screen.getByRole('tab', { name: 'Dashboard' }));
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    await screen.findByRole('region', { name: 'Seller' });
    expect(getSection('Seller').getByLabelText('Name')).toHaveValue('Paws');

    server.responses[SHOP] = toAnswer(9, { seller: { ...seller, name: 'Prints' } });
    await save('Seller');
    expect(await getSection('Seller').findByText('Prints')).toBeVisible();
    expect(getSection('Seller').getByText(/changed these settings in between/)).toBeVisible();
    expect(getSection('Seller').getByLabelText('Name')).toHaveValue('Paws');

    server.responses[SAVE] = toAnswer(10, { seller: { ...seller, name: 'Paws' } });
    await save('Seller');
    await findToast('Settings saved');
    expect(server.callsTo(SAVE).map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"9"']);
  });

  it('keeps what was typed while the answer was on its way, as a further change', async () => {
    const sent = createDeferred<void>();
    const { user, server, getSection, save } = await openSettings({
      [SAVE]: { ...toAnswer(4, { seller: { ...seller, name: 'Paws' } }), after: sent.promise },
    });
    const name = getSection('Seller').getByLabelText('Name');
    await user.type(name, 'Paws');
    await save('Seller');
    await user.type(name, ' & Prints');
    sent.resolve();
    await findToast('Settings saved');
    expect(name).toHaveValue('Paws & Prints');
    expect(getSection('Seller').getByText('Not saved yet')).toBeVisible();
    server.responses[SAVE] = toAnswer(5, { seller: { ...seller, name: 'Paws & Prints' } });
    await save('Seller');
    await waitFor(() => expect(getSection('Seller').queryByText('Not saved yet')).toBeNull());
    expect(server.callsTo(SAVE).map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"']);
  });

  it('takes what someone else has saved, if asked', async () => {
    const { user, server, getSection, save } = await openSettings({
      [SAVE]: { status: 409, text: 'Someone else has changed these settings in between.' },
    });
    await user.type(getSection('Seller').getByLabelText('Name'), 'Paws');
    server.responses[SHOP] = toAnswer(9, { seller: { ...seller, name: 'Prints' } });
    await save('Seller');
    await user.click(await getSection('Seller').findByRole('button', { name: 'Use what is saved' }));
    expect(getSection('Seller').getByLabelText('Name')).toHaveValue('Prints');
    expect(getSection('Seller').queryByText('Not saved yet')).toBeNull();
    expect(getSection('Seller').getByRole('button', { name: 'Save Seller' })).toHaveFocus();
  });

  it('moves a template by the keyboard, which keeps the focus', async () => {
    const templates = ['Late', 'Lost'].map((title) => ({ title, text: 'Dear {name}' }));
    const { user, server, getSection, save } = await openSettings({
      [SHOP]: toAnswer(3, { replyTemplates: templates }),
      [SAVE]: toAnswer(4, { replyTemplates: [...templates].reverse() }),
    });
    getSection('Reply templates').getByRole('button', { name: 'Move Late down' }).focus();
    await user.keyboard('{Enter}');
    expect(getSection('Reply templates').getByRole('button', { name: 'Move Late down' })).toHaveFocus();
    await save('Reply templates');
    await findToast('Settings saved');
    expect(server.callsTo(SAVE)[0]?.body).toEqual({ replyTemplates: [...templates].reverse() });
  });

  it('is only read by admins without the permission, and says why', async () => {
    const { json } = EMPTY_SHOP['GET /api/user'];
    const { getSection } = await openSettings({ 'GET /api/user': { json: { ...json, permissions: ['export'] } } });
    expect(screen.getByText(/Your account may not do this/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    expect(getSection('Seller').getByLabelText('Name')).toBeDisabled();
  });

  it('says that a server has no settings', async () => {
    stubApi(EMPTY_SHOP);
    openAdmin('/admin?tab=settings');
    expect(await screen.findByText('This shop’s server has no settings')).toBeVisible();
  });
});
