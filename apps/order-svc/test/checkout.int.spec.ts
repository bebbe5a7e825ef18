import { jest } from '@jest/globals';
import {
  type Checkout,
  checkoutConfigSchema,
  checkoutSchema,
  type PaymentSecret,
  placedOrderSchema,
} from '@shop/contracts-order';
import { type TestResponse, asAdmin, asGuest, asUser } from '@shop/testing';
import fc from 'fast-check';
import { formatCents, type Problem } from '@shop/contracts-common';
import { RECORD_PUBLISHED } from './support/published-events.js';
import { CUSTOMS_NOTICE } from '../src/addresses/customs-area.rules.js';
import { ADDRESS, getIntentId, TestShop } from './support/test-shop.js';

let shop: TestShop;
beforeAll(async () => {
  shop = await TestShop.open();
  await shop.query(RECORD_PUBLISHED);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => shop.close());

const intentsOf = async (orderId: string) =>
  (await shop.stripe.listIntents()).filter(({ metadata }) => metadata.orderId === orderId);

const offers = (answers: readonly TestResponse[]) =>
  new Set(
    answers.map((answer) =>
      [
        answer.json<Checkout>().clientSecret,
        answer.json<Checkout>().orderNumber,
        answer.json<Checkout>().revision,
      ].join(),
    ),
  );

const ordersOf = (guestId: string | undefined) => shop.query('SELECT * FROM orders WHERE guest_id = $1', [guestId]);

describe('the shipping call', () => {
  it('creates the order with its totals, and returns the client secret', async () => {
    const guest = asGuest();
    await shop.fillCart(guest, { basePrice: '18.69' }, { quantity: 3 });
    const answer = await shop.submitShipping(guest);
    expect(answer.status).toBe(200);
    expect(checkoutSchema.parse(answer.json())).toEqual(answer.json());
    const { orderNumber, order } = answer.json<Checkout>();
    expect(orderNumber).toMatch(/^PA-[0-9A-HJKMNP-TV-Z]{10}$/);
    const [intent] = await intentsOf(order.id);
    const placed = await shop.getPlacedOrder(guest, intent?.id ?? '');
    expect(placedOrderSchema.parse(placed)).toEqual(placed);
    // 56.07 + 9.99 + 4.4856, rounded half up
    expect(placed).toMatchObject({
      state: 'open',
      paymentMessage: null,
      order: {
        orderNumber,
        status: 'created',
        paymentStatus: 'pending',
        email: null,
        subtotal: '56.07',
        shipping: '9.99',
        tax: '4.49',
        total: '70.55',
        shippingAddress: ADDRESS,
      },
    });
    expect(intent).toMatchObject({ amount: 7_055, currency: 'usd' });
  });

  it('stores the country as its code, in whatever language it is written', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const answer = await shop.submitShipping(guest, { country: 'Deutschland', state: 'n/a', zip: '80331' });
    expect(answer.json<Checkout>().order.shippingAddress).toEqual({
      ...ADDRESS,
      country: 'DE',
      state: '',
      zip: '80331',
    });
    // The page refreshes the checkout with the address that it got.
    const again = await shop.submitShipping(guest, answer.json<Checkout>().order.shippingAddress);
    expect(again.json<Checkout>().revision).toBe(answer.json<Checkout>().revision);
  });

  it.each([
    [{ country: 'Freedonia' }, 'country', /^We don’t know this country\. Please choose/],
    [{ country: 'Россия' }, 'country', /^We can’t deliver to Russia\./],
    [{ country: 'Brasil' }, 'country', /^We can’t deliver to Brazil yet, because parcels need a tax number/],
    [{ state: 'Bavaria' }, 'state', /^We don’t know this state\./],
    [{ state: '', country: 'Canada', zip: 'H3Z 2Y7' }, 'state', /^State is required$/],
    [{ state: 'MA', zip: '2134' }, 'zip', /Did you mean 02134\?$/],
    [{ city: 'Київ' }, 'city', /in Latin letters, such as Kyiv\.$/],
    [{ zip: '-' }, 'zip', /^Please give the ZIP code/],
    [{ address: 'a'.repeat(36) }, 'address', /^Parcel labels have two lines of 35 characters/],
  ])('refuses %j before any order or payment exists, with the message at the field %s', async (change, field, text) => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const answer = await shop.service.call('POST', '/api/checkout/shipping', {
      as: guest,
      body: { ...ADDRESS, ...change },
      headers: { accept: 'application/problem+json' },
    });
    expect([answer.status, answer.json<Problem>().code]).toEqual([422, 'ADDRESS_NOT_SHIPPABLE']);
    expect(answer.json<Problem>().errors).toEqual({ [field]: expect.stringMatching(text) });
    expect(answer.json<Problem>().detail).toMatch(text);
    expect(await ordersOf(guest.guestId)).toEqual([]);
  });

  it('says what customs may charge for an address in another customs area', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const german = { address: 'Elbchaussee 1', city: 'Hamburg', state: '-', zip: '22765', country: 'DE' };
    expect((await shop.submitShipping(guest, german)).json<Checkout>().customsNotice).toBe(CUSTOMS_NOTICE);
  });

  it('stores a second line and a phone number, and answers doubts without stopping the order', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const plain = (await shop.submitShipping(guest)).json<Checkout>();
    expect(plain).not.toHaveProperty('addressDoubts');
    expect(plain).not.toHaveProperty('customsNotice');
    const further = { address2: 'Apt 4', phone: '+1 217 555 0100', zip: '02134' };
    const changed = (await shop.submitShipping(guest, further)).json<Checkout>();
    expect(changed.order.shippingAddress).toEqual({ ...ADDRESS, ...further });
    expect(changed.addressDoubts).toEqual([
      'The ZIP code 02134 is in Massachusetts, not in Illinois. Please check both.',
    ]);
    expect(changed.revision).not.toBe(plain.revision);
    // Empty fields of other clients count as none.
    const emptied = (await shop.submitShipping(guest, { address2: ' ', phone: '' })).json<Checkout>();
    expect(emptied.revision).toBe(plain.revision);
    expect(emptied.order.shippingAddress).toEqual(ADDRESS);
  });

  it('names the countries that the shop delivers to', async () => {
    const { countries = [] } = checkoutConfigSchema.parse(
      (await shop.service.call('GET', '/api/checkout/config')).json(),
    );
    expect(countries).toEqual(expect.arrayContaining(['AT', 'DE', 'GB', 'JP', 'US']));
    for (const country of ['BR', 'KR', 'RU', 'CU', 'KP']) expect(countries).not.toContain(country);
  });

  it('stores the order of a signed-in customer under the account and its email', async () => {
    const user = asUser({ email: 'pat@example.org' });
    const { intentId } = await shop.checkOut(user);
    expect(await shop.getOrderRow(intentId)).toMatchObject({
      user_id: user.userId,
      guest_id: null,
      email: 'pat@example.org',
    });
  });

  it('updates the order of a changed cart, with a new intent for the one it cancels', async () => {
    const guest = asGuest();
    const first = await shop.checkOut(guest);
    await shop.fillCart(guest, { basePrice: '10.00' });
    const second = (await shop.submitShipping(guest, { name: 'Chris Doe' })).json<Checkout>();
    expect(second.orderNumber).toBe(first.orderNumber);
    const { order } = await shop.getPlacedOrder(guest, getIntentId(second.clientSecret));
    expect(order).toMatchObject({ subtotal: '34.00', total: '46.71', shippingAddress: { name: 'Chris Doe' } });
    expect(second.order).toEqual(order);
    expect(order.items).toHaveLength(2);
    expect(await intentsOf(order.id)).toMatchObject([
      { amount: 3_591, status: 'canceled' },
      { amount: 4_671, status: 'requires_payment_method' },
    ]);
    expect(await ordersOf(guest.guestId)).toHaveLength(1);
    expect(await shop.listEventTypes(order.id)).toEqual(['order.placed']);
  });

  it('reuses the intent for the same cart, whatever the address', async () => {
    const guest = asGuest();
    const first = await shop.checkOut(guest);
    const same = (await shop.submitShipping(guest)).json<Checkout>();
    expect([same.clientSecret, same.revision]).toEqual([first.clientSecret, first.revision]);
    const moved = (await shop.submitShipping(guest, { city: 'Chicago' })).json<Checkout>();
    expect(moved).toMatchObject({ clientSecret: first.clientSecret, order: { shippingAddress: { city: 'Chicago' } } });
    expect(moved.revision).not.toBe(first.revision);
  });

  it('creates one order for twelve parallel calls, with one intent', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.submitShipping(guest)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(offers(answers).size).toBe(1);
    const orders = await ordersOf(guest.guestId);
    expect(orders).toHaveLength(1);
    expect(await intentsOf(orders[0]?.id as string)).toHaveLength(1);
    expect(await shop.listEventTypes(orders[0]?.id as string)).toEqual(['order.placed']);
  });

  it.each([
    ['an anonymous caller', undefined],
    ['a session without a cart', asGuest()],
  ])('answers %s that the cart is empty', async (_, who) => {
    const answer = await shop.submitShipping(who);
    expect([answer.status, answer.text]).toEqual([409, 'Your cart is empty']);
  });

  it.each(['\u0000', 'Pat \ud800'])('refuses the name %j, which PostgreSQL cannot store', async (name) => {
    expect((await shop.submitShipping(asGuest(), { name })).text).toBe(
      'The text holds a character that cannot be kept.',
    );
  });

  it('names each wrong field in a problem document', async () => {
    const answer = await shop.service.call('POST', '/api/checkout/shipping', {
      as: asGuest(),
      body: { ...ADDRESS, name: '', zip: '' },
      headers: { accept: 'application/problem+json' },
    });
    expect(answer.json()).toMatchObject({
      status: 400,
      errors: { name: 'Name is required', zip: 'ZIP code is required' },
    });
  });
});

