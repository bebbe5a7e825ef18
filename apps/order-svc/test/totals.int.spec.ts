import { dollars, formatCents, parseCents, type IdentityClaims } from '@shop/contracts/common';
import {
  orderTotals,
  SHIPPING_CENTS,
  TAX_PERCENT,
  type AdminOrder,
  type AdminOrderDetail,
  type AdminStats,
  type Checkout,
  type CustomerOrder,
  type Order,
  type OwnOrder,
} from '@shop/contracts/order';
import { asAdmin, asUser } from '@shop/testing';
import fc from 'fast-check';
import { intentOf, Shop } from './shop.js';
import { letterWriter, openScreens, type Letter, type Screens } from './shown-elsewhere.js';
import { StripeShop } from './stripe-shop.js';
import { KEEP_TOLD } from './told-events.js';

/** Where the money is taken: what it was told to take, and how somebody pays there. */
interface Till {
  shop: Shop;
  close(): Promise<void>;
  /** Of one payment, in every place where it stands. */
  amountsOf(clientSecret: string): Promise<unknown[]>;
  pay(user: IdentityClaims, clientSecret: string): Promise<void>;
  /** Of all payments. */
  takenCents(): Promise<unknown>;
}

async function sandboxTill(): Promise<Till> {
  const own = await Shop.open();
  return {
    shop: own,
    close: () => own.close(),
    amountsOf: async (secret) =>
      (await own.rows('SELECT amount_cents FROM sandbox_intents WHERE client_secret = $1', [secret])).map(
        ({ amount_cents }) => amount_cents,
      ),
    pay: async (user, secret) => void (await own.confirm(user, secret)),
    takenCents: async () =>
      (await own.rows(`SELECT sum(amount_cents)::bigint AS cents FROM sandbox_intents WHERE status = 'succeeded'`))[0]
        ?.cents,
  };
}

/** What was sent to Stripe, and what Stripe made of it. */
async function stripeTill(): Promise<Till> {
  const own = await StripeShop.open();
  const asked = (orderId: string) =>
    own.stripe.callsOf('POST', '/v1/payment_intents').filter(({ params }) => params['metadata[orderId]'] === orderId);
  return {
    shop: own.shop,
    close: () => own.close(),
    amountsOf: async (secret) => {
      const { amount, metadata } = own.stripe.intent(intentOf(secret));
      return [amount, ...asked(metadata.orderId ?? '').map(({ params }) => Number(params.amount))];
    },
    pay: async (_, secret) => void (await own.tell('payment_intent.succeeded', own.stripe.pay(intentOf(secret)))),
    takenCents: async () =>
      [...own.stripe.intents.values()].reduce((sum, { amount_received }) => sum + amount_received, 0),
  };
}

let till: Till;
let shop: Shop;
let screens: Screens;
let lettersOf: (order: Order) => Letter[];
beforeAll(async () => {
  [screens, lettersOf] = await Promise.all([openScreens(), letterWriter()]);
});

const line = fc.record({
  cents: fc.integer({ min: 1, max: 99_999 }),
  modifier: fc.integer({ min: 0, max: 2_000 }),
  quantity: fc.integer({ min: 1, max: 12 }),
});

/** As people read them: `$24.00`. */
type Sums = Record<'subtotal' | 'shipping' | 'tax' | 'total', string>;
const sumsOf = ({ subtotal, shipping, tax, total }: Sums): Sums => ({
  subtotal: dollars(subtotal),
  shipping: dollars(shipping),
  tax: dollars(tax),
  total: dollars(total),
});

