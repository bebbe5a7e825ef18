import * as z from 'zod/mini';
import { hasOnlyUnknownValues } from './unknown-values.rules.js';

const schema = z.object({
  id: z.uuid(),
  status: z.enum(['paid', 'shipped']),
  items: z.optional(z.array(z.object({ kind: z.literal('tee') }))),
  step: z.optional(z.discriminatedUnion('type', [z.object({ type: z.literal('print'), at: z.string() })])),
  size: z.optional(z.union([z.enum(['S', 'M']), z.number()])),
});
const valid = { id: '0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001', status: 'paid' };
const isNewer = (changes: object): boolean => {
  const data = { ...valid, ...changes };
  const { error } = schema.safeParse(data);
  if (!error) throw new Error('The payload is valid.');
  return hasOnlyUnknownValues(error, data);
};

describe('hasOnlyUnknownValues', () => {
  it.each([
    { status: 'returned' },
    { items: [{ kind: 'tee' }, { kind: 'mug' }] },
    { step: { type: 'sewing' } },
    { size: 'XL' },
    { status: 'returned', size: 'XL' },
  ])('is true for values of a newer publisher: %p', (changes) => {
    expect(isNewer(changes)).toBe(true);
  });

  it.each([
    { status: undefined },
    { status: 7 },
    { id: 'no uuid' },
    { status: 'returned', id: 'no uuid' },
    { step: { type: 'print' } },
    { step: {} },
    { size: null },
    { items: 'none' },
  ])('is false for anything else: %p', (changes) => {
    expect(isNewer(changes)).toBe(false);
  });
});