describe('the checkout configuration', () => {
  it('gives the browser the public key only', async () => {
    const answer = await shop.service.call('GET', '/api/checkout/config');
    expect(checkoutConfigSchema.parse(answer.json())).toMatchObject({
      provider: 'stripe',
      publishableKey: 'pk_test_shop',
    });
    expect(answer.text).not.toContain('sk_test');
  });
});

/** Two tags at 24.00 and a mug at 10.00, and the payment step of the first tab. */
async function openPaymentStep() {
  const guest = asGuest();
  const { product: tag } = await shop.fillCart(guest, { title: 'Tag' }, { quantity: 2 });
  const { product: mug, cart } = await shop.fillCart(guest, { title: 'Mug', basePrice: '10.00' });
  const displayed = await shop.openPaymentStep(guest);
  const lineOf = (productId: string) => cart.items.find((item) => item.productId === productId)!;
  const payFor = async ({ clientSecret }: Checkout) => {
    await shop.payByCard(getIntentId(clientSecret));
    return (await shop.getPlacedOrder(guest, getIntentId(clientSecret))).order;
  };
  return {
    guest,
    tag,
    mug,
    tagLine: lineOf(tag.id),
    mugLine: lineOf(mug.id),
    shown: displayed,
    payFor,
    pay: () => payFor(displayed),
  };
}

