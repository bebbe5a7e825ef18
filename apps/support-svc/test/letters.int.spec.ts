import { randomUUID } from 'node:crypto';
import { artworkCompleted, printFileCompleted } from '@shop/contracts/art';
import type { EventDefinition, EventInput, EventPayload } from '@shop/contracts/common';
import { passwordChanged, passwordResetRequested, userErased, userRegistered } from '@shop/contracts/identity';
import { orderPaid, orderRefunded, orderStatusChanged, type Order, type OrderStatus } from '@shop/contracts/order';
import { eventually, publishEvent, testTransports } from '@shop/testing';
import { LetterOffice, newAddress, ORIGIN } from './letter-office.js';
import { sampleItem, sampleOrder } from './letter-samples.js';
import type { ReceivedMail } from './mail-server.js';

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'letters, with events over %s',
  (_, transport) => {
    let office: LetterOffice;
    let database: LetterOffice['database'];
    let server: LetterOffice['server'];

    beforeAll(async () => {
      office = await LetterOffice.ofShop(transport);
      ({ database, server } = office);
    });
    afterAll(async () => {
      await office.close();
      await transport.close();
    });

    const tell = <Definition extends EventDefinition>(
      definition: Definition,
      subject: string,
      data: EventInput<Definition>,
      more: { id?: string; sequence?: number } = {},
    ) => publishEvent(transport, definition, { subject, data, ...more });
    const register = async (
      email: string,
      change: Partial<EventPayload<typeof userRegistered>> = {},
    ): Promise<string> => {
      const userId = change.userId ?? randomUUID();
      await tell(userRegistered, `user/${userId}`, {
        userId,
        email,
        firstName: 'Pat',
        role: 'user',
        registeredAt: new Date().toISOString(),
        ...change,
      });
      return userId;
    };
    const rowsOf = (key: string) =>
      database.query<{ status: string; recipient: string | null; props: object | null }>(
        'SELECT status, recipient, props FROM letters WHERE key = $1',
        [key],
      );
    const sent = (key: string) =>
      eventually(async () => expect(await rowsOf(key)).toEqual([{ status: 'sent', recipient: null, props: null }]));
    const newOrder = (change: Partial<Order> = {}): Order => {
      const items = [
        sampleItem({ id: randomUUID(), mockupUrl: null }),
        sampleItem({ id: randomUUID(), title: 'Pullover Hoodie', mockupUrl: null }),
      ];
      return sampleOrder({ id: randomUUID(), email: newAddress(), items, ...change });
    };
    const move = (
      order: Order,
      from: OrderStatus,
      to: OrderStatus,
      tracking: EventPayload<typeof orderStatusChanged>['tracking'] = null,
    ) =>
      tell(orderStatusChanged, `order/${order.id}`, {
        orderId: order.id,
        orderNumber: order.orderNumber,
        from,
        to,
        order: { ...order, status: to },
        tracking,
      });
    const drawMockup = (order: Order, at: number) => {
      const [orderItemId, id] = [order.items[at]?.id ?? '', randomUUID()];
      const printFile = {
        id,
        url: `/api/admin/print-files/${id}`,
        widthPx: 4500,
        heightPx: 5400,
        bleedPx: 0,
        dpi: 300,
        sha256: '0'.repeat(64),
      };
      return tell(printFileCompleted, `order-item/${orderItemId}`, {
        orderId: order.id,
        orderItemId,
        printFile,
        mockup: { id, url: `/media/${id}` },
      }).then(() => id);
    };
    const expectWhole = (mail: ReceivedMail, subject: string, words: string): void => {
      expect(mail.subject).toBe(subject);
      expect(mail.from).toEqual({ name: 'PetArt', address: 'shop@petart.example' });
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    };

    it('welcome whoever registers, once, however often that is told', async () => {
      const [email, userId, id] = [newAddress(), randomUUID(), randomUUID()];
      const data = { userId, email, firstName: 'Zoë', role: 'user' as const, registeredAt: new Date().toISOString() };
      for (let time = 0; time < 10; time += 1)
        await tell(userRegistered, `user/${userId}`, data, time < 5 ? { id } : { sequence: time });

      expectWhole(await server.next(email), 'Welcome to PetArt', 'Zoë');
      await sent(`welcome/${userId}`);
      const later = newAddress();
      await register(later); // told after the ten: when its letter is there, theirs have been heard
      await server.next(later);
      await eventually(async () =>
        expect((await database.query('SELECT 1 FROM processed_events WHERE event_id = $1', [id])).length).toBe(1),
      );
      expect(server.mailsTo(email)).toHaveLength(1);
    });

    it('welcome neither an admin made by a start nor an account told of again long after', async () => {
      const [admin, old, fresh] = [newAddress(), newAddress(), newAddress()];
      const ids = [
        await register(admin, { role: 'admin' }),
        await register(old, { registeredAt: new Date(Date.now() - 25 * 3_600_000).toISOString() }),
      ];
      await register(fresh);
      await server.next(fresh);
      await eventually(async () =>
        expect(await database.query('SELECT 1 FROM accounts WHERE user_id = ANY ($1)', [ids])).toHaveLength(2),
      );
      expect([...server.mailsTo(admin), ...server.mailsTo(old)]).toEqual([]);
    });

    it('bring the reset link, and keep nothing of it (D11)', async () => {
      const [email, token] = [newAddress(), `token-${randomUUID()}`];
      const { id } = await tell(passwordResetRequested, `password-reset/${randomUUID()}`, {
        userId: randomUUID(),
        email,
        firstName: null,
        token,
        expiresAt: inAnHour(),
      });
      const mail = await server.next(email);
      expectWhole(mail, 'Choose a new password', `${ORIGIN}/reset-password?token=${token}`);
      await sent(`reset-link/${id}`);
      expect(await database.query(`SELECT 1 FROM letters WHERE letters::text LIKE '%' || $1 || '%'`, [token])).toEqual(
        [],
      );
      expect(await database.query(`SELECT 1 FROM outbox WHERE outbox::text LIKE '%' || $1 || '%'`, [token])).toEqual(
        [],
      );
    });

    it('do not bring a reset link that has run out, nor keep it', async () => {
      const [email, token] = [newAddress(), `token-${randomUUID()}`];
      const { id } = await tell(passwordResetRequested, `password-reset/${randomUUID()}`, {
        userId: randomUUID(),
        email,
        firstName: null,
        token,
        expiresAt: new Date(Date.now() - 1_000).toISOString(),
      });
      await eventually(async () =>
        expect(await rowsOf(`reset-link/${id}`)).toEqual([{ status: 'dropped', recipient: null, props: null }]),
      );
      expect(server.mailsTo(email)).toEqual([]);
    });

    it('tell that the password was changed', async () => {
      const email = newAddress();
      const userId = await register(email);
      await server.next(email, 'Welcome to PetArt');
      await tell(passwordChanged, `user/${userId}`, { userId, email, by: 'owner' }, { sequence: 2 });
      expectWhole(await server.next(email, 'Your password was changed'), 'Your password was changed', 'Pat');
    });

    it('confirm a paid order with the mock-up of each line, the totals and the address, once all pictures are there', async () => {
      const order = newOrder();
      const first = await drawMockup(order, 0); // told before the payment is: events of two owners come in any order
      await tell(orderPaid, `order/${order.id}`, { order, userId: randomUUID() });
      await eventually(async () =>
        expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'waiting' }]),
      );
      expect(server.mailsTo(order.email ?? '')).toEqual([]);
      const second = await drawMockup(order, 1);

      const mail = await server.next(order.email ?? '');
      expectWhole(mail, `Thank you for your order ${order.orderNumber}`, order.orderNumber);
      for (const id of [first, second]) expect(mail.html).toContain(`${ORIGIN}/media/${id}?w=320`);
      for (const words of ['$90.00', '$9.99', '$7.20', '$107.19', '12 Harbor Lane', 'Portland, ME 04101']) {
        expect(mail.html).toContain(words);
        expect(mail.text).toContain(words);
      }
    });

    it.each([
      ['processing', 'paid', 'is being printed'],
      ['shipped', 'processing', 'is on its way'],
      ['delivered', 'shipped', 'has arrived'],
      ['cancelled', 'paid', 'was cancelled'],
    ] as const)('tell that an order is %s, once', async (to, from, words) => {
      const order = newOrder();
      const tracking = to === 'shipped' ? { carrier: 'USPS', number: '9400-1', url: null } : null;
      await move(order, from, to, tracking);
      await move(order, from, to, tracking);
      const mail = await server.next(order.email ?? '');
      expectWhole(mail, `Your order ${order.orderNumber} ${words}`, order.orderNumber);
      if (to === 'shipped') expect(mail.text).toContain('https://tools.usps.com/go/TrackConfirmAction?tLabels=9400-1');
      const marker = newOrder();
      await move(marker, 'paid', 'processing');
      await server.next(marker.email ?? '');
      expect(server.mailsTo(order.email ?? '')).toHaveLength(1);
    });

    it('tell of a refund with its amount', async () => {
      const order = newOrder();
      await tell(orderRefunded, `order/${order.id}`, { order, amount: '107.19' });
      expectWhole(await server.next(order.email ?? ''), `Your refund for order ${order.orderNumber}`, '$107.19');
    });

    it('tell of each refund of an order, once', async () => {
      const order = newOrder();
      for (const [refundId, amount] of [
        ['re_1', '10.00'],
        ['re_1', '10.00'],
        ['re_2', '97.19'],
      ] as const)
        await tell(orderRefunded, `order/${order.id}`, { order, amount, refundId });
      await eventually(async () => expect(server.mailsTo(order.email ?? '')).toHaveLength(2));
      const amounts = server
        .mailsTo(order.email ?? '')
        .map(({ text }) => ['$10.00', '$97.19'].filter((amount) => text?.includes(amount)));
      expect(amounts.sort()).toEqual([['$10.00'], ['$97.19']]);
    });

    it('say nothing of an order that was never paid, nor to a guest who left no address', async () => {
      const [unpaid, nameless, marker] = [newOrder(), newOrder({ email: null }), newOrder()];
      await move(unpaid, 'created', 'cancelled');
      await move(nameless, 'paid', 'processing');
      await move(marker, 'paid', 'processing');
      await server.next(marker.email ?? '');
      await eventually(async () =>
        expect(await database.query(`SELECT 1 FROM letters WHERE key LIKE '%' || $1`, [marker.id])).toHaveLength(1),
      );
      expect(
        await database.query(`SELECT 1 FROM letters WHERE key LIKE '%' || $1 OR key LIKE '%' || $2`, [
          unpaid.id,
          nameless.id,
        ]),
      ).toEqual([]);
    });

    it('tell of a finished artwork only to an account whose owner had left, and only while it is news', async () => {
      const email = newAddress();
      const userId = await register(email);
      await server.next(email, 'Welcome to PetArt');
      const complete = (change: Partial<EventPayload<typeof artworkCompleted>>) => {
        const [jobId, imageId] = [randomUUID(), randomUUID()];
        const data = {
          jobId,
          imageId,
          url: `/media/${imageId}`,
          width: 1024,
          height: 1024,
          styleKey: 'cyberpunk',
          petName: 'Biscuit',
          watched: false,
          completedAt: new Date().toISOString(),
          userId,
          guestId: null,
          ...change,
        };
        return tell(artworkCompleted, `artwork/${jobId}`, data).then(() => imageId);
      };
      await complete({ watched: true });
      await complete({ userId: null, guestId: randomUUID() });
      await complete({ completedAt: '2020-01-01T00:00:00.000Z' });
      const imageId = await complete({});
      const mail = await server.next(email, 'Biscuit’s artwork is ready');
      expect(mail.html).toContain(`${ORIGIN}/media/${imageId}?w=1024`);
      expect(server.mailsTo(email)).toHaveLength(2);
    });

    it('end with a receipt when an account is erased, after which its address is nowhere', async () => {
      const email = newAddress();
      const userId = await register(email);
      await server.next(email, 'Welcome to PetArt');
      const order = newOrder({ email });
      await tell(orderPaid, `order/${order.id}`, { order, userId }); // waits for its pictures still
      await eventually(async () =>
        expect(await rowsOf(`order-confirmed/${order.id}`)).toMatchObject([{ status: 'waiting' }]),
      );

      await tell(userErased, `user/${userId}`, { userId, email, firstName: 'Pat' }, { sequence: 3 });
      expectWhole(await server.next(email, 'Your account was deleted'), 'Your account was deleted', 'Pat');
      await sent(`account-erased/${userId}`);
      await register(email, { userId }); // told late: an older state
      for (const table of ['letters', 'accounts', 'order_mockups', 'outbox', 'processed_events']) {
        expect(
          await database.query(`SELECT 1 FROM ${table} WHERE ${table}::text LIKE '%' || $1 || '%'`, [email]),
        ).toEqual([]);
      }
      expect(server.mailsTo(email).map(({ subject }) => subject)).toEqual([
        'Welcome to PetArt',
        'Your account was deleted',
      ]);
    });
  },
);
