import { randomUUID } from 'node:crypto';
import { moneyDifferencesFound, type FoundDifferences } from '@shop/contracts/order';
import { anyTransport, eventually, publishEvent } from '@shop/testing';
import { LetterOffice, newAddress, ORIGIN } from './letter-office.js';

const transport = anyTransport();
let office: LetterOffice;
beforeEach(async () => {
  await transport.open();
  office = await LetterOffice.open(transport);
});
afterEach(async () => {
  await office.close();
  await transport.close();
});

const REFUSED = {
  orderNumber: 'PA-7K3M9QX2TV',
  sentence: 'Order PA-7K3M9QX2TV is paid, and not with the printer yet: Printful refused this order.',
};
const STRAY = { orderNumber: null, sentence: '$35.91 was paid at Stripe and belongs to no order (payment pi_1).' };

const tell = (data: FoundDifferences, id: string = randomUUID()) =>
  publishEvent(transport, moneyDifferencesFound, { id, subject: 'money-differences/shop', data });
const start = (env: Record<string, string>) => office.start({ PUBLIC_ORIGIN: ORIGIN, ...env });
const subjectsTo = (address: string) => office.server.mailsTo(address).map(({ subject }) => subject);

describe('an alarm', () => {
  it('is one letter to ALARM_EMAIL for each event, with its sentences and the way to the Money card', async () => {
    const [alarms, admin, id] = [newAddress(), newAddress(), randomUUID()];
    await start({ ALARM_EMAIL: alarms.toUpperCase(), ADMIN_EMAIL: admin });
    await tell({ count: 2, newest: [REFUSED, STRAY] }, id);
    const { subject, text, html } = await office.server.next(alarms);
    await tell({ count: 2, newest: [REFUSED, STRAY] }, id);
    await tell({ count: 1, newest: [STRAY] });
    await office.server.next(alarms, '1 thing in the shop needs somebody');

    expect(subject).toBe('2 things in the shop need somebody');
    const paragraphs = (text ?? '').split('\n\n');
    expect(paragraphs.slice(2, 5)).toEqual([REFUSED.sentence, STRAY.sentence, `Open the Money card:\n${ORIGIN}/admin`]);
    expect(html).toContain(`href="${ORIGIN}/admin"`);
    expect(subjectsTo(alarms)).toEqual(['2 things in the shop need somebody', '1 thing in the shop needs somebody']);
    expect(office.server.mailsTo(admin)).toEqual([]);
  });

  it('goes to the first admin where no address is set for it', async () => {
    const admin = newAddress();
    await start({ ADMIN_EMAIL: admin, NODE_ENV: 'production', MAIL_FROM: 'shop@petart.example' });
    await tell({ count: 40, newest: Array.from({ length: 20 }, () => REFUSED) });
    const { subject, text } = await office.server.next(admin);
    expect(subject).toBe('40 things in the shop need somebody');
    expect(text).toContain('And 20 more.');
  });

  it('is no letter in a production that names nobody', async () => {
    const id = randomUUID();
    await start({ NODE_ENV: 'production', MAIL_FROM: 'shop@petart.example' });
    await tell({ count: 1, newest: [STRAY] }, id);
    await eventually(async () =>
      expect(await office.database.query('SELECT FROM processed_events WHERE event_id = $1', [id])).toHaveLength(1),
    );
    expect(await office.database.query('SELECT FROM letters')).toEqual([]);
  });
});
