import { sampleItem, sampleOrder } from '../../test/letter-samples.js';
import type { Changers } from '../letters/letter-props.js';
import { foldChanges, stillTrue, type OrderChange } from './order-changes.rules.js';

const TEE = 'Classic T-Shirt';
const orderOf = (...sizes: (string | undefined)[]) =>
  sampleOrder({ items: sizes.map((size) => sampleItem({ variantSelections: { size } })) });

describe('several changes of an order in one letter', () => {
  it('name everything that was changed, once', () => {
    expect(
      stillTrue([`${TEE}: placement`, 'the delivery address', `${TEE}: placement`, `${TEE}: size M`], orderOf('M')),
    ).toEqual([`${TEE}: placement`, 'the delivery address', `${TEE}: size M`]);
  });

  it('name a size that was changed again as it is now', () => {
    expect(stillTrue([`${TEE}: size L`, `${TEE}: size XL`, 'the delivery address'], orderOf('XL'))).toEqual([
      `${TEE}: size XL`,
      'the delivery address',
    ]);
  });

  it('name both sizes where two items of one title were changed', () => {
    expect(stillTrue([`${TEE}: size S`, `${TEE}: size L`, `${TEE}: size XL`], orderOf('S', 'XL'))).toEqual([
      `${TEE}: size S`,
      `${TEE}: size XL`,
    ]);
  });

  it('rather name what is not understood than nothing', () => {
    expect(stillTrue([`${TEE}: size L, wide`], orderOf('L'))).toEqual([`${TEE}: size L, wide`]);
    expect(stillTrue([`${TEE}: size L`], orderOf(undefined))).toEqual([`${TEE}: size L`]);
    expect(stillTrue([], orderOf('L'))).toEqual([]);
  });

  it('show the order as it is after the last, in whatever order they are heard, and wait from the first on', () => {
    const [first, second, third]: [OrderChange, OrderChange, OrderChange] = [
      { order: orderOf('L'), what: [`${TEE}: size L`], sequence: 4, gatheredUntil: '2026-11-20T14:05:00.000Z' },
      { order: orderOf('XL'), what: [`${TEE}: size XL`], sequence: 5, gatheredUntil: '2026-11-20T14:06:00.000Z' },
      { order: orderOf('XL'), what: [`${TEE}: placement`], sequence: 10, gatheredUntil: '2026-11-20T14:07:00.000Z' },
    ];
    const together = {
      order: third.order,
      what: [`${TEE}: size XL`, `${TEE}: placement`],
      sequence: 10,
      gatheredUntil: first.gatheredUntil,
    };
    expect(foldChanges([third, first, second])).toEqual(together);
    expect(foldChanges([first, foldChanges([third, second])])).toEqual({
      ...together,
      what: expect.arrayContaining(together.what) as string[],
    });
  });

  it.each([
    [['customer', 'customer'], 'customer'],
    [['shop', 'shop'], 'shop'],
    [['customer', 'shop'], 'both'],
    [['both', 'customer'], 'both'],
    [[undefined, 'customer'], 'customer'],
    [[undefined, 'shop'], 'both'],
  ] as const)('of %j are told as those of %s', ([one, other], expected) => {
    const of = (by: Changers | undefined, sequence: number) => ({
      order: orderOf('M'),
      what: [`Change ${sequence}`],
      sequence,
      by,
    });
    expect(foldChanges<OrderChange>([of(one, 1), of(other, 2)]).by).toBe(expected);
  });

  it('take the version before’s as the older', () => {
    const fresh = {
      order: orderOf('M'),
      what: ['the delivery address'],
      sequence: 2,
      gatheredUntil: '2026-11-20T14:05:00.000Z',
    };
    expect(foldChanges<OrderChange>([fresh, { order: orderOf('L'), what: [`${TEE}: placement`] }])).toEqual({
      ...fresh,
      what: [`${TEE}: placement`, 'the delivery address'],
    });
  });
});
