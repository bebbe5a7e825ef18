import { findToast, type stubApi } from '@shop/web-testing';
import { waitFor, within } from '@testing-library/react';
import { createVariant } from '../testing/builders.js';
import { openShirt, resetBrowser, SHIRT_PATH } from '../testing/open-admin.js';

afterEach(resetBrowser);

describe('Variants', () => {
  const VARIANTS = [
    createVariant({ name: 'M' }),
    createVariant({ name: '3XL', priceModifier: '4.00', active: false }),
    createVariant({ name: 'Navy', type: 'color', colorHex: '#1f2a4d', priceModifier: '-1.50' }),
  ];
  const [M] = VARIANTS;
  const VARIANT = `PATCH ${SHIRT_PATH}/variants/${M?.id}`;
  const openWith = (responses: Parameters<typeof stubApi>[0] = {}) =>
    openShirt({ [`GET ${SHIRT_PATH}/variants`]: { json: VARIANTS }, ...responses });

  it('shows name, price and state', async () => {
    const { drawer } = await openWith();
    const lines = (await drawer.findAllByRole('list', { name: /Sizes|Colors/ })).map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    );
    expect(lines).toEqual([['MDeactivate', '3XL+$4.00inactiveActivate'], ['Navy−$1.50Deactivate']]);
  });

  it('adds a variant', async () => {
    const { user, server, drawer } = await openWith({ [`POST ${SHIRT_PATH}/variants`]: { status: 201, json: {} } });
    await user.click(await drawer.findByRole('button', { name: 'Add Color' }));
    const form = within(drawer.getByRole('form', { name: 'New color' }));
    expect(form.getByLabelText('Name')).toHaveFocus();
    await user.click(form.getByRole('button', { name: 'Add Color' }));
    expect(await form.findByText('Name is required')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Moss 🌿');
    await user.type(form.getByLabelText('Swatch'), '#0A7F3B');
    await user.clear(form.getByLabelText('Price change'));
    await user.type(form.getByLabelText('Price change'), '2');
    await user.dblClick(form.getByRole('button', { name: 'Add Color' }));
    await findToast('Product updated');
    expect(server.callsTo(`POST ${SHIRT_PATH}/variants`).map(({ body }) => body)).toEqual([
      { type: 'color', name: 'Moss 🌿', priceModifier: '2.00', colorHex: '#0a7f3b', imageUrl: null },
    ]);
    await waitFor(() => expect(drawer.queryByRole('form', { name: 'New color' })).toBeNull());
  });

  it('renames a variant, based on its version', async () => {
    const { user, server, drawer } = await openWith({ [VARIANT]: { json: {} } });
    await user.click(await drawer.findByRole('button', { name: 'Edit M' }));
    const form = within(drawer.getByRole('form', { name: 'Edit M' }));
    await user.clear(form.getByLabelText('Name'));
    await user.type(form.getByLabelText('Name'), 'Medium');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await findToast('Product updated');
    expect(server.callsTo(VARIANT)[0]).toMatchObject({
      body: { name: 'Medium', priceModifier: '0.00' },
      headers: { 'if-match': '"1"' },
    });
  });

  it('shows a type of a newer server as its text, and saves without a version if there is none', async () => {
    const { productId: _, version: _version, ...linen } = createVariant({ name: 'Linen' });
    const path = `PATCH ${SHIRT_PATH}/variants/${linen.id}`;
    const { user, server, drawer } = await openWith({
      [`GET ${SHIRT_PATH}/variants`]: { json: [{ ...linen, type: 'fabric' }] },
      [path]: { json: {} },
    });
    const others = within(await drawer.findByRole('list', { name: 'Others' }));
    expect(others.getByText('fabric')).toHaveAttribute('data-variant', 'outline');
    await user.click(others.getByRole('button', { name: 'Edit Linen' }));
    await user.type(drawer.getByLabelText('Name'), ' II');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await findToast('Product updated');
    expect(server.callsTo(path)[0]?.body).toEqual({ name: 'Linen II', priceModifier: '0.00' });
    expect(server.callsTo(path)[0]?.headers).not.toHaveProperty('if-match');
  });

  it('keeps what was typed when another admin was first, shows what is saved, and then replaces it', async () => {
    const { user, server, drawer } = await openWith({ [VARIANT]: { status: 409, text: 'Ben was first.' } });
    await user.click(await drawer.findByRole('button', { name: 'Edit M' }));
    await user.type(drawer.getByLabelText('Name'), ' II');
    const saved = { ...M, name: 'Medium', priceModifier: '2.00', version: 2 };
    server.responses[`GET ${SHIRT_PATH}/variants`] = { json: [saved] };
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    expect(await drawer.findByText('Ben was first.')).toBeVisible();
    expect((await drawer.findByText('Saved now, not by you')).parentElement).toHaveTextContent('Medium +$2.00');
    expect(drawer.getByLabelText('Name')).toHaveValue('M II');
    server.responses[VARIANT] = { json: {} };
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await findToast('Product updated');
    expect(server.callsTo(VARIANT).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
  });

  it('deactivates a variant', async () => {
    const { user, server, drawer } = await openWith({ [VARIANT]: { json: {} } });
    await user.click(await drawer.findByRole('button', { name: 'Deactivate M' }));
    await findToast('Product updated');
    expect(server.callsTo(VARIANT)[0]?.body).toEqual({ active: false });
  });

  it('shows an error instead of an empty list when loading fails', async () => {
    const { drawer } = await openShirt({
      [`GET ${SHIRT_PATH}/variants`]: { status: 403, text: 'The catalogue is unavailable right now.' },
    });
    expect(await drawer.findByText('The catalogue is unavailable right now.')).toBeVisible();
    expect(drawer.queryByText('No sizes yet')).toBeNull();
  });
});
