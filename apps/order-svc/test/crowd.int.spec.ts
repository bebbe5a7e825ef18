import type { IdentityClaims } from '@shop/contracts/common';
import type { Checkout } from '@shop/contracts/order';
import { asGuest, asUser, eventually, type Answer, type TestService } from '@shop/testing';
import { SubmitOrder } from '../src/fulfilment/submit-order.js';
import { HeldOrders } from './held-orders.js';
import { intentOf, Shop } from './shop.js';
import { deliver, eventAbout, paySilently } from './webhooks.js';

const VISITORS = 12;

let shop: Shop;
const orders = new HeldOrders(() => shop);
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

interface Visit {
  /** As whom this visitor acts by now. */
  who: IdentityClaims;
  user: IdentityClaims;
  artwork: string;
  added: number;
  answers: Answer[];
}

async function startVisit(): Promise<Visit> {
  const guest = asGuest();
  return {
    who: guest,
    user: asUser({ guestId: guest.guestId }),
    artwork: await shop.artworkOf(guest),
    added: 0,
    answers: [],
  };
}

async function add(visit: Visit, productId: string, as = visit.who): Promise<void> {
  const answer = await shop.add(as, { productId, generatedImageId: visit.artwork });
  if (answer.status === 200) visit.added += 1;
  visit.answers.push(answer);
}

const ship = async (visit: Visit, as = visit.who): Promise<void> => void visit.answers.push(await shop.ship(as));
const look = async (visit: Visit, as = visit.who): Promise<void> =>
  void visit.answers.push(await shop.service.call('GET', '/api/cart', { as }));

/** Fills a cart from several tabs while it is checked out, pays while more is put in, and signs in somewhere on the way. */
async function shopAround(
  visit: Visit,
  products: string[],
  signsIn: 'never' | 'while filling' | 'while paying',
): Promise<void> {
  const [one = '', two = '', three = ''] = products;
  const filling = [
    add(visit, one),
    add(visit, two),
    add(visit, one),
    ship(visit),
    add(visit, three),
    ship(visit),
    look(visit),
  ];
  if (signsIn === 'while filling') filling.push(look(visit, visit.user), ship(visit, visit.user));
  await Promise.all(filling);
  if (signsIn === 'while filling') visit.who = visit.user;
  await look(visit);

  const answer = await shop.ship(visit.who);
  visit.answers.push(answer);
  if (answer.status !== 200) return;
  const { clientSecret } = answer.json<Checkout>();
  const paying = [
    shop.confirm(visit.who, clientSecret),
    shop.confirm(visit.who, clientSecret),
    add(visit, one),
    look(visit),
  ];
  if (signsIn === 'while paying') paying.push(look(visit, visit.user), add(visit, two, visit.user));
  visit.answers.push(...(await Promise.all(paying)).filter((result) => result !== undefined));
  const state = () => shop.service.call('GET', `/api/checkout/orders/${intentOf(clientSecret)}`, { as: visit.user });
  await eventually(async () => expect((await state()).text).toContain('"state":"paid"'));
}

