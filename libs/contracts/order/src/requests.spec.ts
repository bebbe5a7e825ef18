import fc from 'fast-check';
import type * as z from 'zod/mini';
import {
  addToCartRequestSchema,
  adminOrdersQuerySchema,
  changeOrderItemRequestSchema,
  changeOrderNoteRequestSchema,
  changeOrderStatusRequestSchema,
  changeCartItemRequestSchema,
  NOTE_MAX,
  REFUND_REASON_MAX,
  refundOrderRequestSchema,
  shippingAddressSchema,
} from './index.js';

const ADDRESS = { name: 'Pat', address: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', country: 'US' };
const TRACKING = { carrier: 'UPS', number: '1Z999', url: 'https://ups.example/1Z999' };
const LINE = { productId: 'p', generatedImageId: 'i' };
const QUANTITY = 'Quantity must be a whole number from 1 up';
const AMOUNT = 'Enter an amount such as 12.50';

const getMessages = (schema: z.ZodMiniType, body: unknown): string[] =>
  schema.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('requests about carts and orders', () => {
  it.each<[z.ZodMiniType, unknown]>([
    [addToCartRequestSchema, LINE],
    [changeCartItemRequestSchema, { quantity: 1 }],
    [changeCartItemRequestSchema, { variantSelections: { size: 'M' } }],
    [shippingAddressSchema, { ...ADDRESS, name: 'Žofie 🐶 山田' }],
    [changeOrderStatusRequestSchema, { status: 'shipped', tracking: TRACKING }],
    [changeOrderStatusRequestSchema, { status: 'shipped', tracking: null }],
    [changeOrderNoteRequestSchema, { note: 'x'.repeat(NOTE_MAX) }],
    [refundOrderRequestSchema, { amount: '12.50', reason: 'x' }],
    [adminOrdersQuerySchema, { status: 'paid', limit: '100' }],
  ])('%#: are accepted', (schema, body) => {
    expect(getMessages(schema, body)).toEqual([]);
  });

  it.each<[z.ZodMiniType, object, Record<string, unknown>, string]>([
    [addToCartRequestSchema, LINE, { quantity: 0 }, `quantity: ${QUANTITY}`],
    [addToCartRequestSchema, LINE, { quantity: 1.5 }, `quantity: ${QUANTITY}`],
    [changeCartItemRequestSchema, {}, { quantity: 'two' }, `quantity: ${QUANTITY}`],
    [changeCartItemRequestSchema, {}, {}, `quantity: ${QUANTITY}`],
    [shippingAddressSchema, ADDRESS, { name: '  ' }, 'name: Name is required'],
    [shippingAddressSchema, ADDRESS, { address: ' ' }, 'address: Address is required'],
    [shippingAddressSchema, ADDRESS, { city: ' ' }, 'city: City is required'],
    [shippingAddressSchema, ADDRESS, { state: ' ' }, 'state: State is required'],
    [shippingAddressSchema, ADDRESS, { zip: ' ' }, 'zip: ZIP code is required'],
    [shippingAddressSchema, ADDRESS, { country: ' ' }, 'country: Country is required'],
    [shippingAddressSchema, ADDRESS, { name: 'x'.repeat(201) }, 'name: Please use at most 200 characters'],
    [
      changeOrderStatusRequestSchema,
      { tracking: TRACKING },
      { status: 'processing' },
      'tracking: Only a shipped order has a tracking number',
    ],
    [
      changeOrderNoteRequestSchema,
      {},
      { note: 'x'.repeat(NOTE_MAX + 1) },
      'note: Please use at most 2,000 characters for the note',
    ],
    [changeOrderNoteRequestSchema, {}, { note: 7 }, 'note: The note must be text'],
    [refundOrderRequestSchema, { reason: 'x' }, { amount: '0.00' }, `amount: ${AMOUNT}`],
    [refundOrderRequestSchema, { reason: 'x' }, { amount: '-1.00' }, `amount: ${AMOUNT}`],
    [refundOrderRequestSchema, { reason: 'x' }, { amount: '1.005' }, `amount: ${AMOUNT}`],
    [refundOrderRequestSchema, { reason: 'x' }, { amount: '1e3' }, `amount: ${AMOUNT}`],
    [refundOrderRequestSchema, { amount: '1.00' }, { reason: ' ' }, 'reason: Reason is required'],
    [
      refundOrderRequestSchema,
      { amount: '1.00' },
      { reason: 'x'.repeat(REFUND_REASON_MAX + 1) },
      'reason: Please use at most 200 characters for the reason',
    ],
  ])('%#: are refused with the message of the field', (schema, body, change, message) => {
    expect(getMessages(schema, { ...body, ...change })).toEqual([message]);
  });

  it.each([
    [{ carrier: ' ' }, 'Carrier is required'],
    [{ number: undefined }, 'Tracking number is required'],
    [{ number: 'x'.repeat(101) }, 'Please use at most 100 characters for the tracking number'],
    [{ url: 'javascript:alert(1)' }, 'The tracking address must start with https://'],
    [{ url: 'http://ups.example' }, 'The tracking address must start with https://'],
  ])('refuse the tracking %j', (change, message) => {
    const body = { status: 'shipped', tracking: { ...TRACKING, ...change } };
    expect(getMessages(changeOrderStatusRequestSchema, body)).toEqual([
      `tracking.${Object.keys(change)[0]}: ${message}`,
    ]);
  });

  it.each([null, 24, '24.00', 'free', '', {}, ['1.00'], true])('ignore the unit price %j', (unitPrice) => {
    expect(getMessages(addToCartRequestSchema, { ...LINE, unitPrice })).toEqual([]);
  });

  it.each([{ scale: 201 }, { x: -1 }, { rotation: 361 }])(
    'refuse the placement %j, which is outside of the sliders',
    (designConfig) => {
      expect(getMessages(addToCartRequestSchema, { ...LINE, designConfig })).toHaveLength(1);
    },
  );

  it('round a placement to tenths, which is the finest step of the page', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const placements = fc.record({
      x: number(0, 100),
      y: number(0, 100),
      scale: number(20, 200),
      rotation: number(0, 360),
    });
    const isPlaced = (placed: Record<string, number>, sent: Record<string, number>): boolean =>
      Object.keys(sent).every((part) => {
        const [after = NaN, before = NaN] = [placed[part], sent[part]];
        return Math.abs(after - before) <= 0.05 + 1e-9 && Math.round(after * 10) / 10 === after;
      });
    fc.assert(
      fc.property(placements, (designConfig) => {
        const added = addToCartRequestSchema.parse({ ...LINE, designConfig });
        const changed = changeOrderItemRequestSchema.parse({ designConfig });
        return isPlaced(added.designConfig, designConfig) && isPlaced(changed.designConfig ?? {}, designConfig);
      }),
    );
    expect(addToCartRequestSchema.parse({ ...LINE, designConfig: { x: 51.23456 } }).designConfig).toEqual({
      x: 51.2,
      y: 50,
      scale: 100,
      rotation: 0,
    });
  });

  it.each([{ status: 'lost' }, { paymentStatus: 'lost' }, { limit: '0' }, { limit: '1001' }, { limit: 'x' }])(
    'refuse the order query %j',
    (query) => {
      expect(getMessages(adminOrdersQuerySchema, query)).toHaveLength(1);
    },
  );
});
