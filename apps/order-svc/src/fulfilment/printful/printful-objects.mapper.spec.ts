import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  parseExternalId,
  toExternalId,
  PrintRejectedError,
  type PrintLine,
  type PrintOrder,
} from '../print-provider.js';
import { printfulOrderSchema, toPrinterOrder, toPrintfulOrder } from './printful-objects.mapper.js';

const line: PrintLine = {
  orderItemId: randomUUID(),
  productId: randomUUID(),
  title: 'Tee',
  selections: { size: 'M', color: 'Black' },
  variantIds: {},
  quantity: 1,
  unitPriceCents: 2_400,
  file: { sha256: 'ab'.repeat(32), widthPx: 338, heightPx: 338 },
};
const order: PrintOrder = {
  orderId: randomUUID(),
  orderNumber: 'PA-7K3M9QX2TV',
  email: null,
  recipient: { name: 'Pat Doe', address: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' },
  giftMessage: null,
  lines: [line],
};
const printing = { findArticle: () => ({ variantId: 1, placement: 'front' }), toFileUrl: (hash: string) => hash };
const sent = (recipient: Partial<PrintOrder['recipient']>) =>
  toPrintfulOrder({ ...order, recipient: { ...order.recipient, ...recipient } }, printing).recipient;
const parsed = (given: object) => toPrinterOrder(printfulOrderSchema.parse({ id: 1, status: 'fulfilled', ...given }));

describe('toPrintfulOrder', () => {
  it('has the message of a gift, and no gift without', () => {
    expect(toPrintfulOrder({ ...order, giftMessage: 'Happy birthday!' }, printing)).toMatchObject({
      gift: { subject: 'A message for you', message: 'Happy birthday!' },
    });
    expect(toPrintfulOrder(order, printing)).not.toHaveProperty('gift');
  });

  it('uses an order number that Printful accepts and that leads back to the order', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(toExternalId(id)).toMatch(/^[A-Za-z0-9_-]{32}$/);
        expect(parseExternalId(toExternalId(id))).toBe(id);
      }),
    );
    for (const foreign of ['', 'PA-7K3M9QX2TV', 'g'.repeat(32), '0'.repeat(33)])
      expect(parseExternalId(foreign)).toBeNull();
  });

  it('sends a long address on two lines', () => {
    expect(sent({})).toMatchObject({ address1: '1 Main St' });
    expect(sent({})).not.toHaveProperty('address2');
    expect(sent({ address: 'Wilhelm-von-Humboldt-Straße 124, Hinterhaus' })).toMatchObject({
      address1: 'Wilhelm-von-Humboldt-Straße 124,',
      address2: 'Hinterhaus',
    });
    expect(() => sent({ address: 'a'.repeat(36) })).toThrow(PrintRejectedError);
  });

  it.each([
    ['US', 'CA', { state_code: 'CA' }],
    ['AU', 'NSW', { state_code: 'NSW' }],
    ['DE', 'by', { state_code: 'BY' }],
    ['DE', 'Bayern', { state_name: 'Bayern' }],
  ])('sends for %s the state %j as %j', (country, state, expected) => {
    expect(sent({ country, state })).toMatchObject({ ...expected, country_code: country, zip: '62701' });
  });

  it('sends the second line of the address and the phone number', () => {
    const further = { address2: 'Apt 4', phone: '+1 217 555 0100' };
    expect(sent(further)).toMatchObject(further);
    for (const field of ['address2', 'phone']) expect(sent({})).not.toHaveProperty(field);
  });

  it('sends no state and no ZIP code to a country without them', () => {
    for (const none of ['-', '']) {
      const recipient = sent({ country: 'HK', state: none, zip: none });
      for (const field of ['state_code', 'state_name', 'zip']) expect(recipient).not.toHaveProperty(field);
    }
  });
});

describe('toPrinterOrder', () => {
  it.each([
    ['draft', 'draft'],
    ['pending', 'accepted'],
    ['inprocess', 'printing'],
    ['onhold', 'on-hold'],
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
    ['partial', 'shipped'],
    ['fulfilled', 'shipped'],
    ['archived', 'shipped'],
    ['an unknown status', 'accepted'],
  ])('maps status %s to %s', (status, printerStatus) => {
    expect(parsed({ status }).status).toBe(printerStatus);
  });

  it('is delivered once all parcels are, where the API reports it', () => {
    const [there, onTheWay] = [{ delivery_status: 'delivered' }, { delivery_status: 'in_transit' }];
    expect(parsed({ shipments: [there, there] }).status).toBe('delivered');
    expect(parsed({ shipments: [there, onTheWay] }).status).toBe('shipped');
    expect(parsed({ status: 'partial', shipments: [there] }).status).toBe('shipped');
  });

  it('reports the parcel, with an address only if it can be opened', () => {
    const shipment = { carrier: 'USPS', tracking_number: 9_400, tracking_url: 'https://tools.usps.com/9400' };
    expect(parsed({ shipments: [shipment] }).tracking).toEqual({
      carrier: 'USPS',
      number: '9400',
      url: 'https://tools.usps.com/9400',
    });
    expect(parsed({ shipments: [{ ...shipment, tracking_url: 'javascript:alert(1)' }] }).tracking).toEqual({
      carrier: 'USPS',
      number: '9400',
      url: null,
    });
    expect(
      parsed({ shipments: [shipment, { carrier: 'UPS', tracking_number: '1Z9' }, { carrier: 'UPS' }] }).tracking,
    ).toEqual({
      carrier: 'USPS',
      number: '9400',
      url: 'https://tools.usps.com/9400',
      further: [{ carrier: 'UPS', number: '1Z9', url: null }],
    });
    expect(parsed({ status: 'partial', shipments: [shipment] }).tracking).toMatchObject({
      number: '9400',
      isPartial: true,
    });
    for (const shipments of [[], null, [{ carrier: 'USPS' }], [{ ...shipment, carrier: null }]])
      expect(parsed({ shipments }).tracking).toBeNull();
  });
});