/** The first tab, after a second tab added a poster and submitted the shipping step again. */
async function openSecondTab() {
  const { shown: first, ...rest } = await openPaymentStep();
  await shop.fillCart(rest.guest, { title: 'Poster', basePrice: '1.00' });
  const second = (await shop.submitShipping(rest.guest)).json<Checkout>();
  return { ...rest, first, second };
}

const DISPLAYED_ORDER = {
  subtotal: '58.00',
  total: '72.63',
  items: [
    { title: 'Mug', quantity: 1, unitPrice: '10.00' },
    { title: 'Tag', quantity: 2, unitPrice: '24.00' },
  ],
};

const ORDER_CHANGED_RESPONSE = [
  409,
  'Your order was changed in another tab and comes to $73.71 now. Please look at it again before you pay.',
];

const listChargedAmounts = async ({ order }: Checkout) =>
  (await intentsOf(order.id)).filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);

describe('a cart that changes in a second tab after the shipping step', () => {
  it('is paid as displayed, and keeps the new item', async () => {
    const { guest, tag, tagLine, shown, pay } = await openPaymentStep();
    expect(shown.order).toMatchObject(DISPLAYED_ORDER);
    await shop.addToCart(guest, { productId: tag.id, generatedImageId: tagLine.generatedImageId });
    const { product: poster } = await shop.fillCart(guest, { title: 'Poster' });
    expect(await pay()).toMatchObject(DISPLAYED_ORDER);
    const left = (await shop.getCart(guest)).items.map(({ productId, quantity }) => [productId, quantity]);
    expect(left).toEqual([
      [poster.id, 1],
      [tag.id, 1],
    ]);
  });
});