describe('a crowd that does everything at the same time', () => {
  it('meets no fault, and every piece put in is in the end either paid for or still in the cart', async () => {
    const products = await Promise.all([
      shop.sells(),
      shop.sells({ basePrice: '10.00' }),
      shop.sells({ basePrice: '0.99' }),
    ]);
    const visits = await Promise.all(Array.from({ length: VISITORS }, startVisit));
    const ways = ['never', 'while filling', 'while paying'] as const;
    await Promise.all(
      visits.map((visit, index) =>
        shopAround(
          visit,
          products.map(({ id }) => id),
          ways[index % ways.length] ?? 'never',
        ),
      ),
    );

    const faults = visits.flatMap(({ answers }) => answers).filter(({ status }) => status >= 500);
    expect(faults.map(({ status, text }) => `${status}: ${text}`)).toEqual([]);
    for (const visit of visits) {
      const { itemCount } = await shop.cart(visit.user);
      const [paid] = await shop.rows(
        `SELECT COALESCE(sum(i.quantity), 0)::int AS pieces FROM orders o JOIN order_items i ON i.order_id = o.id
         WHERE o.payment_status = 'paid' AND (o.user_id = $1 OR o.guest_id = $2)`,
        [visit.user.userId, visit.user.guestId],
      );
      expect(itemCount + (paid?.pieces as number)).toBe(visit.added);
    }
    expect(
      await shop.rows(
        `SELECT 1 FROM orders o JOIN sandbox_intents i ON i.id = o.payment_intent_id WHERE i.status = 'succeeded' AND i.amount_cents <> o.total_cents`,
      ),
    ).toEqual([]);
    expect(
      await shop.rows(
        `SELECT order_id FROM order_items i JOIN orders o ON o.id = i.order_id GROUP BY order_id, o.subtotal_cents HAVING sum(i.subtotal_cents) <> o.subtotal_cents`,
      ),
    ).toEqual([]);
    expect(
      await shop.rows(
        `SELECT envelope->>'subject' FROM outbox WHERE envelope->>'type' = 'order.paid' GROUP BY 1 HAVING count(*) > 1`,
      ),
    ).toEqual([]);
  });
});

/** Both instances hand over whatever is due, several times at once. */
async function printedBy(other: TestService, id: string): Promise<void> {
  try {
    await orders.drawFiles({ id });
    await orders.endHold({ id });
    await Promise.all(
      [shop.service, other].flatMap((instance) =>
        Array.from({ length: 5 }, () => instance.get(SubmitOrder).submitDue()),
      ),
    );
  } finally {
    await other.stop();
  }
}

/** Who is told that the service is busy (D3) asks again, as a page and a payment provider do. */
async function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 && answer.text.includes('SERVICE_BUSY') ? untilServed(ask) : answer;
}

describe('two hundred who ask and tell of one payment at the same time', () => {
  /** That `order.paid`, told once here, becomes one letter however often it is delivered: support-svc's letters-once.int.spec.ts, and crowd.api.ts of the whole shop. */
  it('make one paid order, told once and printed once, and leave an empty cart', async () => {
    const guest = asGuest();
    const { intentId } = await shop.checkOut(guest);
    await paySilently(shop, intentId);
    const [event, same] = [await eventAbout(shop, intentId), await eventAbout(shop, intentId)];
    const askers = [
      () => shop.service.call('GET', `/api/checkout/orders/${intentId}`, { as: guest }),
      () => deliver(shop, event),
      () => deliver(shop, same),
      () => deliver(shop, event),
    ];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => untilServed(askers[index % askers.length]!)),
    );
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);

    const { id, status, payment_status: payment } = await shop.orderRow(intentId);
    expect([status, payment]).toEqual(['paid', 'paid']);
    expect(await shop.eventsOf(id as string)).toEqual(['order.placed', 'order.paid', 'order.status-changed']);
    expect(
      await shop.rows(`SELECT action FROM order_history WHERE order_id = $1 AND action = 'order.paid'`, [id]),
    ).toHaveLength(1);
    expect(
      await shop.rows(`SELECT amount_cents FROM money_facts WHERE order_id = $1 AND kind = 'succeeded'`, [id]),
    ).toEqual([{ amount_cents: 3_591 }]);
    expect((await shop.cart(guest)).items).toEqual([]);

    await printedBy(await shop.secondInstance(), id as string);
    await eventually(async () =>
      expect(await shop.rows('SELECT state, attempts FROM fulfilments WHERE order_id = $1', [id])).toEqual([
        { state: 'submitted', attempts: 1 },
      ]),
    );
    expect(await shop.rows('SELECT told FROM sandbox_print_orders WHERE order_id = $1', [id])).toHaveLength(1);
  });
});
