import { addressBar, seenToast, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aCart, aCartItem, aProduct, aVariant } from '../testing/builders.js';
import { closeTab, forgetBrowser, openShop } from '../testing/open-shop.js';
import { restoreImage, stubImage } from '../testing/stub-image.js';

// jsdom has none; what the page reads of one is all in a mouse's event.
globalThis.PointerEvent ??= class extends MouseEvent {} as unknown as typeof PointerEvent;

const IMAGE_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const ADDRESS = `/customize?imageId=${IMAGE_ID}&imageUrl=%2Fmedia%2F${IMAGE_ID}`;

const tee = aProduct({ title: 'Classic T-Shirt', basePrice: '24.00' });
const tag = aProduct({ title: 'Round Tag', category: 'pet-tag', basePrice: '12.00', printArea: { widthPx: 300, heightPx: 300, shape: 'round' } });
const xl = aVariant({ productId: tee.id, name: '2XL', priceModifier: '2.00' });
const sand = aVariant({ productId: tee.id, type: 'color', name: 'Sand', colorHex: '#d8c4a3', imageUrl: '/pictures/tshirt-sand.svg' });

const answers = () => ({
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'GET /api/products': { json: [tee, tag] },
  [`GET /api/products/${tee.id}/variants`]: { json: [xl, sand] },
  [`GET /api/products/${tag.id}/variants`]: { json: [] },
  'POST /api/cart': { json: aCart(aCartItem()) },
});

const choose = async (user: ReturnType<typeof openShop>['user'], name: RegExp | string) => user.click(await screen.findByRole('radio', { name }));
const slide = (label: string, value: number) => fireEvent.change(screen.getByRole('slider', { name: label }), { target: { value } });
const printArea = () => document.querySelector<HTMLElement>('[data-print-area]')!;
const artwork = () => printArea().querySelector('img')!;

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(() => {
  restoreImage();
  forgetBrowser();
});

