import { createDeferred, getCurrentAddress, findToast, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { EMPTY_CART } from '@shop/contracts-order';
import { aCart, aCartItem, aVariant } from '../testing/builders.js';
import { resetBrowser, setCartCookie, openShop } from '../testing/open-shop.js';
import { EMPTY_WIZARD } from '../wizard/wizard-state.js';
import { saveFinishedWizard } from '../wizard-draft.js';

const anonymous = { 'GET /api/user': { status: 401, text: 'Not signed in' } };
const never = new Promise(() => undefined);
const findLine = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('li')!;

beforeEach(setCartCookie);
afterEach(resetBrowser);

describe('cart page', () => {
  it('shows skeletons while the cart loads', async () => {
    stubApi({ ...anonymous, 'GET /api/cart': { after: never } });
    openShop('/cart');
    expect(await screen.findByRole('status', { name: 'Loading your cart' })).toBeInTheDocument();
    expect(screen.queryByText('Your cart is empty')).not.toBeInTheDocument();
  });

  it('links from an empty cart to /create', async () => {
    stubApi({ ...anonymous, 'GET /api/cart': { json: EMPTY_CART } });
    openShop('/cart');
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.getByText('Start creating AI art and add products to your cart')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create AI Art' })).toHaveAttribute('href', '/create');
  });

  it('shows each line with picture, options and price, and the totals', async () => {
    const item = aCartItem({ quantity: 3, unitPrice: '19.99', variantSelections: { size: 'M', color: 'Sand' } });
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(item) } });
    openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    expect(line.querySelector('[data-print-area] img')).toHaveAttribute('src', item.generatedImage?.url);
    expect(
      within(line)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['size: M', 'color: Sand']);
    expect(within(line).getByText('$59.97')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Order Summary' })).toBeVisible();
    expect(screen.getByText('Calculated at checkout')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
  });

  it('shows the artwork as placed on the product in the chosen colour', async () => {
    const item = aCartItem({
      designConfig: { x: 30, y: 40, scale: 50, rotation: 15 },
      variantSelections: { color: 'Sand' },
    });
    const inSand = {
      ...item,
      print: { ...item.print!, pictureUrl: '/pictures/tshirt-sand.svg', overlayUrl: '/pictures/folds.webp' },
    };
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(inSand) } });
    openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    expect(within(line).getByRole('img', { name: 'Your artwork on Classic T-Shirt' })).toHaveAttribute(
      'src',
      '/pictures/tshirt-sand.svg',
    );
    expect(line.querySelector('img[src="/pictures/folds.webp"]')).toBeInTheDocument();
    const artwork = line.querySelector('[data-print-area] img')!;
    expect(artwork).toHaveStyle({ visibility: 'hidden' });
    fireEvent.load(artwork);
    expect(artwork).toHaveStyle({ left: '5%', width: '50%', transform: 'rotate(15deg)' });
    expect(artwork).not.toHaveStyle({ visibility: 'hidden' });
  });

  it('shows only the artwork when the print data of the product is missing', async () => {
    const [withNullPrint, withoutPrint] = [aCartItem({ print: null }), aCartItem()];
    delete withoutPrint.print;
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(withNullPrint, withoutPrint) } });
    openShop('/cart');
    const lines = await screen.findAllByRole('listitem');
    expect(
      lines.flatMap((line) => [...line.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))),
    ).toEqual([withNullPrint.generatedImage?.url, withoutPrint.generatedImage?.url]);
  });

  it('falls back to the picture of the product and to the title Product', async () => {
    const withoutProduct = aCartItem({ generatedImage: null, product: null });
    const withoutTitle = aCartItem({
      generatedImage: { id: crypto.randomUUID(), url: '' },
      product: { id: crypto.randomUUID(), title: '', imageUrl: '/pictures/tshirt-white.svg' },
    });
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(withoutProduct, withoutTitle) } });
    openShop('/cart');
    const lines = (await screen.findAllByRole('heading', { name: 'Product' })).map((heading) => heading.closest('li')!);
    expect(lines.map((line) => line.querySelector('img')?.getAttribute('src'))).toEqual([
      undefined,
      '/pictures/tshirt-white.svg',
    ]);
    for (const name of ['Quantity of Product', 'Remove Product'])
      expect(screen.getAllByLabelText(name)).toHaveLength(2);
  });

  it('shows the new quantity and price at once and disables the buttons until the response', async () => {
    const item = aCartItem({ quantity: 2 });
    const { promise: pendingResponse, resolve: sendResponse } = createDeferred<undefined>();
    const api = stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`PATCH /api/cart/${item.id}`]: { json: aCart({ ...item, quantity: 3 }), after: pendingResponse },
    });
    const { user } = openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    await user.click(within(line).getByRole('button', { name: 'Increase quantity' }));
    expect(within(line).getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(3);
    expect(within(line).getByText('$72.00')).toBeVisible();
    expect(within(line).getByRole('button', { name: 'Increase quantity' })).toHaveAttribute('aria-disabled', 'true');
    expect(within(line).getByRole('button', { name: 'Remove Classic T-Shirt' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    sendResponse(undefined);
    await waitFor(() =>
      expect(within(line).getByRole('button', { name: 'Increase quantity' })).not.toHaveAttribute('aria-disabled'),
    );
    expect(api.callsTo(`PATCH /api/cart/${item.id}`).map(({ body }) => body)).toEqual([{ quantity: 3 }]);
    expect(api.callsTo('GET /api/cart')).toHaveLength(1);
  });

  it('restores the old quantity when the update fails', async () => {
    const item = aCartItem({ quantity: 2 });
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`PATCH /api/cart/${item.id}`]: { status: 503, text: 'Away.' },
    });
    const { user } = openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    await user.click(within(line).getByRole('button', { name: 'Increase quantity' }));
    await findToast('Update failed', 'Could not update quantity');
    expect(within(line).getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(2);
  });

  it('offers what is still to be chosen, sends it with the quantity, and lets it be corrected', async () => {
    const sold = ['S', '2XL'].map((name) => aVariant({ name, priceModifier: name === 'S' ? '0.00' : '2.00' }));
    const item = aCartItem({ quantity: 2, missingChoices: [{ type: 'size', label: 'size' }] });
    const complete = { ...item, unitPrice: '26.00', variantSelections: { size: '2XL' } };
    delete complete.missingChoices;
    const api = stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [...sold, aVariant({ type: 'color', name: 'Sand' })] },
      [`PATCH /api/cart/${item.id}`]: { json: aCart(complete) },
    });
    const { user } = openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    const select = await within(line).findByRole('combobox', { name: 'Size' });
    expect(within(line).queryByRole('combobox', { name: 'Color' })).not.toBeInTheDocument();
    expect(select).toHaveDisplayValue('Choose a size');
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
    await user.selectOptions(select, '2XL (+$2.00)');
    expect(await within(line).findByText('2XL')).toBeVisible();
    expect(within(line).getByText('$52.00')).toBeVisible();
    expect(select).toHaveFocus();
    expect(select).toHaveDisplayValue('2XL (+$2.00)');
    await user.selectOptions(select, 'S');
    await waitFor(() =>
      expect(api.callsTo(`PATCH /api/cart/${item.id}`).map(({ body }) => body)).toEqual([
        { quantity: 2, variantSelections: { size: '2XL' } },
        { quantity: 2, variantSelections: { size: 'S' } },
      ]),
    );
  });

  it('keeps a quantity that is still being saved when a size is chosen', async () => {
    const item = aCartItem({ quantity: 2, missingChoices: [{ type: 'size', label: 'size' }] });
    const { promise: pendingResponse, resolve: sendResponse } = createDeferred<undefined>();
    const api = stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant({ name: 'S' })] },
      [`PATCH /api/cart/${item.id}`]: { json: aCart({ ...item, quantity: 3 }), after: pendingResponse },
    });
    const { user } = openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    const select = await within(line).findByRole('combobox', { name: 'Size' });
    await user.click(within(line).getByRole('button', { name: 'Increase quantity' }));
    await user.selectOptions(select, 'S');
    sendResponse(undefined);
    await waitFor(() =>
      expect(api.callsTo(`PATCH /api/cart/${item.id}`).map(({ body }) => body)).toEqual([
        { quantity: 3 },
        { quantity: 3, variantSelections: { size: 'S' } },
      ]),
    );
  });

  it('keeps a choice open that the server refuses', async () => {
    const item = aCartItem({ missingChoices: [{ type: 'size', label: 'model' }] });
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant({ name: 'iPhone 17' })] },
      [`PATCH /api/cart/${item.id}`]: { status: 422, text: 'This choice is not available for the product.' },
    });
    const { user } = openShop('/cart');
    const select = await screen.findByRole('combobox', { name: 'Model' });
    await user.selectOptions(select, 'iPhone 17');
    expect(await screen.findByRole('alert')).toHaveTextContent('This choice is not available for the product.');
    expect(select).toHaveDisplayValue('Choose a model');
    expect(select).toBeInvalid();
  });

  it('changes what was chosen in place, and shows the new price', async () => {
    const item = aCartItem({ variantSelections: { size: 'M', color: 'Sand' } });
    const [medium, large] = [aVariant({ name: 'M' }), aVariant({ name: '2XL', priceModifier: '3.00' })];
    const sand = aVariant({ name: 'Sand', type: 'color' });
    const api = stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [medium, large, sand] },
      [`PATCH /api/cart/${item.id}`]: {
        json: aCart({ ...item, unitPrice: '27.00', variantSelections: { size: '2XL', color: 'Sand' } }),
      },
    });
    const { user } = openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    expect(within(line).queryByRole('combobox')).not.toBeInTheDocument();
    expect(api.callsTo(`GET /api/products/${item.productId}/variants`)).toEqual([]);
    await user.click(within(line).getByRole('button', { name: 'Change size and color of Classic T-Shirt' }));
    const select = await within(line).findByRole('combobox', { name: 'Size' });
    expect(select).toHaveDisplayValue('M');
    expect(within(line).getByRole('combobox', { name: 'Color' })).toHaveDisplayValue('Sand');
    await waitFor(() => expect(select).toHaveFocus());
    await user.selectOptions(select, '2XL');
    expect(await within(line).findByText('$27.00')).toBeVisible();
    expect(within(line).getByText(/^size:/)).toHaveTextContent('size: 2XL');
    expect(select).toHaveDisplayValue('2XL (+$3.00)');
    expect(api.callsTo(`PATCH /api/cart/${item.id}`).map(({ body }) => body)).toEqual([
      { quantity: 1, variantSelections: { size: '2XL' } },
    ]);
  });

  it('keeps what was chosen if the server refuses the change, and says why', async () => {
    const item = aCartItem({ variantSelections: { size: 'M' } });
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant({ name: 'M' }), aVariant({ name: 'L' })] },
      [`PATCH /api/cart/${item.id}`]: { status: 422, text: 'This choice is not available for the product.' },
    });
    const { user } = openShop('/cart');
    await user.click(await screen.findByRole('button', { name: 'Change size of Classic T-Shirt' }));
    const select = await screen.findByRole('combobox', { name: 'Size' });
    await user.selectOptions(select, 'L');
    expect(await screen.findByRole('alert')).toHaveTextContent('This choice is not available for the product.');
    expect(select).toHaveDisplayValue('M');
    expect(screen.getByText(/^size:/)).toHaveTextContent('size: M');
  });

  it.each([404, 409])('shows the cart as it is after a change of what another tab has changed (%s)', async (status) => {
    const item = aCartItem({ variantSelections: { size: 'M' } });
    const server = stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant({ name: 'M' }), aVariant({ name: 'L' })] },
      [`PATCH /api/cart/${item.id}`]: { status, text: 'Not found' },
    });
    const { user } = openShop('/cart');
    await user.click(await screen.findByRole('button', { name: 'Change size of Classic T-Shirt' }));
    const select = await screen.findByRole('combobox', { name: 'Size' });
    server.responses['GET /api/cart'] = { json: EMPTY_CART };
    await user.selectOptions(select, 'L');
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(screen.getByText(/^Your cart was changed in another tab or on another device\./)).toBeVisible();
  });

  it('calls what a phone case is chosen by a model', async () => {
    const product = { id: crypto.randomUUID(), title: 'Tough Case', imageUrl: null, category: 'phone-case' };
    const item = aCartItem({ product, variantSelections: { size: 'iPhone 17' } });
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant({ name: 'iPhone 17' })] },
    });
    const { user } = openShop('/cart');
    expect(await screen.findByText(/^model:/)).toHaveTextContent('model: iPhone 17');
    await user.click(screen.getByRole('button', { name: 'Change model of Tough Case' }));
    expect(await screen.findByRole('combobox', { name: 'Model' })).toHaveDisplayValue('iPhone 17');
  });

  it('offers no change of a line without choices, or that is no longer sold', async () => {
    const sold = aCartItem({ variantSelections: { size: 'M' }, available: false });
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(aCartItem(), sold) } });
    openShop('/cart');
    await screen.findByText(/^size:/);
    expect(screen.queryByRole('button', { name: /^Change/ })).not.toBeInTheDocument();
  });

  it('offers another size for one that is no longer sold', async () => {
    const item = aCartItem({
      available: false,
      variantSelections: { size: 'XL' },
      missingChoices: [{ type: 'size', label: 'size' }],
    });
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`GET /api/products/${item.productId}/variants`]: { json: [aVariant({ name: 'L' })] },
    });
    openShop('/cart');
    const line = await findLine('Classic T-Shirt');
    expect(await within(line).findByRole('combobox', { name: 'Size' })).toHaveAccessibleDescription(
      'XL is not available.',
    );
    expect(within(line).getByText(/choose another option, or remove it/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  });

  it('removes a line', async () => {
    const item = aCartItem();
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(item) },
      [`DELETE /api/cart/${item.id}`]: { json: EMPTY_CART },
    });
    const { user } = openShop('/cart');
    await user.click(within(await findLine('Classic T-Shirt')).getByRole('button', { name: 'Remove Classic T-Shirt' }));
    await findToast('Item removed from cart.');
    expect(screen.getByText('Your cart is empty')).toBeVisible();
  });

  it.each([{ json: {} }, { json: null }, { text: 'OK' }, { status: 204 }])(
    'requests the cart after a change that is answered by something else: %j',
    async (answer) => {
      const item = aCartItem({ quantity: 2 });
      const api = stubApi({
        ...anonymous,
        'GET /api/cart': { json: aCart(item) },
        [`PATCH /api/cart/${item.id}`]: answer,
        [`DELETE /api/cart/${item.id}`]: answer,
      });
      const { user } = openShop('/cart');
      const line = await findLine('Classic T-Shirt');
      api.responses['GET /api/cart'] = { json: aCart({ ...item, quantity: 3 }) };
      await user.click(within(line).getByRole('button', { name: 'Increase quantity' }));
      await waitFor(() => expect(screen.getAllByText('$72.00')).toHaveLength(3));
      api.responses['GET /api/cart'] = { json: EMPTY_CART };
      await user.click(within(line).getByRole('button', { name: 'Remove Classic T-Shirt' }));
      expect(await screen.findByText('Your cart is empty')).toBeVisible();
      await findToast('Item removed from cart.');
    },
  );

  it('keeps a line whose removal fails', async () => {
    const item = aCartItem();
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(item) }, [`DELETE /api/cart/${item.id}`]: { lost: true } });
    const { user } = openShop('/cart');
    await user.click(within(await findLine('Classic T-Shirt')).getByRole('button', { name: 'Remove Classic T-Shirt' }));
    await findToast('Remove failed', 'Could not remove item');
    expect(screen.getByRole('heading', { name: 'Classic T-Shirt' })).toBeVisible();
  });

  it.each([
    ['quantity', 404, 'Increase quantity', ['Update failed', 'Could not update quantity']],
    ['quantity', 409, 'Increase quantity', ['Update failed', 'Could not update quantity']],
    ['removal', 404, 'Remove Classic T-Shirt', ['Remove failed', 'Could not remove item']],
  ])(
    'shows the cart as it is, and says so, after another tab removed the line (%s, %s)',
    async (_, status, button, [title = '', description]) => {
      const item = aCartItem();
      const server = stubApi({
        ...anonymous,
        'GET /api/cart': { json: aCart(item) },
        [`PATCH /api/cart/${item.id}`]: { status, text: 'Not found' },
        [`DELETE /api/cart/${item.id}`]: { status, text: 'Not found' },
      });
      const { user } = openShop('/cart');
      await findLine('Classic T-Shirt');
      server.responses['GET /api/cart'] = { json: EMPTY_CART };
      await user.click(screen.getByRole('button', { name: button }));
      await findToast(title, description);
      expect(await screen.findByText('Your cart is empty')).toBeVisible();
      expect(screen.getByText(/^Your cart was changed in another tab or on another device\./)).toBeVisible();
    },
  );

  it('marks an unavailable line, leaves it out of the total and disables checkout', async () => {
    const unavailable = aCartItem({
      available: false,
      product: { id: crypto.randomUUID(), title: 'Old Hoodie', imageUrl: null },
    });
    stubApi({ ...anonymous, 'GET /api/cart': { json: aCart(aCartItem(), unavailable) } });
    openShop('/cart');
    const line = await findLine('Old Hoodie');
    expect(within(line).getByText('No longer available')).toBeVisible();
    expect(within(line).queryByRole('spinbutton')).not.toBeInTheDocument();
    expect(within(line).getByRole('button', { name: 'Remove Old Hoodie' })).not.toHaveAttribute('aria-disabled');
    expect(screen.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
    expect(screen.getAllByText('$24.00')).toHaveLength(3);
  });

  it('offers Retry, not an empty cart, when the cart cannot be loaded', async () => {
    const api = stubApi({ ...anonymous, 'GET /api/cart': { status: 503, text: 'Orders are unavailable right now.' } });
    const { user } = openShop('/cart');
    expect(await screen.findByText('Orders are unavailable right now.')).toBeVisible();
    expect(screen.queryByText('Your cart is empty')).not.toBeInTheDocument();
    api.responses['GET /api/cart'] = { json: aCart(aCartItem()) };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await findLine('Classic T-Shirt')).toBeVisible();
    expect(getCurrentAddress()).toBe('/cart');
  });
});

