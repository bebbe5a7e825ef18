import { jest } from '@jest/globals';
import { createDeferred, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createTimelineEntry } from '../testing/builders.js';
import { EMPTY_SHOP, openAdmin, openShirt, resetBrowser, SHIRT, SHIRT_PATH } from '../testing/open-admin.js';

const CONFLICT = 'Someone else has changed this product. Look at the new version and save again.';

const bodyOf = (call: { body: unknown } | undefined) => call?.body as Record<string, unknown>;

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('ProductDrawer', () => {
  it('shows the timeline', async () => {
    const { drawer } = await openShirt({
      [`GET ${SHIRT_PATH}/timeline`]: {
        json: [
          createTimelineEntry({
            summary: 'Changed the price.',
            actor: 'ada@example.com',
            before: { basePrice: '20.00' },
            after: { basePrice: '24.00' },
          }),
        ],
      },
    });
    expect(await drawer.findByText('Changed the price.')).toBeVisible();
    expect(drawer.getByText('Base price').nextElementSibling).toHaveTextContent('20.00 → 24.00');
  });

  it('asks before it closes with unsaved changes', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
    const { user, drawer } = await openShirt();
    await user.type(drawer.getByLabelText('Title'), '!');
    await user.keyboard('{Escape}');
    expect(confirm).toHaveBeenCalledWith('Discard what you have not saved?');
    expect(drawer.getByLabelText('Title')).toHaveValue('Classic T-Shirt!');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('returns the focus to its opener, or to the row when a URL opened it', async () => {
    const { user } = await openShirt();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const edit = screen.getByRole('button', { name: 'Edit Classic T-Shirt' });
    await waitFor(() => expect(edit).toHaveFocus());
    const add = screen.getByRole('button', { name: 'Add Product' });
    await user.click(add);
    await screen.findByRole('dialog', { name: 'Add New Product' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(add).toHaveFocus());
  });

  it('shows an error for a deleted product', async () => {
    stubApi({ ...EMPTY_SHOP, [`GET ${SHIRT_PATH}`]: { status: 404, text: 'Not found' } });
    openAdmin(`/admin?tab=products&product=${SHIRT.id}`);
    expect(await screen.findByText('Not found')).toBeVisible();
  });
});

describe('ProductForm with an error response', () => {
  it('sends the same idempotency key with each attempt', async () => {
    const server = stubApi({ ...EMPTY_SHOP, 'POST /api/admin/products': { lost: true } });
    const { user } = openAdmin('/admin?tab=products&product=new');
    const drawer = within(await screen.findByRole('dialog', { name: 'Add New Product' }));
    await user.type(drawer.getByLabelText('Title'), 'Mug');
    await user.dblClick(drawer.getByRole('button', { name: 'Create Product' }));
    await findToast('Creation failed', 'Could not create product');
    server.responses['POST /api/admin/products'] = { status: 201, json: {} };
    await user.click(drawer.getByRole('button', { name: 'Create Product' }));
    await findToast('Product created');
    const keys = server.callsTo('POST /api/admin/products').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

describe('ProductForm with a conflict', () => {
  it('keeps the input, shows the differences and saves again', async () => {
    const { user, server, drawer } = await openShirt({ [`PATCH ${SHIRT_PATH}`]: { status: 409, text: CONFLICT } });
    await user.clear(drawer.getByLabelText('Title'));
    await user.type(drawer.getByLabelText('Title'), 'My Tee');
    server.responses[`GET ${SHIRT_PATH}`] = { json: { ...SHIRT, title: 'Their Tee', basePrice: '26.00', version: 2 } };
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await findToast('Update failed', 'Could not update product');
    expect(await drawer.findByText(CONFLICT)).toBeVisible();
    expect(drawer.getByLabelText('Title')).toHaveValue('My Tee');
    expect(drawer.getByLabelText('Base Price')).toHaveValue(24);

    await user.click(drawer.getByRole('button', { name: 'Load the new version' }));
    const differ = within(await drawer.findByRole('list', { name: 'Fields that differ' }));
    expect(differ.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'TitleSaved by someone else: Their TeeTyped by you, and kept: My TeeUse the saved title',
      'Base PriceSaved by someone else: 26.00Taken over; it was: 24.00',
    ]);
    expect(drawer.getByLabelText('Title')).toHaveValue('My Tee');
    expect(drawer.getByLabelText('Base Price')).toHaveValue(26);

    server.responses[`PATCH ${SHIRT_PATH}`] = { json: {} };
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await findToast('Product updated');
    expect(
      server
        .callsTo(`PATCH ${SHIRT_PATH}`)
        .map((call) => [bodyOf(call)['title'], bodyOf(call)['basePrice'], call.headers['if-match']]),
    ).toEqual([
      ['My Tee', '24.00', '"1"'],
      ['My Tee', '26.00', '"2"'],
    ]);
  });

  it('applies the other admin’s value on request', async () => {
    const { user, server, drawer } = await openShirt({ [`PATCH ${SHIRT_PATH}`]: { status: 409, text: CONFLICT } });
    await user.type(drawer.getByLabelText('Title'), '!');
    server.responses[`GET ${SHIRT_PATH}`] = { json: { ...SHIRT, title: 'Their Tee', version: 2 } };
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await user.click(await drawer.findByRole('button', { name: 'Load the new version' }));
    await user.click(await drawer.findByRole('button', { name: 'Use the saved title' }));
    expect(drawer.getByLabelText('Title')).toHaveValue('Their Tee');
  });

  it('shows an error when the new version fails to load', async () => {
    const { user, server, drawer } = await openShirt({ [`PATCH ${SHIRT_PATH}`]: { status: 409, text: CONFLICT } });
    await user.type(drawer.getByLabelText('Title'), '!');
    server.responses[`GET ${SHIRT_PATH}`] = { status: 404, text: 'Not found' };
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await user.click(await drawer.findByRole('button', { name: 'Load the new version' }));
    expect(await drawer.findByText('Not found')).toBeVisible();
    expect(drawer.getByLabelText('Title')).toHaveValue('Classic T-Shirt!');
  });
});

describe('pictures and areas of a product', () => {
  const PICTURES = 'POST /api/admin/product-pictures';
  const TEE = `/media/${crypto.randomUUID()}`;
  const file = new File(['x'], 'tee.png', { type: 'image/png' });

  it('upload with progress while the product waits, show a preview and fill the field', async () => {
    const { promise: arrived, resolve: arrive } = createDeferred<void>();
    const { user, server, drawer } = await openShirt({
      [`PATCH ${SHIRT_PATH}`]: { json: {} },
      [PICTURES]: {
        status: 201,
        json: { id: crypto.randomUUID(), url: TEE, width: 1000, height: 1000 },
        sent: [0.4],
        after: arrived,
      },
    });
    await user.upload(drawer.getByLabelText('File for Image URL'), file);
    expect(await drawer.findByText('40%')).toBeVisible();
    expect(drawer.getByRole('progressbar', { name: 'Sending the picture' })).toHaveAttribute('value', '0.4');
    expect(server.callsTo(PICTURES).map(({ body }) => ((body as FormData).get('image') as File).name)).toEqual([
      'tee.png',
    ]);
    await user.click(drawer.getByRole('button', { name: 'Waiting for the picture...' }));
    arrive();
    expect(await drawer.findByRole('img', { name: 'Preview of the image' })).toHaveAttribute('src', TEE);
    expect(drawer.getByLabelText('Image URL')).toHaveValue(TEE);
    expect(server.callsTo(`PATCH ${SHIRT_PATH}`)).toEqual([]);
    await user.click(await drawer.findByRole('button', { name: 'Update Product' }));
    await waitFor(() => expect(server.callsTo(`PATCH ${SHIRT_PATH}`)).toHaveLength(1));
  });

  it('show an upload error, keep the old value and allow another attempt', async () => {
    const { user, server, drawer } = await openShirt({
      [PICTURES]: { status: 415, text: 'Please upload a PNG or JPEG image.' },
    });
    await user.upload(drawer.getByLabelText('File for Image URL'), file);
    expect(await drawer.findByText('Please upload a PNG or JPEG image.')).toBeVisible();
    server.responses[PICTURES] = { lost: true };
    await user.upload(drawer.getByLabelText('File for Image URL'), file);
    expect(await drawer.findByText(/couldn't reach the shop/)).toBeVisible();
    expect(drawer.getByLabelText('Image URL')).toHaveValue('');
    expect(drawer.getByRole('button', { name: 'Upload a picture for Image URL' })).toBeVisible();
  });

  it('ignore the response of a cancelled upload', async () => {
    const { promise: arrived, resolve: arrive } = createDeferred<void>();
    const { user, drawer } = await openShirt({
      [PICTURES]: {
        status: 201,
        json: { id: crypto.randomUUID(), url: TEE, width: 1000, height: 1000 },
        after: arrived,
      },
    });
    await user.upload(drawer.getByLabelText('File for Image URL'), file);
    await user.click(await drawer.findByRole('button', { name: 'Cancel' }));
    expect(await drawer.findByRole('button', { name: 'Upload a picture for Image URL' })).toBeVisible();
    arrive();
    await arrived;
    expect(drawer.queryByRole('alert')).toBeNull();
    expect(drawer.getByLabelText('Image URL')).toHaveValue('');
  });

  it('save the product’s own print area and picture area', async () => {
    const { user, server, drawer } = await openShirt({ [`PATCH ${SHIRT_PATH}`]: { json: {} } });
    expect(drawer.getByText('Now 4500 × 5400 px at 300 dpi')).toBeVisible();
    await user.selectOptions(drawer.getByLabelText('Size of the print'), 'own');
    await user.clear(drawer.getByLabelText('Width, px'));
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    expect(
      await drawer.findByText('The width of the print area must be a whole number of pixels from 100 to 7,200'),
    ).toBeVisible();
    await user.type(drawer.getByLabelText('Width, px'), '900');
    await user.selectOptions(drawer.getByLabelText('Shape'), 'round');
    await user.selectOptions(drawer.getByLabelText('Where the print lies'), 'own');
    await user.clear(drawer.getByLabelText('Left, %'));
    await user.type(drawer.getByLabelText('Left, %'), '12.5');
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await findToast('Product updated');
    expect(server.callsTo(`PATCH ${SHIRT_PATH}`)[0]?.body).toMatchObject({
      printArea: { widthPx: 900, heightPx: 5400, shape: 'round' },
      pictureArea: { x: 0.125, y: 0.3, width: 0.4, height: 0.48 },
    });
  });
});
