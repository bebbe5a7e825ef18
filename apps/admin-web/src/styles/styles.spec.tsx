import type { AdminStyle } from '@shop/contracts-art';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { EMPTY_SHOP, openAdmin, resetBrowser } from '../testing/open-admin.js';

afterEach(resetBrowser);

const LIST = 'GET /api/admin/styles';
const createStyle = (overrides: Partial<AdminStyle> = {}): AdminStyle => ({
  id: crypto.randomUUID(),
  key: 'modern',
  name: 'Modern',
  description: 'A bold poster.',
  active: true,
  version: 1,
  ...overrides,
});
const MODERN = createStyle();
const ABSTRACT = createStyle({ key: 'abstract', name: 'Abstract', active: false, version: 3 });

async function openStyles(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...EMPTY_SHOP, [LIST]: { json: [MODERN, ABSTRACT] }, ...responses });
  const { user } = openAdmin('/admin?tab=styles');
  const list = within(await screen.findByRole('list', { name: 'Styles' }));
  return { server, user, list };
}

it('a style gets another name, from the version that was seen', async () => {
  const { server, user, list } = await openStyles({ 'PATCH /api/admin/styles/abstract': { json: ABSTRACT } });
  expect(list.getAllByText('not offered')).toHaveLength(1);
  await user.click(list.getByRole('button', { name: 'Edit Abstract' }));
  const form = within(list.getByRole('form', { name: 'Edit Abstract' }));
  await user.clear(form.getByLabelText('Name'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Name is required')).toBeVisible();
  await user.type(form.getByLabelText('Name'), 'Facets');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await findToast('Style updated');
  expect(server.callsTo('PATCH /api/admin/styles/abstract')[0]).toMatchObject({
    body: { name: 'Facets', description: 'A bold poster.', exampleUrl: null },
    headers: { 'if-match': '"3"' },
  });
});

it('the last style that is offered stays so, and the page says why', async () => {
  const text = 'At least one style must be offered. Put another one on offer first.';
  const { user, list } = await openStyles({ 'PATCH /api/admin/styles/modern': { status: 422, text } });
  await user.click(list.getByRole('button', { name: 'Deactivate Modern' }));
  expect(await list.findByText(text)).toBeVisible();
});

it('a style is moved by its buttons, which keep the focus and say where it is now', async () => {
  const { server, user, list } = await openStyles({ 'POST /api/admin/styles/abstract/move': { status: 204 } });
  expect(list.getByRole('button', { name: 'Move Modern up' })).toHaveAttribute('aria-disabled', 'true');
  server.responses[LIST] = { json: [ABSTRACT, MODERN] };
  await user.click(list.getByRole('button', { name: 'Move Abstract up' }));
  expect(await screen.findByText('Abstract is now 1 of 2.')).toBeInTheDocument();
  expect(server.callsTo('POST /api/admin/styles/abstract/move')[0]?.body).toEqual({ before: 'modern' });
  await waitFor(() => expect(list.getByRole('button', { name: 'Move Abstract up' })).toHaveFocus());
});

it('a server without the call says so', async () => {
  stubApi({ ...EMPTY_SHOP, [LIST]: { status: 404, text: 'Not found' } });
  openAdmin('/admin?tab=styles');
  expect(await screen.findByText('This shop’s server has no call to change styles.')).toBeVisible();
});