describe('the artwork of a line', () => {
  it('goes on another product, or is drawn in another style, in one step', async () => {
    const item = aCartItem();
    saveFinishedWizard({
      id: '/media/photo',
      imageIds: [item.generatedImageId],
      state: {
        ...EMPTY_WIZARD,
        photo: { id: null, url: '/media/photo', width: 10, height: 10 },
        styleKey: 'modern',
        petName: 'Biscuit',
        artworks: [
          { variation: 0, imageId: item.generatedImageId, imageUrl: '/media/a', background: 'style', engine: null },
        ],
      },
    });
    setCartCookie();
    stubApi({
      'GET /api/user': { status: 401, text: 'Not signed in' },
      'GET /api/cart': { json: aCart(item, aCartItem()) },
      'GET /api/styles': { json: [] },
      'GET /api/guest/designs': { json: [] },
      'GET /api/guest/orders': { json: [] },
    });
    const { user } = openShop('/cart');
    const links = await screen.findAllByRole('link', { name: /^Put it on another product/ });
    expect(links.map((link) => link.getAttribute('href'))[0]).toBe(
      `/customize?imageId=${item.generatedImageId}&imageUrl=${encodeURIComponent(item.generatedImage?.url ?? '')}`,
    );
    const [ofThisTab, other] = screen.getAllByRole('link', { name: /^Same pet, another style/ });
    expect(other).toHaveAttribute('href', expect.stringMatching(/^\/create\?again=[0-9a-f-]{36}$/));
    await user.click(ofThisTab!);
    expect(await screen.findByLabelText(/Pet name/)).toHaveValue('Biscuit');
  });

  it('of an earlier version is offered to be drawn again, where its print would be enlarged', async () => {
    const tee = aCartItem();
    const tag = aCartItem({
      generatedImageId: tee.generatedImageId,
      print: { ...tee.print!, areaPx: { widthPx: 300, heightPx: 300, shape: 'round' } },
    });
    const other = aCartItem();
    const [earlier, current] = [tee.generatedImageId, other.generatedImageId];
    const details = { width: 1024, height: 1024 };
    stubApi({
      ...anonymous,
      'GET /api/cart': { json: aCart(tee, tag, other) },
      [`GET /api/artworks/${earlier}`]: {
        json: { id: earlier, ...details, isRedrawnForPrint: false, isOfEarlierVersion: true },
      },
      [`GET /api/artworks/${current}`]: { json: { id: current, ...details, isRedrawnForPrint: true } },
    });
    openShop('/cart');
    const link = await screen.findByRole('link', { name: /^Draw again for a sharp print/ });
    expect(link).toHaveAttribute('href', `/create?again=${earlier}&same=1`);
    expect(screen.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
  });
});
