import { seenToast, type stubApi } from '@shop/web-testing';
import { waitFor, within } from '@testing-library/react';
import { aVariant } from '../../testing/builders.js';
import { forgetBrowser } from '../../testing/open-admin.js';
import { openShirt, SHIRT_ADDRESS } from '../../testing/open-shirt.js';

afterEach(forgetBrowser);

describe('the sizes and colors of a product', () => {
  const VARIANTS = [
    aVariant({ name: 'M' }),
    aVariant({ name: '3XL', priceModifier: '4.00', active: false }),
    aVariant({ name: 'Navy', type: 'color', colorHex: '#1f2a4d', priceModifier: '-1.50' }),
  ];
  const [M] = VARIANTS;
  const VARIANT = `PATCH ${SHIRT_ADDRESS}/variants/${M?.id}`;
  const openWith = (answers: Parameters<typeof stubApi>[0] = {}) =>
    openShirt({ [`GET ${SHIRT_ADDRESS}/variants`]: { json: VARIANTS }, ...answers });

  it('show name, price and whether they are sold', async () => {
    const { sheet } = await openWith();
    const lines = (await sheet.findAllByRole('list', { name: /Sizes|Colors/ })).map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    );
    expect(lines).toEqual([['MDeactivate', '3XL+$4.00inactiveActivate'], ['Navy−$1.50Deactivate']]);
  });

  it('are added', async () => {
    const { user, server, sheet } = await openWith({ [`POST ${SHIRT_ADDRESS}/variants`]: { status: 201, json: {} } });
    await user.click(await sheet.findByRole('button', { name: 'Add Color' }));
    const form = within(sheet.getByRole('form', { name: 'New color' }));
    expect(form.getByLabelText('Name')).toHaveFocus();
    await user.click(form.getByRole('button', { name: 'Add Color' }));
    expect(await form.findByText('Name is required')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Moss 🌿');
    await user.type(form.getByLabelText('Swatch'), '#0A7F3B');
    await user.clear(form.getByLabelText('Price change'));
    await user.type(form.getByLabelText('Price change'), '2');
    await user.dblClick(form.getByRole('button', { name: 'Add Color' }));
    await seenToast('Product updated');
    expect(server.callsOf(`POST ${SHIRT_ADDRESS}/variants`).map(({ body }) => body)).toEqual([
      { type: 'color', name: 'Moss 🌿', priceModifier: '2.00', colorHex: '#0a7f3b', imageUrl: null },
    ]);
    await waitFor(() => expect(sheet.queryByRole('form', { name: 'New color' })).toBeNull());
  });

  it('are renamed, over the version that was looked at', async () => {
    const { user, server, sheet } = await openWith({ [VARIANT]: { json: {} } });
    await user.click(await sheet.findByRole('button', { name: 'Edit M' }));
    const form = within(sheet.getByRole('form', { name: 'Edit M' }));
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Medium');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await seenToast('Product updated');
    expect(server.callsOf(VARIANT)[0]?.body).toEqual({ name: 'Medium', priceModifier: '0.00', version: 1 });
  });

  it('keep what was typed where the server refuses, and say why', async () => {
    const { user, sheet } = await openWith({
      [VARIANT]: { status: 409, text: 'There is a size of this name already.' },
    });
    await user.click(await sheet.findByRole('button', { name: 'Edit M' }));
    const form = within(sheet.getByRole('form', { name: 'Edit M' }));
    await user.type(form.getByLabelText('Name'), '3XL');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('There is a size of this name already.')).toBeVisible();
    expect(form.getByLabelText('Name')).toHaveValue('M3XL');
  });

  it('are taken off sale', async () => {
    const { user, server, sheet } = await openWith({ [VARIANT]: { json: {} } });
    await user.click(await sheet.findByRole('button', { name: 'Deactivate M' }));
    await seenToast('Product updated');
    expect(server.callsOf(VARIANT)[0]?.body).toEqual({ active: false });
  });

  it('say when they can not be had, and never "none yet" for that', async () => {
    const { sheet } = await openShirt({
      [`GET ${SHIRT_ADDRESS}/variants`]: { status: 403, text: 'The catalogue is unavailable right now.' },
    });
    expect(await sheet.findByText('The catalogue is unavailable right now.')).toBeVisible();
    expect(sheet.queryByText('No sizes yet')).toBeNull();
  });
});
