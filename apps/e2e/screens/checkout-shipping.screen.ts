import { hold, letThrough, refuse, watchCalls } from '../support/network.ts';
import {
  box,
  completeButton,
  continueButton,
  fillAddress,
  LABELS,
  openCheckout,
  openPayment,
  SHIPPING,
  sumOf,
} from '../support/checkout.ts';
import {
  changeProduct,
  expect,
  expectFailure,
  expectToast,
  fillCart,
  oneArtistPage,
  test,
  type SoldProduct,
} from '../support/screens.ts';

const MESSAGES = {
  name: 'Name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  zip: 'ZIP code is required',
  country: 'Country is required',
};
const PRICE_CHANGED = 'A price in your cart has changed. Please check it and try again.';

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const one = (product: SoldProduct) => [{ product }];

test.describe('/checkout', () => {
  test.describe('the form', () => {
    const page = oneArtistPage((opened, { drawing, tee }) => openCheckout(opened, drawing, one(tee)));

    test('Heading Checkout', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { level: 1 })).toHaveText('Checkout');
      await expect(page()).toHaveTitle('Checkout · PetArt');
    });

    test('Shipping Information form: Full Name, Address, City, State, ZIP Code, Country', { tag: '@2' }, async () => {
      await expect(page().getByRole('heading', { name: 'Shipping Information', exact: true })).toBeVisible();
      await expect(page().getByRole('main').locator('form label')).toHaveText(Object.values(LABELS));
      for (const label of Object.values(LABELS)) await expect(box(page(), label)).toBeEnabled();
    });

    test('Country (default US)', { tag: ['@2', '@9'] }, async () => {
      await expect(box(page(), 'Country')).toHaveValue('US');
      for (const label of ['Full Name', 'Address', 'City', 'State', 'ZIP Code'])
        await expect(box(page(), label)).toHaveValue('');
    });

    test('Order summary: Subtotal, Shipping (9.99), Tax, Total', { tag: '@2' }, async () => {
      await expect(page().getByRole('main').locator('dl dt')).toHaveText(['Subtotal', 'Shipping', 'Tax', 'Total']);
      await expect(page().getByRole('main').locator('dl dd')).toHaveText(['$24.00', '$9.99', '$1.92', '$35.91']);
    });

    test('Shipping form: every field required', { tag: '@5' }, async () => {
      await box(page(), 'Country').fill('');
      const calls = watchCalls(page());
      await continueButton(page()).click();
      await expect(page().getByRole('main').getByRole('alert')).toHaveText(Object.values(MESSAGES));
      expect(calls.names()).toEqual([]);
    });

    for (const [name, message] of Object.entries(MESSAGES)) {
      test(`Shipping form: ${message}`, { tag: '@5' }, async () => {
        await fillAddress(page(), { ...SHIPPING, [name]: '  ' });
        const calls = watchCalls(page());
        await continueButton(page()).click();
        await expect(page().getByRole('main').getByRole('alert')).toHaveText([message]);
        await expect(box(page(), LABELS[name as keyof typeof LABELS])).toHaveAccessibleDescription(message);
        expect(calls.names()).toEqual([]);
      });
    }
  });

  test(
    'A cart that can’t be loaded shows a sentence and a Retry button, neither the empty state nor a form',
    { tag: '@D30a' },
    async ({ artist, drawing, tee }) => {
      await fillCart(artist.request, drawing, one(tee));
      await refuse(artist, 'GET /api/cart', 503, 'Orders are unavailable right now.');
      await artist.goto('/checkout');
      const told = artist.getByRole('main').getByRole('alert');
      await expect(told).toContainText('Orders are unavailable right now.');
      await expect(artist.getByText('Your cart is empty')).toHaveCount(0);
      await expect(continueButton(artist)).toHaveCount(0);
      await letThrough(artist);
      await told.getByRole('button', { name: 'Retry', exact: true }).click();
      await expect(continueButton(artist)).toBeVisible();
    },
  );

  test('Skeleton placeholders while the cart loads', { tag: '@2' }, async ({ artist, drawing, tee }) => {
    await fillCart(artist.request, drawing, one(tee));
    const release = await hold(artist, 'GET /api/cart');
    await artist.goto('/checkout');
    await expect(artist.getByRole('main').locator('[data-skeleton]')).toHaveCount(2);
    await expect(box(artist, 'Full Name')).toHaveCount(0);
    release();
    await expect(box(artist, 'Full Name')).toBeVisible();
    await expect(artist.getByRole('main').locator('[data-skeleton]')).toHaveCount(0);
  });

  test(
    'Button Continue to Payment (reads Processing... while the call runs)',
    { tag: '@2' },
    async ({ artist, drawing, tee }) => {
      await openCheckout(artist, drawing, one(tee));
      await fillAddress(artist);
      const release = await hold(artist, 'POST /api/checkout/shipping');
      await continueButton(artist).click();
      await expect(artist.getByRole('button', { name: 'Processing...', exact: true })).toBeDisabled();
      await expect(continueButton(artist)).toHaveCount(0);
      release();
      await expect(completeButton(artist)).toBeVisible();
    },
  );

  test(
    'Shipping form: no format checks; the country stays free text',
    { tag: ['@5', '@D31c'] },
    async ({ artist, drawing, tee }) => {
      const odd = {
        name: '7',
        address: '?',
        city: '1',
        state: 'somewhere',
        zip: 'no digits',
        country: 'Republic of Elsewhere',
      };
      await openCheckout(artist, drawing, one(tee));
      await fillAddress(artist, odd);
      const calls = watchCalls(artist);
      await continueButton(artist).click();
      await expect(completeButton(artist)).toBeVisible();
      expect(calls.bodies('POST /api/checkout/shipping')).toEqual([odd]);
    },
  );

  test(
    'POST /api/checkout/shipping: name, address, city, state, zip, country; clientSecret',
    { tag: ['@3', '@7', '@D23', '@D24'] },
    async ({ artist, drawing, tee }) => {
      const calls = watchCalls(artist);
      await openPayment(artist, drawing, one(tee));
      expect(calls.bodies('POST /api/checkout/shipping')).toEqual([SHIPPING]);
      const answered = await calls.of('POST /api/checkout/shipping')[0]?.response();
      // D24: PA- and ten characters of Crockford base 32.
      expect(await answered?.json()).toMatchObject({
        clientSecret: expect.stringMatching(/.+_secret_.+/),
        orderNumber: expect.stringMatching(/^PA-[0-9A-HJKMNP-TV-Z]{10}$/),
      });
    },
  );

  test(
    'Shipping confirmed (Proceed to payment): the fields are disabled',
    { tag: ['@2', '@4', '@8'] },
    async ({ artist, drawing, tee }) => {
      await openPayment(artist, drawing, one(tee));
      await expectToast(artist, 'Shipping confirmed', 'Proceed to payment');
      for (const [name, label] of Object.entries(LABELS)) {
        await expect(box(artist, label)).toBeDisabled();
        await expect(box(artist, label)).toHaveValue(SHIPPING[name as keyof typeof SHIPPING]);
      }
      await expect(continueButton(artist)).toHaveCount(0);
    },
  );

  test(
    'Shipping failure: Error, Could not process shipping information',
    { tag: '@8' },
    async ({ artist, drawing, tee }) => {
      await openCheckout(artist, drawing, one(tee));
      await fillAddress(artist);
      await refuse(artist, 'POST /api/checkout/shipping', 503, 'Orders are unavailable right now.');
      const calls = watchCalls(artist);
      await continueButton(artist).click();
      await expectFailure(artist, 'Error', 'Could not process shipping information');
      await expect(continueButton(artist)).toBeEnabled();
      await expect(completeButton(artist)).toHaveCount(0);
      for (const label of Object.values(LABELS)) await expect(box(artist, label)).toBeEnabled();
      expect(calls.of('POST /api/checkout/shipping')).toHaveLength(1);
    },
  );

  test(
    'Checkout total = subtotal + 9.99 + 8% of subtotal, to two decimals',
    { tag: ['@9', '@D23'] },
    async ({ artist, drawing, office, ownProduct }) => {
      await fillCart(artist.request, drawing, one(ownProduct));
      // 8 % of 30.07 is 2.4056, of 30.06 it is 2.4048.
      for (const [price, subtotal, tax] of [
        ['30.07', 3007, 241],
        ['30.06', 3006, 240],
      ] as const) {
        await changeProduct(office, ownProduct, { basePrice: price });
        await expect
          .poll(async () => ((await (await artist.request.get('/api/cart')).json()) as { subtotal: string }).subtotal)
          .toBe(price);
        await artist.goto('/checkout');
        await expect(sumOf(artist, 'Subtotal')).toHaveText(dollars(subtotal));
        await expect(sumOf(artist, 'Tax')).toHaveText(dollars(tax));
        await expect(sumOf(artist, 'Total')).toHaveText(dollars(subtotal + 999 + tax));
      }
    },
  );

  test('/checkout with an empty cart shows the cart’s empty state', { tag: '@D31c' }, async ({ passerby }) => {
    await passerby.goto('/checkout');
    await expect(passerby.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(passerby.getByRole('heading', { name: 'Your cart is empty', exact: true })).toBeVisible();
    await expect(
      passerby.getByText('Start creating AI art and add products to your cart', { exact: true }),
    ).toBeVisible();
    await expect(passerby.getByRole('link', { name: 'Create AI Art', exact: true })).toHaveAttribute('href', '/create');
    await expect(box(passerby, 'Full Name')).toHaveCount(0);
  });

  test(
    'The same cart sent again updates that order; it never makes a second one',
    { tag: '@D23' },
    async ({ artist, drawing, tee }) => {
      const calls = watchCalls(artist);
      // Read at once: a browser forgets an answer with its page.
      const answered = async (): Promise<unknown> =>
        (await calls.of('POST /api/checkout/shipping').at(-1)?.response())?.json();
      await openPayment(artist, drawing, one(tee));
      const first = await answered();
      await artist.reload();
      await continueButton(artist).click();
      await expect(completeButton(artist)).toBeVisible();
      expect(calls.of('POST /api/checkout/shipping')).toHaveLength(2);
      expect(await answered()).toEqual(first);
    },
  );

  test(
    'A price that changed since the cart was shown: 409 with its sentence; the next call goes through at the price the cart shows',
    { tag: ['@D21', '@D33'] },
    async ({ artist, drawing, member, memberDrawing, office, ownProduct }) => {
      await openCheckout(artist, drawing, one(ownProduct));
      await fillAddress(artist);
      await expect(sumOf(artist, 'Subtotal')).toHaveText('$30.00');
      await fillCart(member.request, memberDrawing, one(ownProduct));
      await changeProduct(office, ownProduct, { basePrice: '33.00' });
      // Somebody else looks: a look of one's own would tell the price.
      await expect
        .poll(async () => ((await (await member.request.get('/api/cart')).json()) as { subtotal: string }).subtotal)
        .toBe('33.00');
      const calls = watchCalls(artist);
      await continueButton(artist).click();
      await expectFailure(artist, 'Error', PRICE_CHANGED);
      expect((await calls.of('POST /api/checkout/shipping')[0]?.response())?.status()).toBe(409);
      await expect(sumOf(artist, 'Subtotal')).toHaveText('$33.00');
      await continueButton(artist).click();
      await expect(completeButton(artist)).toBeVisible();
    },
  );

  test(
    'A line that went out of sale: checkout says so (409) instead of charging something else',
    { tag: ['@D21', '@D34'] },
    async ({ artist, drawing, office, ownProduct, tee }) => {
      await openCheckout(artist, drawing, [{ product: ownProduct }, { product: tee }]);
      await fillAddress(artist);
      await changeProduct(office, ownProduct, { active: false });
      const tried = { data: { productId: ownProduct.id, generatedImageId: tee.id } };
      await expect
        .poll(async () => (await office.post('/api/cart', tried)).text())
        .toBe('This product is no longer available.');
      const calls = watchCalls(artist);
      await continueButton(artist).click();
      await expectFailure(
        artist,
        'Error',
        'Something in your cart is no longer available. Please remove it and try again.',
      );
      expect((await calls.of('POST /api/checkout/shipping')[0]?.response())?.status()).toBe(409);
      await expect(completeButton(artist)).toHaveCount(0);
      await expect(sumOf(artist, 'Subtotal')).toHaveText('$24.00');
    },
  );
});