describe('/customize', () => {
  it.each(['/customize', `/customize?imageId=${IMAGE_ID}`])('leads to /create where no design is named (%s)', async (address) => {
    stubApi(answers());
    openShop(address);
    expect(await screen.findByText('No design selected. Please generate artwork first.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Artwork' })).toHaveAttribute('href', '/create');
  });

  it('lays the artwork on the product by the shop’s one formula, and moves it with the sliders', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    expect(await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' })).toBeVisible();
    expect(printArea()).toHaveStyle({ left: '30%', top: '30%', width: '40%', height: '48%', overflow: 'hidden' });
    // 2 : 1 on 4500 × 5400: as wide as the area, 2250 of 5400 high.
    expect(artwork()).toHaveStyle({ left: '0%', width: '100%', height: '41.666667%', transform: 'rotate(0deg)' });

    slide('Scale', 50);
    slide('Rotation', 90);
    slide('Position X', 25);
    slide('Position Y', 75);
    expect(artwork()).toHaveStyle({ left: '0%', width: '50%', top: '64.583333%', transform: 'rotate(90deg)' });

    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(artwork()).toHaveStyle({ width: '100%', transform: 'rotate(0deg)' });
  });

  it('moves the artwork under the finger, and never past the print area’s edge', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' });
    printArea().getBoundingClientRect = () => ({ width: 200, height: 240 }) as DOMRect;
    fireEvent.pointerDown(printArea(), { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(window, { clientX: 120, clientY: 76 });
    expect(screen.getByRole('slider', { name: 'Position X' })).toHaveAttribute('aria-valuetext', '60%');
    expect(screen.getByRole('slider', { name: 'Position Y' })).toHaveAttribute('aria-valuetext', '40%');
    fireEvent.pointerMove(window, { clientX: 900, clientY: 100 });
    expect(screen.getByRole('slider', { name: 'Position X' })).toHaveAttribute('aria-valuetext', '100%');
    fireEvent.pointerUp(window);
    fireEvent.pointerMove(window, { clientX: 0, clientY: 0 });
    expect(screen.getByRole('slider', { name: 'Position X' })).toHaveAttribute('aria-valuetext', '100%');
  });

  it('clips to a circle on a round product', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Round Tag/);
    await screen.findByRole('img', { name: 'Your artwork on Round Tag' });
    expect(printArea()).toHaveStyle({ borderRadius: '50%' });
  });

  it('says so when nothing of the artwork would be printed', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Round Tag/);
    await screen.findByRole('img', { name: 'Your artwork on Round Tag' });
    slide('Scale', 20);
    slide('Position X', 0);
    slide('Position Y', 0);
    expect(screen.getByText(/outside the print area/)).toBeVisible();
  });

  it('shows the product in the chosen colour, and the price as soon as it differs', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await choose(user, 'Sand');
    expect(screen.getByRole('img', { name: 'Your artwork on Classic T-Shirt in Sand' }).querySelector('img')).toHaveAttribute('src', '/pictures/tshirt-sand.svg');
    expect(screen.queryByText(/Base price/)).not.toBeInTheDocument();

    await choose(user, /2XL/);
    expect(screen.getByText('$26.00')).toBeVisible();
    expect(screen.getByText('Base price $24.00')).toBeVisible();
  });

  it('forgets size and colour with another product', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await choose(user, 'Sand');
    await choose(user, /Round Tag/);
    await choose(user, /Classic T-Shirt/);
    expect(await screen.findByRole('radio', { name: 'Sand' })).not.toBeChecked();
  });

  it('lets a chosen size be taken back', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await choose(user, /2XL/);
    await user.click(screen.getByRole('button', { name: 'Clear size' }));
    expect(screen.getByRole('radio', { name: /2XL/ })).not.toBeChecked();
    expect(screen.queryByText('$26.00')).not.toBeInTheDocument();
  });

  it('waits for a product, then adds exactly what is chosen and goes to the cart', async () => {
    const api = stubApi(answers());
    const { user } = openShop(ADDRESS);
    await screen.findByRole('radio', { name: /Classic T-Shirt/ });
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
    await choose(user, /Classic T-Shirt/);
    await choose(user, 'Sand');
    slide('Scale', 80);
    await user.dblClick(screen.getByRole('button', { name: 'Add to Cart' }));
    await seenToast('Added to cart!', 'Your custom product has been added to your cart.');
    expect(addressBar()).toBe('/cart');
    expect(api.callsOf('POST /api/cart').map(({ body }) => body)).toEqual([
      {
        productId: tee.id,
        generatedImageId: IMAGE_ID,
        variantSelections: { color: 'Sand' },
        designConfig: { x: 50, y: 50, scale: 80, rotation: 0 },
        quantity: 1,
        unitPrice: '24.00',
      },
    ]);
  });

  it('stays and may be tried again when adding fails', async () => {
    stubApi({ ...answers(), 'POST /api/cart': { status: 422, text: 'This choice is no longer offered.' } });
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await seenToast('Error', '422: This choice is no longer offered.');
    expect(addressBar()).toBe(ADDRESS);
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  });

  it('reads Adding... on the way', async () => {
    stubApi({ ...answers(), 'POST /api/cart': { after: new Promise(() => undefined) } });
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(await screen.findByRole('button', { name: 'Adding...' })).toBeDisabled();
  });

  it('chooses the product remembered from /products, unless it is no longer sold', async () => {
    sessionStorage.setItem('draft:product', JSON.stringify(tag.id));
    const api = stubApi(answers());
    openShop(ADDRESS);
    expect(await screen.findByRole('radio', { name: /Round Tag/ })).toBeChecked();
    closeTab();
    forgetBrowser();

    sessionStorage.setItem('draft:product', JSON.stringify(tag.id));
    stubApi({ ...api.answers, 'GET /api/products': { json: [tee] } });
    openShop(ADDRESS);
    await screen.findByRole('radio', { name: /Classic T-Shirt/ });
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
  });

  it('keeps the whole choice over a reload', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await choose(user, /Classic T-Shirt/);
    await choose(user, 'Sand');
    slide('Rotation', 45);
    closeTab();
    openShop(ADDRESS);
    expect(await screen.findByRole('radio', { name: 'Sand' })).toBeChecked();
    await waitFor(() => expect(artwork()).toHaveStyle({ transform: 'rotate(45deg)' }));
  });

  it('offers Retry when the catalogue is away, and when the artwork cannot be shown', async () => {
    stubImage(null);
    const api = stubApi({ ...answers(), 'GET /api/products': { status: 503, text: 'The catalogue is unavailable right now.' } });
    const { user } = openShop(ADDRESS);
    expect(await screen.findByText('The catalogue is unavailable right now.')).toBeVisible();
    expect(await screen.findByText(/artwork can't be shown/)).toBeVisible();

    stubImage({ width: 100, height: 100 });
    api.answers['GET /api/products'] = { json: [tee] };
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry);
    expect(await screen.findByRole('img', { name: 'Your artwork' })).toBeVisible();
    expect(await screen.findByRole('radio', { name: /Classic T-Shirt/ })).toBeInTheDocument();
  });
});