const wordsOf = (html: string): string =>
  html
    .replace(/<(style|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ');

/** The one amount that stands behind a label; a receipt says what the tax is. */
function behind(label: string, words: string): string {
  const found = [
    ...words.matchAll(new RegExp(`\\b${label}(?: \\(${TAX_PERCENT} %\\))?:?\\s+(\\$[\\d,]+\\.\\d\\d)(?!\\d)`, 'g')),
  ].map(([, amount = '']) => amount);
  expect([label, found]).toEqual([label, [expect.any(String)]]);
  return found[0] ?? '';
}

const amountsIn = (words: string): string[] => [...words.matchAll(/\$[\d,]+\.\d\d(?!\d)/g)].map(([amount]) => amount);

const readIn = (words: string): Sums => ({
  subtotal: behind('Subtotal', words),
  shipping: behind('Shipping', words),
  tax: behind('Tax', words),
  total: behind('Total', words),
});

/** What its customer and an admin are shown of an order. */
async function shownOf(id: string, user: IdentityClaims): Promise<Sums[]> {
  const own = (await shop.service.call('GET', `/api/orders/${id}`, { as: user })).json<CustomerOrder>();
  const detail = (
    await shop.service.call('GET', `/api/admin/orders/${id}`, { as: asAdmin() })
  ).json<AdminOrderDetail>();
  return [screens.order(own), screens.receipt(own), screens.office(detail)].map((html) => readIn(wordsOf(html)));
}

/** What its customer is shown once it is paid, and finds among My Orders; there its total is the first amount, and has no label. */
async function shownAsPaid(order: Order, user: IdentityClaims): Promise<Sums[]> {
  const mine = (await shop.service.call('GET', '/api/orders', { as: user })).json<OwnOrder[]>();
  const cards = mine.filter(({ id }) => id === order.id).map((own) => wordsOf(screens.card(own)));
  const inCards = cards.map((words) => ({
    subtotal: behind('Subtotal', words),
    shipping: behind('Shipping', words),
    tax: behind('Tax', words),
    total: amountsIn(words)[0] ?? '',
  }));
  return [readIn(wordsOf(screens.thanks(order))), ...inCards];
}

/** The amounts in the row of the back office's list. */
async function inList(id: string): Promise<string[]> {
  const rows = (await shop.service.call('GET', '/api/admin/orders', { as: asAdmin() })).json<AdminOrder[]>();
  return rows.filter((row) => row.id === id).flatMap((row) => amountsIn(wordsOf(screens.row(row))));
}

/** What letters and print shops are told of an order. */
async function toldOf(orderNumber: string): Promise<Order[]> {
  const rows = await shop.rows(
    `SELECT envelope->'data'->'order' AS told FROM told WHERE envelope->'data'->'order'->>'orderNumber' = $1`,
    [orderNumber],
  );
  return rows.map(({ told }) => told as Order);
}

/** Of the admin's file: Subtotal, Shipping, Tax, Total. */
async function inFile(orderNumber: string): Promise<Sums> {
  const file = (await shop.service.call('GET', '/api/admin/orders.csv', { as: asAdmin() })).text;
  // No cell of these orders holds a comma or a quote.
  const [titles = [], ...rows] = file
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((row) => row.replaceAll('"', '').split(','));
  const row = rows.find(([first]) => first === orderNumber) ?? [];
  const cell = (title: string) => row[titles.indexOf(title)] ?? '';
  return sumsOf({ subtotal: cell('Subtotal'), shipping: cell('Shipping'), tax: cell('Tax'), total: cell('Total') });
}

it('shipping is 9.99 and tax 8 %, out of one place', () => {
  expect([SHIPPING_CENTS, TAX_PERCENT]).toEqual([999, 8]);
});

describe.each([
  { provider: 'the sandbox', open: sandboxTill, amounts: 1, numRuns: 25 },
  { provider: 'Stripe', open: stripeTill, amounts: 2, numRuns: 10 },
])('the sums of any cart that is paid at $provider', ({ open, amounts, numRuns }) => {
  beforeAll(async () => {
    till = await open();
    shop = till.shop;
    await shop.rows(KEEP_TOLD);
  });
  afterAll(() => till.close());

  it('are the same to the cent on the screens, in the order, at the provider, in the letters, and in the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (lines) => {
        const user = asUser();
        const artwork = await shop.artworkOf(user);
        for (const { cents, modifier, quantity } of lines) {
          const sold = await shop.sells({ basePrice: formatCents(cents) }, [
            { name: 'XL', priceModifier: formatCents(modifier) },
          ]);
          await shop.add(user, {
            productId: sold.id,
            generatedImageId: artwork,
            variantSelections: { size: 'XL' },
            quantity,
          });
        }
        const cart = await shop.cart(user);
        const subtotalCents = lines.reduce(
          (sum, { cents, modifier, quantity }) => sum + (cents + modifier) * quantity,
          0,
        );
        expect(parseCents(cart.subtotal)).toBe(subtotalCents);
        expect(cart.items.reduce((sum, { unitPrice, quantity }) => sum + parseCents(unitPrice) * quantity, 0)).toBe(
          subtotalCents,
        );

        const inCart = wordsOf(screens.cart(cart));
        expect([behind('Subtotal', inCart), behind('Total', inCart)]).toEqual([
          dollars(cart.subtotal),
          dollars(cart.subtotal),
        ]);

        const { totalCents } = orderTotals(subtotalCents);
        expect(totalCents).toBe(subtotalCents + 999 + Math.floor((subtotalCents * 8 + 50) / 100));
        const sums = readIn(wordsOf(screens.checkout(cart)));
        expect(sums).toMatchObject({
          subtotal: dollars(formatCents(subtotalCents)),
          total: dollars(formatCents(totalCents)),
        });

        const shown = (await shop.ship(user)).json<Checkout>();
        const { clientSecret, orderNumber } = shown;
        expect(readIn(wordsOf(screens.payment(shown.order, cart)))).toEqual(sums);
        const { order } = await shop.placed(user, intentOf(clientSecret));
        expect(sumsOf(order)).toEqual(sums);
        expect(await shownOf(order.id, user)).toEqual([sums, sums, sums]);
        expect(order.items.reduce((sum, { subtotal }) => sum + parseCents(subtotal), 0)).toBe(subtotalCents);
        expect(await till.amountsOf(clientSecret)).toEqual(Array.from({ length: amounts }, () => totalCents));

        await till.pay(user, clientSecret);
        const placed = await shop.placed(user, intentOf(clientSecret));
        expect(placed).toMatchObject({ state: 'paid' });
        expect(await shownOf(order.id, user)).toEqual([sums, sums, sums]);
        expect(await shownAsPaid(placed.order, user)).toEqual([sums, sums]);
        expect(await inList(order.id)).toEqual([sums.total]);
        const told = await toldOf(orderNumber);
        expect(told.length).toBeGreaterThanOrEqual(3);
        expect(told.map(sumsOf)).toEqual(told.map(() => sums));
        for (const { html, text } of lettersOf(told.at(-1)!))
          expect([readIn(wordsOf(html)), readIn(text)]).toEqual([sums, sums]);
        expect(await inFile(orderNumber)).toEqual(sums);
      }),
      { numRuns },
    );
  });

  it('count in the revenue as they were paid', async () => {
    const stats = (await shop.service.call('GET', '/api/admin/stats', { as: asAdmin() })).json<AdminStats>();
    expect(parseCents(stats.totalRevenue)).toBe(await till.takenCents());
  });
});