describe('a shipping step that a second tab submits again with a changed cart', () => {
  it('refuses the payment of the first tab and shows the new total', async () => {
    const { guest, first, second } = await openSecondTab();
    expect(await shop.stripe.getIntent(first.intentId)).toMatchObject({ status: 'canceled' });
    expect(await listChargedAmounts(second)).toEqual([]);
    const asked = await shop.requestPayment(guest, first, 'guest@example.com');
    expect([asked.status, asked.text]).toEqual(ORDER_CHANGED_RESPONSE);
  });
});

describe('the payment call before a card is charged', () => {
  it('returns the secret that pays exactly the displayed revision, also after the payment', async () => {
    const { guest, shown, pay } = await openPaymentStep();
    const ready = () => shop.requestPayment(guest, shown, 'guest@example.com');
    expect((await ready()).json()).toEqual({ clientSecret: shown.clientSecret });
    await pay();
    expect((await ready()).json()).toEqual({ clientSecret: shown.clientSecret });
  });

  it('refuses a cancelled order', async () => {
    const { guest, shown } = await openPaymentStep();
    await shop.query(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [shown.order.id]);
    const refused = await shop.requestPayment(guest, shown, 'guest@example.com');
    expect([refused.status, refused.text]).toEqual([409, 'This order can no longer be changed.']);
  });

  it.each([
    ['whose product is off sale', { active: false }, {}, 409],
    ['whose size is off sale', {}, { active: false }, 409],
    ['whose size was replaced by another', {}, { id: crypto.randomUUID() }, 409],
    ['whose size has another name', {}, { name: 'Medium' }, 200],
  ])('answers for an order %s', async (_, productChange, sizeChange, status) => {
    const guest = asGuest();
    const size = { id: crypto.randomUUID(), type: 'size', name: 'M' } as const;
    const product = await shop.addProduct({}, [size]);
    const generatedImageId = await shop.addArtwork(guest);
    await shop.addToCart(guest, { productId: product.id, generatedImageId, variantSelections: { size: 'M' } });
    const shown = (await shop.submitShipping(guest)).json<Checkout>();
    await shop.addProduct({ ...product, ...productChange }, [{ ...size, ...sizeChange }]);
    expect(await shop.requestPayment(guest, shown, 'guest@example.com')).toMatchObject({ status });
  });

  it('stores a guest’s email, and is refused without one', async () => {
    const guest = asGuest();
    await shop.fillCart(guest);
    const shown = (await shop.submitShipping(guest)).json<Checkout>();
    const refused = await shop.requestPayment(guest, shown);
    expect([refused.status, refused.text]).toEqual([400, 'Invalid email address']);
    const { clientSecret } = (await shop.requestPayment(guest, shown, 'Guest@Example.com')).json<PaymentSecret>();
    expect((await shop.requestPayment(guest, shown)).json()).toEqual({ clientSecret });
    expect((await shop.submitShipping(guest)).json()).toMatchObject({
      clientSecret,
      order: { email: 'guest@example.com' },
    });
  });
});

describe('a price that changes after the shipping step', () => {
  it('is not charged', async () => {
    const { tag, shown, pay } = await openPaymentStep();
    await shop.addProduct({ ...tag, basePrice: '99.00' });
    expect(await pay()).toMatchObject(DISPLAYED_ORDER);
    expect(await listChargedAmounts(shown)).toEqual([7_263]);
  });
});

