import { jest } from '@jest/globals';
import { findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { PRODUCTS } from '../testing/builders.js';
import {
  createProduct,
  EMPTY_SHOP,
  openAdmin,
  resetBrowser,
  SHIRT,
  SHIRT_PATH,
  SHIRT_SHOP,
} from '../testing/open-admin.js';

async function openProducts(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...SHIRT_SHOP, ...responses });
  const { user } = openAdmin('/admin?tab=products');
  await screen.findByText('Classic T-Shirt');
  return { user, server };
}

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('Products', () => {
  it('shows an empty state with a button for the first product', async () => {
    stubApi(EMPTY_SHOP);
    const { user } = openAdmin('/admin?tab=products');
    expect(await screen.findByText('No products yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add Your First Product' }));
    expect(await screen.findByRole('dialog', { name: 'Add New Product' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Product' })).toHaveFocus());
  });

  it('shows title, description, price and category', async () => {
    await openProducts();
    for (const text of ['Soft cotton.', '$24.00', 'T-Shirt']) expect(screen.getByText(text)).toBeVisible();
  });

  it.each([
    [true, 'Deactivate'],
    [false, 'Activate'],
  ])('with active = %s offers %s', async (active, label) => {
    const { user, server } = await openProducts({
      [PRODUCTS]: { json: [{ ...SHIRT, active }] },
      [`PATCH ${SHIRT_PATH}`]: { json: {} },
    });
    await user.click(screen.getByRole('button', { name: label }));
    await findToast('Product updated');
    expect(server.callsTo(`PATCH ${SHIRT_PATH}`)[0]?.body).toEqual({ active: !active });
    await waitFor(() => expect(server.callsTo(PRODUCTS)).toHaveLength(2));
  });

  it('deletes only after confirmation', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    const { user, server } = await openProducts({ [`DELETE ${SHIRT_PATH}`]: { status: 204 } });
    await user.click(screen.getByRole('button', { name: 'Delete Classic T-Shirt' }));
    expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this product?');
    expect(server.callsTo(`DELETE ${SHIRT_PATH}`)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete Classic T-Shirt' }));
    await findToast('Product deleted');
    await waitFor(() => expect(server.callsTo(PRODUCTS)).toHaveLength(2));
  });

  it('duplicates a product and opens the copy', async () => {
    const copy = createProduct({ title: 'Copy of Classic T-Shirt', active: false, cost: '7.00' });
    const { user, server } = await openProducts({
      [`POST ${SHIRT_PATH}/copy`]: { status: 201, json: copy },
      [`GET /api/admin/products/${copy.id}`]: { json: copy },
      [`GET /api/admin/products/${copy.id}/variants`]: { json: [] },
      [`GET /api/admin/products/${copy.id}/timeline`]: { json: [] },
      [`GET /api/admin/unprintable-products?productId=${copy.id}`]: {
        json: [{ productId: copy.id, title: copy.title, choices: [] }],
      },
    });
    server.responses[PRODUCTS] = { json: [copy, SHIRT] };
    await user.click(screen.getByRole('button', { name: 'Duplicate Classic T-Shirt' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
    expect(await drawer.findByLabelText('Title')).toHaveDisplayValue('Copy of Classic T-Shirt');
    expect(await drawer.findByText(/Printful has no article for it/)).toBeVisible();
    expect(drawer.getByText('Margin $17.00 (70.8 %)')).toBeVisible();
    await user.clear(drawer.getByLabelText('Cost'));
    await user.type(drawer.getByLabelText('Cost'), '30');
    expect(drawer.getByText('Loss of $6.00 (−25.0 %)')).toHaveAttribute('role', 'status');
    server.responses[`PATCH /api/admin/products/${copy.id}`] = { json: copy };
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await findToast('Product updated');
    expect(server.callsTo(`PATCH /api/admin/products/${copy.id}`)[0]?.body).toMatchObject({ cost: '30.00' });
  });

  it('refetches the stats after a deletion', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    const { user, server } = await openProducts({ [`DELETE ${SHIRT_PATH}`]: { status: 204 } });
    await user.click(screen.getByRole('tab', { name: 'Dashboard' }));
    await screen.findByText('Revenue');
    await user.click(screen.getByRole('tab', { name: 'Products' }));
    const before = server.callsTo('GET /api/admin/stats').length;
    await user.click(await screen.findByRole('button', { name: 'Delete Classic T-Shirt' }));
    await findToast('Product deleted');
    await waitFor(() => expect(server.callsTo('GET /api/admin/stats')).toHaveLength(before + 1));
  });
});

describe('ProductForm', () => {
  it('requires a title and a price', async () => {
    const { user, server } = await openProducts();
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Product' }));
    for (const label of ['Image URL', 'Mockup Template URL'])
      expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(/^Optional/);
    expect([...dialog.getByLabelText<HTMLSelectElement>('Category').options].map(({ value }) => value)).toEqual([
      'tshirt',
      'hoodie',
      'phone-case',
      'pet-tag',
      'poster',
    ]);
    expect(dialog.getByLabelText('Base Price')).toHaveAttribute('step', '0.01');
    expect(dialog.getByLabelText('Base Price')).toHaveDisplayValue('0');
    expect(dialog.getByLabelText('Base Price')).toHaveValue(0);
    await user.clear(dialog.getByLabelText('Base Price'));
    await user.click(dialog.getByRole('button', { name: 'Create Product' }));
    expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
      'Title is required',
      'Price is required',
    ]);
    expect(dialog.getByLabelText('Title')).toHaveFocus();
    await user.type(dialog.getByLabelText('Title'), 'Mug');
    await user.click(dialog.getByRole('button', { name: 'Create Product' }));
    expect(dialog.getByLabelText('Base Price')).toHaveFocus();
    expect(server.callsTo('POST /api/admin/products')).toHaveLength(0);
  });

  it('creates a product and closes', async () => {
    const { user, server } = await openProducts({ 'POST /api/admin/products': { status: 201, json: {} } });
    await user.click(screen.getByRole('button', { name: 'Add Product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Product' }));
    await user.type(dialog.getByLabelText('Title'), 'Zip Hoodie');
    await user.selectOptions(dialog.getByLabelText('Category'), 'hoodie');
    await user.clear(dialog.getByLabelText('Base Price'));
    await user.type(dialog.getByLabelText('Base Price'), '39.5');
    await user.click(dialog.getByRole('button', { name: 'Create Product' }));
    await findToast('Product created');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Product' })).toHaveFocus());
    expect(server.callsTo('POST /api/admin/products')[0]?.body).toEqual({
      title: 'Zip Hoodie',
      description: null,
      category: 'hoodie',
      basePrice: '39.50',
      imageUrl: null,
      mockupTemplateUrl: null,
      active: true,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('disables its button while saving', async () => {
    const { user } = await openProducts({ [`PATCH ${SHIRT_PATH}`]: { after: new Promise(() => undefined) } });
    await user.click(screen.getByRole('button', { name: 'Edit Classic T-Shirt' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
    await user.type(await dialog.findByLabelText('Title'), ' II');
    await user.click(dialog.getByRole('button', { name: 'Update Product' }));
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('changes a product, and stays open after a failure', async () => {
    const { user, server } = await openProducts({ [`PATCH ${SHIRT_PATH}`]: { status: 503, text: 'Away' } });
    await user.click(screen.getByRole('button', { name: 'Edit Classic T-Shirt' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
    await user.clear(await dialog.findByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Heavy T-Shirt');
    await user.click(dialog.getByRole('button', { name: 'Update Product' }));
    await findToast('Update failed', 'Could not update product');
    server.responses[`PATCH ${SHIRT_PATH}`] = { json: {} };
    await user.click(dialog.getByRole('button', { name: 'Update Product' }));
    await findToast('Product updated');
    expect(server.callsTo(`PATCH ${SHIRT_PATH}`)[1]?.body).toEqual({
      title: 'Heavy T-Shirt',
      description: 'Soft cotton.',
      category: 'tshirt',
      basePrice: '24.00',
      imageUrl: null,
      mockupTemplateUrl: null,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
