import * as z from 'zod/mini';
import { moneySchema, signedMoneySchema, sumSchema } from './money.js';
import { orAbsent, orNull, readable } from './reader.js';

const thingSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  price: moneySchema,
  status: z.enum(['new', 'done']),
  note: z.nullable(z.string()),
  doneAt: z.nullable(z.iso.datetime()),
  count: z.optional(z.int()),
  state: z.nullish(z.enum(['on', 'off'])),
  page: z._default(z.int(), 1),
  parts: z.array(z.object({ id: z.uuid(), kind: z.enum(['a', 'b']) })),
});
const thingReader = readable(thingSchema);

const id = '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01';
const at = '2026-11-27T10:00:00.000Z';
const minimal = { id, at, price: '24.00', status: 'new', parts: [] };
const read = (changes: object) => thingReader.parse({ ...minimal, ...changes });

describe('a reader', () => {
  it('reads what the service sends without a change', () => {
    const full = {
      ...minimal,
      at: '2026-11-27T10:00:00.123456Z',
      note: 'Hello',
      doneAt: at,
      count: 3,
      state: 'on',
      page: 2,
      parts: [{ id, kind: 'a' }],
    };
    expect(thingSchema.parse(full)).toEqual(full);
    expect(thingReader.parse(full)).toEqual(full);
  });

  it('does without optional and nullable fields', () => {
    expect(read({})).toEqual({ ...minimal, note: null, doneAt: null, page: 1 });
  });

  it('counts an optional field with an unusable value as absent', () => {
    const unusable = { note: 7, doneAt: 'soon', count: 'three', state: ['on'], page: 'two' };
    expect(read(unusable)).toEqual({ ...minimal, note: null, doneAt: null, state: null, page: 1 });
  });

  it('drops unknown fields', () => {
    expect(read({ extra: { deep: true } })).toEqual(read({}));
  });

  it('reads unknown values of enums, at any depth', () => {
    expect(read({ status: 'lost', state: 'dimmed', parts: [{ id, kind: 'z' }] })).toMatchObject({
      status: 'lost',
      state: 'dimmed',
      parts: [{ id, kind: 'z' }],
    });
  });

  it.each([
    ['order-7', 'order-7'],
    [7, '7'],
  ])('reads the id %j', (value, expected) => {
    expect(read({ id: value }).id).toBe(expected);
  });

  it.each([
    ['24', '24.00'],
    ['24.5', '24.50'],
    [24.5, '24.50'],
    [24, '24.00'],
    ['24.50', '24.50'],
    ['24.999', '25.00'],
  ])('reads the amount %j', (value, expected) => {
    expect(read({ price: value }).price).toBe(expected);
  });

  it('reads negative amounts and long sums', () => {
    const reader = readable(z.object({ change: signedMoneySchema, sum: sumSchema }));
    expect(reader.parse({ change: -1.5, sum: '123456789012345.1' })).toEqual({
      change: '-1.50',
      sum: '123456789012345.10',
    });
  });

  it.each([
    ['2026-11-27T10:00:00Z', '2026-11-27T10:00:00Z'],
    ['2026-11-27T11:00:00+01:00', at],
    ['2026-11-27 10:00:00+00', at],
    ['Fri, 27 Nov 2026 10:00:00 GMT', at],
    [Date.parse(at), at],
  ])('reads the time %j', (value, expected) => {
    expect(read({ at: value }).at).toBe(expected);
  });

  it.each([
    { id: '' },
    { id: null },
    { at: 'soon' },
    { price: 'much' },
    { price: null },
    { price: Number.NaN },
    { status: 5 },
    { parts: null },
  ])('refuses %j', (changes) => {
    expect(thingReader.safeParse({ ...minimal, ...changes }).success).toBe(false);
  });
});

describe('orNull and orAbsent', () => {
  const reader = z.object({ count: orNull(z.int()), size: orAbsent(z.int()) });

  it.each([{}, { count: null, size: null }, { count: 'three', size: {} }])('read %j as no value', (answer) => {
    const { count, size } = reader.parse(answer);
    expect([count, size]).toEqual([null, undefined]);
  });

  it('keep a usable value', () => {
    expect(reader.parse({ count: 3, size: 4 })).toEqual({ count: 3, size: 4 });
  });
});
