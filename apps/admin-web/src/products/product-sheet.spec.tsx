import { jest } from '@jest/globals';
import { seenToast, stubApi } from '@shop/web-testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PRODUCTS } from '../testing/addresses.js';
import { anEntry, aVariant } from '../testing/builders.js';
import { aProduct, forgetBrowser, openAdmin, QUIET_SHOP } from '../testing/open-admin.js';
import { restoreUploads, stubUploads } from '../testing/stub-uploads.js';

const SHIRT = aProduct();
const ITS_ADDRESS = `/api/admin/products/${SHIRT.id}`;
const CONFLICT = 'Somebody else has changed this product. Look at the new version and save again.';

async function open(answers: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...QUIET_SHOP,
    [PRODUCTS]: { json: [SHIRT] },
    [`GET ${ITS_ADDRESS}`]: { json: SHIRT },
    [`GET ${ITS_ADDRESS}/variants`]: { json: [] },
    [`GET ${ITS_ADDRESS}/timeline`]: { json: [] },
    ...answers,
  });
  const { user } = openAdmin(`/admin?tab=products&product=${SHIRT.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  await sheet.findByLabelText('Title');
  return { user, server, sheet };
}

const bodyOf = (call: { body: unknown } | undefined) => call?.body as Record<string, unknown>;

afterEach(() => {
  forgetBrowser();
  restoreUploads();
  jest.restoreAllMocks();
});

describe('an open product', () => {
  it('shows what happened to it', async () => {
    const { sheet } = await open({ [`GET ${ITS_ADDRESS}/timeline`]: { json: [anEntry({ summary: 'Changed the price.', actor: 'ada@example.com', before: { basePrice: '20.00' }, after: { basePrice: '24.00' } })] } });
    expect(await sheet.findByText('Changed the price.')).toBeVisible();
    expect(sheet.getByText('Base price').nextElementSibling).toHaveTextContent('20.00 → 24.00');
  });

  it('is not closed over what is not saved without a word', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    const { user, sheet } = await open();
    await user.type(sheet.getByLabelText('Title'), '!');
    await user.keyboard('{Escape}');
    expect(confirm).toHaveBeenCalledWith('Discard what you have not saved?');
    expect(sheet.getByLabelText('Title')).toHaveValue('Classic T-Shirt!');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that was deleted meanwhile says so', async () => {
    stubApi({ ...QUIET_SHOP, [`GET ${ITS_ADDRESS}`]: { status: 404, text: 'Not found' } });
    openAdmin(`/admin?tab=products&product=${SHIRT.id}`);
    expect(await screen.findByText('Not found')).toBeVisible();
  });
});

describe('a product that the shop refuses', () => {
  it('says why beside the form, and keeps what was typed', async () => {
    const { user, sheet } = await open({ [`PATCH ${ITS_ADDRESS}`]: { status: 422, text: 'The area on the picture would stretch the artwork.' } });
    await user.type(sheet.getByLabelText('Title'), '!');
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    await seenToast('Update failed', 'Could not update product');
    expect(await sheet.findByText('The area on the picture would stretch the artwork.')).toBeVisible();
    expect(sheet.getByLabelText('Title')).toHaveValue('Classic T-Shirt!');
  });

  it('is made once, under one key, however often it is tried', async () => {
    const server = stubApi({ ...QUIET_SHOP, 'POST /api/admin/products': { lost: true } });
    const { user } = openAdmin('/admin?tab=products&product=new');
    const sheet = within(await screen.findByRole('dialog', { name: 'Add New Product' }));
    await user.type(sheet.getByLabelText('Title'), 'Mug');
    await user.dblClick(sheet.getByRole('button', { name: 'Create Product' }));
    await seenToast('Creation failed', 'Could not create product');
    server.answers['POST /api/admin/products'] = { status: 201, json: {} };
    await user.click(sheet.getByRole('button', { name: 'Create Product' }));
    await seenToast('Product created');
    const keys = server.callsOf('POST /api/admin/products').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('two admins at one product', () => {
  it('lose nothing: the second keeps what was typed, sees what differs, and saves again', async () => {
    const { user, server, sheet } = await open({ [`PATCH ${ITS_ADDRESS}`]: { status: 409, text: CONFLICT } });
    await user.clear(sheet.getByLabelText('Title'));
    await user.type(sheet.getByLabelText('Title'), 'My Tee');
    server.answers[`GET ${ITS_ADDRESS}`] = { json: { ...SHIRT, title: 'Their Tee', basePrice: '26.00', version: 2 } };
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    await seenToast('Update failed', 'Could not update product');
    expect(await sheet.findByText(CONFLICT)).toBeVisible();
    expect(sheet.getByLabelText('Title')).toHaveValue('My Tee');
    expect(sheet.getByLabelText('Base Price')).toHaveValue(24);

    await user.click(sheet.getByRole('button', { name: 'Load the new version' }));
    const differ = within(await sheet.findByRole('list', { name: 'Fields that differ' }));
    expect(differ.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'TitleSaved by somebody else: Their TeeTyped by you, and kept: My TeeUse the saved title',
      'Base PriceSaved by somebody else: 26.00Taken over; it was: 24.00',
    ]);
    expect(sheet.getByLabelText('Title')).toHaveValue('My Tee');
    expect(sheet.getByLabelText('Base Price')).toHaveValue(26);

    server.answers[`PATCH ${ITS_ADDRESS}`] = { json: {} };
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    await seenToast('Product updated');
    expect(server.callsOf(`PATCH ${ITS_ADDRESS}`).map((call) => [bodyOf(call)['title'], bodyOf(call)['basePrice'], bodyOf(call)['version']])).toEqual([
      ['My Tee', '24.00', 1],
      ['My Tee', '26.00', 2],
    ]);
  });

  it('may let the other have it', async () => {
    const { user, server, sheet } = await open({ [`PATCH ${ITS_ADDRESS}`]: { status: 409, text: CONFLICT } });
    await user.type(sheet.getByLabelText('Title'), '!');
    server.answers[`GET ${ITS_ADDRESS}`] = { json: { ...SHIRT, title: 'Their Tee', version: 2 } };
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    await user.click(await sheet.findByRole('button', { name: 'Load the new version' }));
    await user.click(await sheet.findByRole('button', { name: 'Use the saved title' }));
    expect(sheet.getByLabelText('Title')).toHaveValue('Their Tee');
  });

  it('are told when the new version can not be had', async () => {
    const { user, server, sheet } = await open({ [`PATCH ${ITS_ADDRESS}`]: { status: 409, text: CONFLICT } });
    await user.type(sheet.getByLabelText('Title'), '!');
    server.answers[`GET ${ITS_ADDRESS}`] = { status: 404, text: 'Not found' };
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    await user.click(await sheet.findByRole('button', { name: 'Load the new version' }));
    expect(await sheet.findByText('Not found')).toBeVisible();
    expect(sheet.getByLabelText('Title')).toHaveValue('Classic T-Shirt!');
  });
});

describe('the sizes and colors of a product', () => {
  const VARIANTS = [aVariant({ name: 'M' }), aVariant({ name: '3XL', priceModifier: '4.00', active: false }), aVariant({ name: 'Navy', type: 'color', colorHex: '#1f2a4d', priceModifier: '-1.50' })];
  const [M] = VARIANTS;
  const VARIANT = `PATCH ${ITS_ADDRESS}/variants/${M?.id}`;
  const openWith = (answers: Parameters<typeof stubApi>[0] = {}) => open({ [`GET ${ITS_ADDRESS}/variants`]: { json: VARIANTS }, ...answers });

  it('show name, price and whether they are sold', async () => {
    const { sheet } = await openWith();
    const lines = (await sheet.findAllByRole('list', { name: /Sizes|Colors/ })).map((list) => within(list).getAllByRole('listitem').map(({ textContent }) => textContent));
    expect(lines).toEqual([['MDeactivate', '3XL+$4.00inactiveActivate'], ['Navy−$1.50Deactivate']]);
  });

  it('are added', async () => {
    const { user, server, sheet } = await openWith({ [`POST ${ITS_ADDRESS}/variants`]: { status: 201, json: {} } });
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
    expect(server.callsOf(`POST ${ITS_ADDRESS}/variants`).map(({ body }) => body)).toEqual([{ type: 'color', name: 'Moss 🌿', priceModifier: '2.00', colorHex: '#0a7f3b', imageUrl: null }]);
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
    const { user, sheet } = await openWith({ [VARIANT]: { status: 409, text: 'There is a size of this name already.' } });
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
    const { sheet } = await open({ [`GET ${ITS_ADDRESS}/variants`]: { status: 403, text: 'The catalogue is unavailable right now.' } });
    expect(await sheet.findByText('The catalogue is unavailable right now.')).toBeVisible();
    expect(sheet.queryByText('No sizes yet')).toBeNull();
  });
});

describe('the picture and the areas of a product', () => {
  const TEE = `/media/${crypto.randomUUID()}`;
  const file = new File(['x'], 'tee.png', { type: 'image/png' });

  it('is sent with its progress, shown, and stands in the field until it is saved', async () => {
    const uploads = stubUploads();
    const { user, sheet } = await open();
    await user.upload(sheet.getByLabelText('File for Image URL'), file);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect([uploads[0]?.path, uploads[0]?.file.name]).toEqual(['/api/admin/product-pictures', 'tee.png']);
    act(() => uploads[0]?.progress(0.4));
    expect(await sheet.findByText('40%')).toBeVisible();
    expect(sheet.getByRole('progressbar', { name: 'Sending the picture' })).toHaveAttribute('value', '0.4');
    await act(async () => uploads[0]?.answer(201, { id: crypto.randomUUID(), url: TEE, width: 1000, height: 1000 }));
    expect(sheet.getByLabelText('Image URL')).toHaveValue(TEE);
    expect(sheet.getByRole('img', { name: 'Preview of the image' })).toHaveAttribute('src', TEE);
  });

  it('that is refused or lost says so, keeps the old one and may be tried again', async () => {
    const uploads = stubUploads();
    const { user, sheet } = await open();
    await user.upload(sheet.getByLabelText('File for Image URL'), file);
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.answer(415, 'Please upload a PNG or JPEG image.'));
    expect(await sheet.findByText('Please upload a PNG or JPEG image.')).toBeVisible();
    await user.upload(sheet.getByLabelText('File for Image URL'), file);
    await waitFor(() => expect(uploads).toHaveLength(2));
    await act(async () => uploads[1]?.breakOff());
    expect(await sheet.findByText(/couldn't reach the shop/)).toBeVisible();
    expect(sheet.getByLabelText('Image URL')).toHaveValue('');
    expect(sheet.getByRole('button', { name: 'Upload a picture for Image URL' })).toBeVisible();
  });

  it('is called off', async () => {
    const uploads = stubUploads();
    const { user, sheet } = await open();
    await user.upload(sheet.getByLabelText('File for Image URL'), file);
    await user.click(await sheet.findByRole('button', { name: 'Cancel' }));
    expect(uploads[0]?.isAborted()).toBe(true);
    expect(await sheet.findByRole('button', { name: 'Upload a picture for Image URL' })).toBeVisible();
  });

  it('prints where one says', async () => {
    const { user, server, sheet } = await open({ [`PATCH ${ITS_ADDRESS}`]: { json: {} } });
    expect(sheet.getByText('Now 4500 × 5400 px at 300 dpi')).toBeVisible();
    await user.selectOptions(sheet.getByLabelText('Size of the print'), 'own');
    await user.clear(sheet.getByLabelText('Width, px'));
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    expect(await sheet.findByText('The width of the print area must be a whole number of pixels from 100 to 7,200')).toBeVisible();
    await user.type(sheet.getByLabelText('Width, px'), '900');
    await user.selectOptions(sheet.getByLabelText('Shape'), 'round');
    await user.selectOptions(sheet.getByLabelText('Where the print lies'), 'own');
    await user.clear(sheet.getByLabelText('Left, %'));
    await user.type(sheet.getByLabelText('Left, %'), '12.5');
    await user.click(sheet.getByRole('button', { name: 'Update Product' }));
    await seenToast('Product updated');
    expect(server.callsOf(`PATCH ${ITS_ADDRESS}`)[0]?.body).toMatchObject({ printArea: { widthPx: 900, heightPx: 5400, shape: 'round' }, pictureArea: { x: 0.125, y: 0.3, width: 0.4, height: 0.48 } });
  });
});
