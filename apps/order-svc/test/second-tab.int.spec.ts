import type { Cart, Checkout } from '@shop/contracts/order';
import { asGuest, eventually } from '@shop/testing';
import { intentOf, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

/** Two tags at 24.00 and a mug at 10.00, shown with their sum at the payment step of the first tab. */
async function atPayment() {
  const guest = asGuest();
  const { product: tag } = await shop.fillCart(guest, { title: 'Tag' }, { quantity: 2 });
  const { product: mug, cart } = await shop.fillCart(guest, { title: 'Mug', basePrice: '10.00' });
  const shown = (await shop.ship(guest)).json<Checkout>();
  const lineOf = (productId: string) => cart.items.find((item) => item.productId === productId)!;
  const payFor = async ({ clientSecret }: Checkout) => {
    expect((await shop.confirm(guest, clientSecret)).status).toBe(200);
    await eventually(async () =>
      expect(await shop.placed(guest, intentOf(clientSecret))).toMatchObject({ state: 'paid' }),
    );
    return (await shop.placed(guest, intentOf(clientSecret))).order;
  };
  return { guest, tag, mug, tagLine: lineOf(tag.id), mugLine: lineOf(mug.id), shown, payFor, pay: () => payFor(shown) };
}

/** With a poster in the cart, another tab has made the shipping step again. */
async function inTwoTabs() {
  const { shown: first, ...rest } = await atPayment();
  await shop.fillCart(rest.guest, { title: 'Poster', basePrice: '1.00' });
  const second = (await shop.ship(rest.guest)).json<Checkout>();
  return { ...rest, first, second };
}

const SHOWN = {
  subtotal: '58.00',
  total: '72.63',
  items: [
    { title: 'Mug', quantity: 1, unitPrice: '10.00' },
    { title: 'Tag', quantity: 2, unitPrice: '24.00' },
  ],
};
const CHANGED = [
  409,
  'Your order was changed in another tab and comes to $73.71 now. Please look at it again before you pay.',
];
const taken = async ({ orderNumber }: Checkout) =>
  (
    await shop.rows(
      `SELECT i.amount_cents FROM sandbox_intents i JOIN orders o ON o.id = i.order_id WHERE o.order_number = $1 AND i.status = 'succeeded'`,
      [orderNumber],
    )
  ).map(({ amount_cents: cents }) => cents);

describe('a cart that is changed in a second tab after the shipping step', () => {
  it('is paid as it was shown, and keeps what is new', async () => {
    const { guest, tag, tagLine, shown, pay } = await atPayment();
    expect(shown.order).toMatchObject(SHOWN);
    await shop.add(guest, { productId: tag.id, generatedImageId: tagLine.generatedImageId });
    const { product: poster } = await shop.fillCart(guest, { title: 'Poster' });
    expect(await pay()).toMatchObject(SHOWN);
    const left = (await shop.cart(guest)).items.map(({ productId, quantity }) => [productId, quantity]);
    expect(left).toEqual([
      [poster.id, 1],
      [tag.id, 1],
    ]);
  });

  it('is paid as it was shown where something was taken out, which does not come back', async () => {
    const { guest, mugLine, tagLine, pay } = await atPayment();
    await shop.service.call('DELETE', `/api/cart/${mugLine.id}`, { as: guest });
    await shop.service.call('PATCH', `/api/cart/${tagLine.id}`, { as: guest, body: { quantity: 1 } });
    expect(await pay()).toMatchObject(SHOWN);
    expect((await shop.cart(guest)).items).toEqual([]);
  });
});

describe('a shipping step that a second tab makes again with a changed cart', () => {
  it('leaves the first tab nothing to pay: it is told what the order costs now', async () => {
    const { guest, first, second } = await inTwoTabs();
    const refused = await shop.confirm(guest, first.clientSecret);
    expect([refused.status, refused.text]).toEqual(CHANGED);
    expect(await taken(second)).toEqual([]);
    const asked = await shop.aboutToPay(guest, first, 'guest@example.com');
    expect([asked.status, asked.text]).toEqual(CHANGED);
  });

  it('is paid in the second tab, with everything that it was shown', async () => {
    const { first, second, payFor } = await inTwoTabs();
    expect(second.orderNumber).toBe(first.orderNumber);
    expect(await payFor(second)).toMatchObject({
      subtotal: '59.00',
      items: [{ title: 'Poster' }, { title: 'Mug' }, { title: 'Tag' }],
    });
    expect(await taken(second)).toEqual([7_371]);
  });

  it('is paid in the first tab too, once that has been shown it', async () => {
    const { guest, second, payFor } = await inTwoTabs();
    const again = (await shop.ship(guest)).json<Checkout>();
    expect([again.revision, again.clientSecret]).toEqual([second.revision, second.clientSecret]);
    expect(await payFor(again)).toMatchObject({ total: '73.71' });
  });

  it('is told to the return page of the first payment, until it is paid', async () => {
    const { guest, first, second, payFor } = await inTwoTabs();
    expect(await shop.placed(guest, intentOf(first.clientSecret))).toMatchObject({ state: 'failed' });
    await payFor(second);
    expect(await shop.placed(guest, intentOf(first.clientSecret))).toMatchObject({
      state: 'paid',
      order: { total: '73.71' },
    });
  });

  it('writes down which intent was ended, and tells of the order once', async () => {
    const { first, second } = await inTwoTabs();
    const facts = await shop.rows('SELECT kind, reference FROM money_facts WHERE order_id = $1 ORDER BY position', [
      second.order.id,
    ]);
    const [old, present] = [intentOf(first.clientSecret), intentOf(second.clientSecret)];
    expect(facts).toEqual([
      { kind: 'intent-created', reference: old },
      { kind: 'canceled', reference: old },
      { kind: 'intent-created', reference: present },
    ]);
    expect(await shop.eventsOf(second.order.id)).toEqual(['order.placed']);
  });

  it('and a payment at that moment end in one paid order, of what was paid for', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { guest, shown } = await atPayment();
      await shop.fillCart(guest, { title: 'Poster', basePrice: '1.00' });
      const [confirmed, shipped] = await Promise.all([shop.confirm(guest, shown.clientSecret), shop.ship(guest)]);
      const orders = await shop.rows(
        `SELECT status, total_cents FROM orders WHERE guest_id = $1 AND payment_status = 'paid'`,
        [guest.guestId],
      );
      expect(await taken(shown)).toEqual(confirmed.status === 200 ? [7_263] : []);
      if (confirmed.status === 200)
        await eventually(async () =>
          expect(await shop.placed(guest, intentOf(shown.clientSecret))).toMatchObject({ state: 'paid', order: SHOWN }),
        );
      else expect([orders, shipped.json<Checkout>().order.total]).toEqual([[], '73.71']);
    }
  });
});