describe("a guest's email", () => {
  const saveEmail = (who: ReturnType<typeof asGuest>, clientSecret: string, email: unknown) =>
    shop.service.call('POST', '/api/checkout/email', { as: who, body: { clientSecret, email } });

  it('is stored on the order, trimmed and in lower case', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answer = await saveEmail(guest, clientSecret, ' Guest@Example.com ');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await shop.getPlacedOrder(guest, intentId)).order.email).toBe('guest@example.com');
  });

  it('is refused if it is invalid', async () => {
    const guest = asGuest();
    const { clientSecret } = await shop.checkOut(guest);
    const answer = await saveEmail(guest, clientSecret, 'nobody');
    expect([answer.status, answer.text]).toEqual([400, 'Invalid email address']);
  });

  it("does not replace an account's", async () => {
    const user = asUser({ email: 'pat@example.org' });
    const { clientSecret, intentId } = await shop.checkOut(user);
    expect((await saveEmail(user, clientSecret, 'other@example.com')).status).toBe(204);
    expect((await shop.getPlacedOrder(user, intentId)).order.email).toBe('pat@example.org');
  });

  it('is refused once the order is paid', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    await shop.payByCard(intentId);
    expect((await saveEmail(guest, clientSecret, 'late@example.com')).status).toBe(409);
  });
});

const line = fc.record({
  cents: fc.integer({ min: 1, max: 99_999 }),
  modifier: fc.integer({ min: 0, max: 2_000 }),
  quantity: fc.integer({ min: 1, max: 12 }),
});

it('any cart costs the same to the cent in the order, at the provider, in events, in every response and in the CSV file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (lines) => {
      const user = asUser();
      const generatedImageId = await shop.addArtwork(user);
      for (const { cents, modifier, quantity } of lines) {
        const { id: productId } = await shop.addProduct({ basePrice: formatCents(cents) }, [
          { name: 'XL', priceModifier: formatCents(modifier) },
        ]);
        await shop.addToCart(user, { productId, generatedImageId, variantSelections: { size: 'XL' }, quantity });
      }
      const subtotalCents = lines.reduce(
        (sum, { cents, modifier, quantity }) => sum + (cents + modifier) * quantity,
        0,
      );
      const taxCents = Math.floor((subtotalCents * 8 + 50) / 100);
      const [subtotal, tax, total] = [subtotalCents, taxCents, subtotalCents + 999 + taxCents].map(formatCents);
      const sums = { subtotal, shipping: '9.99', tax, total };
      expect((await shop.getCart(user)).subtotal).toBe(subtotal);

      const { clientSecret, order } = (await shop.submitShipping(user)).json<Checkout>();
      expect(order).toMatchObject(sums);
      const [intent] = await intentsOf(order.id);
      expect(formatCents(intent?.amount ?? 0)).toBe(total);
      await shop.payByCard(getIntentId(clientSecret));
      expect(await shop.getPlacedOrder(user, getIntentId(clientSecret))).toMatchObject({ state: 'paid', order: sums });
      const events = await shop.query(
        `SELECT envelope->'data'->'order' AS "order" FROM published WHERE envelope->>'subject' = $1`,
        [`order/${order.id}`],
      );
      expect(events).toEqual(Array.from({ length: 3 }, () => ({ order: expect.objectContaining(sums) as unknown })));
      const call = (path: string, as = asAdmin()) => shop.service.call('GET', path, { as });
      expect((await call(`/api/orders/${order.id}`, user)).json()).toMatchObject({ order: sums });
      expect((await call('/api/orders', user)).json()).toMatchObject([sums]);
      expect((await call(`/api/admin/orders/${order.id}`)).json()).toMatchObject(sums);
      const row = (await call('/api/admin/orders.csv')).text
        .split('\r\n')
        .find((text) => text.includes(order.orderNumber));
      expect(row?.replaceAll('"', '')).toContain(`,${subtotal},9.99,${tax},${total},`);
    }),
    { numRuns: 10 },
  );
});
