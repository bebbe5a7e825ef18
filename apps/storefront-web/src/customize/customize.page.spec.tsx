import { getCurrentAddress, waitForAddress, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import {
  ADDRESS,
  IMAGE_ID,
  answers,
  artwork,
  chooseOption,
  createFinger,
  resetCustomize,
  onProduct,
  printArea,
  mockPrintAreaRect,
  slide,
  tag,
  tee,
  numberInput,
} from '../testing/open-customize.js';
import { aCart, aCartItem, aProduct, aVariant } from '../testing/builders.js';
import { closeTab, resetBrowser, openShop } from '../testing/open-shop.js';
import { stubImage } from '../testing/browser-stubs.js';

beforeEach(() => stubImage({ width: 1000, height: 500 }));
afterEach(resetCustomize);

describe('customize page', () => {
  it.each(['/customize', `/customize?imageId=${IMAGE_ID}`])(
    'links to /create without a design (%s)',
    async (address) => {
      stubApi(answers());
      openShop(address);
      expect(await screen.findByText('No design selected. Please generate artwork first.')).toBeVisible();
      expect(screen.getByRole('link', { name: 'Create Artwork' })).toHaveAttribute('href', '/create');
    },
  );

  it('says that there are no products', async () => {
    stubApi({ ...answers(), 'GET /api/products': { json: [] } });
    openShop(ADDRESS);
    expect(await screen.findByText('No Products Yet')).toBeVisible();
    expect(screen.queryByText('Choose a product')).not.toBeInTheDocument();
  });

  it('says that a product is sold out, and does not add it to the cart', async () => {
    const soldOut = { ...tee, isSoldOut: true };
    stubApi({ ...answers(), 'GET /api/products': { json: [soldOut, tag] } });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, 'Classic T-Shirt, sold out');
    const button = await screen.findByRole('button', { name: 'Sold out' });
    expect(button).toBeDisabled();
    expect(screen.queryByText(/Not chosen yet|Flat shipping/)).not.toBeInTheDocument();
    await chooseOption(user, /Round Tag/);
    expect(await screen.findByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  });

  it('names no color of a kind that has none', async () => {
    const poster = aProduct({ title: 'Poster', category: 'poster' });
    stubApi({
      ...answers(),
      'GET /api/products': { json: [poster, tag] },
      [`GET /api/products/${poster.id}/variants`]: { json: [aVariant({ name: '14 × 14 in' })] },
    });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Round Tag/);
    expect(await screen.findByText('One color')).toBeVisible();
    await chooseOption(user, /Poster/);
    expect(await screen.findByRole('radio', { name: '14 × 14 in' })).toBeVisible();
    expect(screen.queryByText(/color/i)).not.toBeInTheDocument();
  });

  it('places the artwork by the placement formula and moves it with the sliders', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    expect(await onProduct('Classic T-Shirt')).toBeVisible();
    expect(printArea()).toHaveStyle({ left: '30%', top: '30%', width: '40%', height: '48%', overflow: 'hidden' });
    // 2 : 1 on 4500 × 5400: as wide as the area, 2250 of 5400 high.
    expect(artwork()).toHaveStyle({ left: '0%', width: '100%', height: '41.666667%', transform: 'rotate(0deg)' });

    slide('Scale', 50);
    slide('Rotation', 90);
    slide('Position X', 25);
    slide('Position Y', 75);
    await waitFor(() =>
      expect(artwork()).toHaveStyle({ left: '0%', width: '50%', top: '64.583333%', transform: 'rotate(90deg)' }),
    );

    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(artwork()).toHaveStyle({ width: '100%', transform: 'rotate(0deg)' }));
  });

  it('clips the artwork to a circle on a round product', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Round Tag/);
    await onProduct('Round Tag');
    expect(printArea()).toHaveStyle({ borderRadius: '50%' });
  });

  it('shows the chosen colour, and the base price if the price differs', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await chooseOption(user, 'Sand');
    expect(screen.getByRole('img', { name: 'Your artwork on Classic T-Shirt in Sand' })).toHaveAttribute(
      'src',
      '/pictures/tshirt-sand.svg',
    );
    expect(screen.queryByText(/Base price/)).not.toBeInTheDocument();

    await chooseOption(user, /2XL/);
    expect(screen.getByText('$26.00')).toBeVisible();
    expect(screen.getByText('Base price $24.00')).toBeVisible();
  });

  it('names what can still be chosen, and shows no choice that is no longer sold as chosen', async () => {
    sessionStorage.setItem(
      `draft:customize:${IMAGE_ID}`,
      JSON.stringify({
        productId: tee.id,
        size: 'Gone',
        color: null,
        placement: { x: 50, y: 50, scale: 100, rotation: 0 },
      }),
    );
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    const hint = await screen.findByText(/Not chosen yet/);
    expect(hint).toHaveTextContent('Not chosen yet: size and color.');
    expect(screen.queryByText('Gone')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await chooseOption(user, 'Sand');
    expect(hint).toHaveTextContent('Not chosen yet: size.');
    await chooseOption(user, /2XL/);
    expect(hint).not.toBeInTheDocument();
  });

  it('lets a chosen size be cleared', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await chooseOption(user, /2XL/);
    await user.click(screen.getByRole('button', { name: 'Clear size' }));
    expect(screen.getByRole('radio', { name: /2XL/ })).not.toBeChecked();
    expect(screen.queryByText('$26.00')).not.toBeInTheDocument();
  });

  it('adds exactly the chosen product to the cart and opens the cart', async () => {
    const api = stubApi(answers());
    const { user } = openShop(ADDRESS);
    await screen.findByRole('radio', { name: /Classic T-Shirt/ });
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
    await chooseOption(user, /Classic T-Shirt/);
    await chooseOption(user, 'Sand');
    await onProduct('Classic T-Shirt in Sand');
    slide('Scale', 80);
    mockPrintAreaRect();
    createFinger().press(100, 100);
    createFinger().move(74.6, 100);
    createFinger().lift();
    await user.dblClick(screen.getByRole('button', { name: 'Add to Cart' }));
    await findToast('Added to cart!', 'Your custom product has been added to your cart.');
    await waitForAddress('/cart');
    expect(api.callsTo('POST /api/cart').map(({ body }) => body)).toEqual([
      {
        productId: tee.id,
        generatedImageId: IMAGE_ID,
        variantSelections: { color: 'Sand' },
        designConfig: { x: 37.3, y: 50, scale: 80, rotation: 0 },
        quantity: 1,
        unitPrice: '24.00',
      },
    ]);
  });

  it.each([
    [{ status: 422, text: 'This choice is no longer offered.' }, '422: This choice is no longer offered.'],
    [{ lost: true }, 'Failed to add to cart'],
  ])('stays on the page and allows a retry when adding fails: %j', async (answer, description) => {
    stubApi({ ...answers(), 'POST /api/cart': answer });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    await findToast('Error', description);
    expect(getCurrentAddress()).toBe(ADDRESS);
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  });

  it.each([
    { json: {} },
    { json: 'not a cart' },
    { json: aCart() },
    { status: 201, text: 'Added' },
    { status: 200, text: '' },
    { status: 204 },
  ])('requests the cart after adding, also for a guest, whatever the answer is: %j', async (answer) => {
    const api = stubApi({ ...answers(), 'POST /api/cart': answer, 'GET /api/cart': { json: aCart(aCartItem()) } });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(await screen.findByRole('heading', { name: 'Classic T-Shirt' })).toBeVisible();
    await waitForAddress('/cart');
    expect(api.calls.filter(({ path }) => path === '/api/cart').map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('says on /cart that the cart could not be loaded after adding', async () => {
    stubApi({ ...answers(), 'GET /api/cart': { status: 503, text: 'Away.' } });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(await screen.findByText('Away.')).toBeVisible();
    await waitForAddress('/cart');
  });

  it('shows Adding... while the request runs', async () => {
    stubApi({ ...answers(), 'POST /api/cart': { after: new Promise(() => undefined) } });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
    expect(await screen.findByRole('button', { name: 'Adding...' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('preselects the product chosen on /products unless it is no longer sold', async () => {
    sessionStorage.setItem('draft:product', JSON.stringify(tag.id));
    const api = stubApi(answers());
    openShop(ADDRESS);
    expect(await screen.findByRole('radio', { name: /Round Tag/ })).toBeChecked();
    closeTab();
    resetBrowser();

    sessionStorage.setItem('draft:product', JSON.stringify(tag.id));
    stubApi({ ...api.responses, 'GET /api/products': { json: [tee] } });
    openShop(ADDRESS);
    await screen.findByRole('radio', { name: /Classic T-Shirt/ });
    expect(screen.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
  });

  it('restores the whole choice after a reload', async () => {
    stubApi(answers());
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    await chooseOption(user, 'Sand');
    slide('Rotation', 45);
    mockPrintAreaRect();
    createFinger().press(100, 100);
    createFinger().move(40, 100);
    createFinger().lift();
    closeTab();
    openShop(ADDRESS);
    expect(await screen.findByRole('radio', { name: 'Sand' })).toBeChecked();
    await waitFor(() => expect(artwork()).toHaveStyle({ transform: 'rotate(45deg)' }));
    expect(numberInput('Position X')).toHaveValue(20);
  });

  it('offers Retry when sizes and colours cannot be loaded', async () => {
    const variants = `GET /api/products/${tee.id}/variants`;
    const api = stubApi({ ...answers(), [variants]: { status: 400, text: 'The catalogue is unavailable right now.' } });
    const { user } = openShop(ADDRESS);
    await chooseOption(user, /Classic T-Shirt/);
    expect(await screen.findByText('The catalogue is unavailable right now.')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Sand' })).not.toBeInTheDocument();
    api.responses[variants] = answers()[variants]!;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('radio', { name: 'Sand' })).toBeInTheDocument();
    expect(screen.queryByText('The catalogue is unavailable right now.')).not.toBeInTheDocument();
  });

  it('offers Retry when the catalogue or the artwork cannot be loaded', async () => {
    stubImage(null);
    const api = stubApi({
      ...answers(),
      'GET /api/products': { status: 503, text: 'The catalogue is unavailable right now.' },
    });
    const { user } = openShop(ADDRESS);
    expect(await screen.findByText('The catalogue is unavailable right now.')).toBeVisible();
    expect(await screen.findByText(/artwork can't be shown/)).toBeVisible();

    stubImage({ width: 100, height: 100 });
    api.responses['GET /api/products'] = { json: [tee] };
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry);
    expect(await screen.findByRole('img', { name: 'Your artwork' })).toBeVisible();
    expect(await screen.findByRole('radio', { name: /Classic T-Shirt/ })).toBeInTheDocument();
  });
});