describe('what is asked just before the money is given', () => {
  it('is answered with the secret that pays exactly what is shown, also once it is paid', async () => {
    const { guest, shown, pay } = await atPayment();
    const ready = () => shop.aboutToPay(guest, shown, 'guest@example.com');
    expect((await ready()).json()).toEqual({ clientSecret: shown.clientSecret });
    await pay();
    expect((await ready()).json()).toEqual({ clientSecret: shown.clientSecret });
  });

  it('is refused for another address, and answered again when that is what it was', async () => {
    const { guest, shown } = await atPayment();
    await shop.ship(guest, { city: 'Chicago' });
    expect((await shop.aboutToPay(guest, shown, 'guest@example.com')).status).toBe(409);
    await shop.ship(guest);
    expect((await shop.aboutToPay(guest, shown, 'guest@example.com')).status).toBe(200);
  });

  it('is refused for an order that was cancelled', async () => {
    const { guest, shown } = await atPayment();
    await shop.rows(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [shown.order.id]);
    const refused = await shop.aboutToPay(guest, shown, 'guest@example.com');
    expect([refused.status, refused.text]).toEqual([409, 'This order can no longer be changed.']);
  });

  it('keeps a guest’s e-mail, and is refused without one (D44)', async () => {
    const { guest, shown } = await atPayment();
    const refused = await shop.aboutToPay(guest, shown);
    expect([refused.status, refused.text]).toEqual([400, 'Invalid email address']);
    await shop.aboutToPay(guest, shown, 'Guest@Example.com');
    expect((await shop.aboutToPay(guest, shown)).status).toBe(200);
    expect(await shop.orderRow(intentOf(shown.clientSecret))).toMatchObject({ email: 'guest@example.com' });
  });

  it('is not found by anybody else, and needs a session', async () => {
    const { shown } = await atPayment();
    expect((await shop.aboutToPay(asGuest(), shown, 'thief@example.com')).status).toBe(404);
    expect((await shop.aboutToPay(undefined, shown)).status).toBe(401);
  });

  it('is refused by the card form for any other amount than is shown', async () => {
    const { guest, shown } = await atPayment();
    const refused = await shop.confirm(guest, shown.clientSecret, undefined, { amountCents: 7_262 });
    expect([refused.status, refused.text]).toEqual([
      409,
      'Your order was changed in another tab and comes to $72.63 now. Please look at it again before you pay.',
    ]);
    expect((await shop.confirm(guest, shown.clientSecret, undefined, { amountCents: 7_263 })).status).toBe(200);
  });
});

describe('a price that changes after the shipping step', () => {
  it('is not charged: what was shown is', async () => {
    const { tag, shown, pay } = await atPayment();
    await shop.sells({ ...tag, basePrice: '99.00' });
    expect(await pay()).toMatchObject(SHOWN);
    expect(await taken(shown)).toEqual([7_263]);
  });

  it('is told before it can be paid, where the shipping step is made again', async () => {
    const { guest, tag, payFor } = await atPayment();
    await shop.sells({ ...tag, basePrice: '30.00' });
    const refused = await shop.ship(guest);
    expect([refused.status, refused.text]).toEqual([
      409,
      'A price in your cart has changed. Please check it and try again.',
    ]);
    expect((await shop.service.call('GET', '/api/cart', { as: guest })).json<Cart>()).toMatchObject({
      subtotal: '70.00',
    });
    const shown = (await shop.ship(guest)).json<Checkout>();
    expect(await payFor(shown)).toMatchObject({ subtotal: '70.00', total: '85.59' });
    expect(await taken(shown)).toEqual([8_559]);
  });

  it('of a product that is gone since leaves the order as it was shown', async () => {
    const { mug, pay } = await atPayment();
    await shop.deletes(mug.id);
    expect(await pay()).toMatchObject(SHOWN);
  });
});
