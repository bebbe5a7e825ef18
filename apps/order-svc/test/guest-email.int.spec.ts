import { asGuest, asUser } from '@shop/testing';
import { CARDS, Shop } from './shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop.close());

describe("a guest's e-mail", () => {
  const save = (who: ReturnType<typeof asGuest>, clientSecret: string, email: unknown) =>
    shop.service.call('POST', '/api/checkout/email', { as: who, body: { clientSecret, email } });

  it('is kept on the order, trimmed and in lower case', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const answer = await save(guest, clientSecret, ' Guest@Example.com ');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await shop.placed(guest, intentId)).order.email).toBe('guest@example.com');
  });

  it('stays when the shipping call is sent again', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    await save(guest, clientSecret, 'guest@example.com');
    await shop.ship(guest);
    expect((await shop.placed(guest, intentId)).order.email).toBe('guest@example.com');
  });

  it.each(['', 'nobody', 'a@b', undefined])('is refused when it is %j', async (email) => {
    const guest = asGuest();
    const { clientSecret } = await shop.checkOut(guest);
    const answer = await save(guest, clientSecret, email);
    expect(answer.status).toBe(400);
    if (email !== undefined) expect(answer.text).toBe('Invalid email address');
  });

  it('is not written on an order of somebody else', async () => {
    const { clientSecret } = await shop.checkOut(asGuest());
    const answer = await save(asGuest(), clientSecret, 'thief@example.com');
    expect([answer.status, answer.text]).toEqual([404, 'Not found']);
  });

  it("does not replace an account's", async () => {
    const user = asUser({ email: 'pat@example.org' });
    const { clientSecret, intentId } = await shop.checkOut(user);
    expect((await save(user, clientSecret, 'other@example.com')).status).toBe(204);
    expect((await shop.placed(user, intentId)).order.email).toBe('pat@example.org');
  });

  it('comes too late once the order is paid', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    await shop.confirm(guest, clientSecret);
    expect((await shop.placed(guest, intentId)).state).toBe('paid');
    expect((await save(guest, clientSecret, 'late@example.com')).status).toBe(409);
  });

  it('has to be there before a payment is taken (D44)', async () => {
    const guest = asGuest();
    const { clientSecret, intentId } = await shop.checkOut(guest);
    const pay = () =>
      shop.service.call('POST', '/api/sandbox/payments/confirm', {
        as: guest,
        body: { clientSecret, cardNumber: CARDS.accepted, expiry: '12/34', cvc: '123' },
      });
    const refused = await pay();
    expect([refused.status, refused.text]).toEqual([400, 'Invalid email address']);
    expect((await shop.placed(guest, intentId)).state).toBe('open');

    await save(guest, clientSecret, 'guest@example.com');
    expect((await pay()).status).toBe(200);
    expect((await shop.placed(guest, intentId)).state).toBe('paid');
  });

  it('needs a session', async () => {
    expect(
      (await shop.service.call('POST', '/api/checkout/email', { body: { clientSecret: 'x', email: 'a@example.com' } }))
        .status,
    ).toBe(401);
  });
});
