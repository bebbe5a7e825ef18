import { sampleItem, sampleOrder } from '../../test/email-samples.js';
import type { ChangedBy } from '../emails/email-props.js';
import { mergeChanges, selectCurrentChanges, type OrderChange } from './order-changes.rules.js';

const TEE = 'Classic T-Shirt';
const orderOf = (...sizes: (string | undefined)[]) =>
  sampleOrder({ items: sizes.map((size) => sampleItem({ variantSelections: { size } })) });

describe('mergeChanges and selectCurrentChanges', () => {
  it('names each change once', () => {
    expect(
      selectCurrentChanges(
        [`${TEE}: placement`, 'the delivery address', `${TEE}: placement`, `${TEE}: size M`],
        orderOf('M'),
      ),
    ).toEqual([`${TEE}: placement`, 'the delivery address', `${TEE}: size M`]);
  });

  it('leaves out a size that was changed again', () => {
    expect(selectCurrentChanges([`${TEE}: size L`, `${TEE}: size XL`, 'the delivery address'], orderOf('XL'))).toEqual([
      `${TEE}: size XL`,
      'the delivery address',
    ]);
  });

  it('leaves out a colour that was changed again', () => {
    const order = sampleOrder({ items: [sampleItem({ variantSelections: { size: 'M', color: 'Red' } })] });
    expect(selectCurrentChanges([`${TEE}: color Blue`, `${TEE}: size M`, `${TEE}: color Red`], order)).toEqual([
      `${TEE}: size M`,
      `${TEE}: color Red`,
    ]);
  });

  it('leaves out a phone model that was changed again', () => {
    const items = [sampleItem({ title: 'Case', category: 'phone-case', variantSelections: { size: 'iPhone 17' } })];
    expect(selectCurrentChanges(['Case: model iPhone 16', 'Case: model iPhone 17'], sampleOrder({ items }))).toEqual([
      'Case: model iPhone 17',
    ]);
  });

  it('names the sizes of two items with the same title', () => {
    expect(selectCurrentChanges([`${TEE}: size S`, `${TEE}: size L`, `${TEE}: size XL`], orderOf('S', 'XL'))).toEqual([
      `${TEE}: size S`,
      `${TEE}: size XL`,
    ]);
  });

  it('keeps changes that it cannot interpret', () => {
    expect(selectCurrentChanges([`${TEE}: size L, wide`], orderOf('L'))).toEqual([`${TEE}: size L, wide`]);
    expect(selectCurrentChanges([`${TEE}: size L`], orderOf(undefined))).toEqual([`${TEE}: size L`]);
    expect(selectCurrentChanges([], orderOf('L'))).toEqual([]);
  });

  it('uses the order of the last change and the deadline of the first, in any order of events', () => {
    const [first, second, third]: [OrderChange, OrderChange, OrderChange] = [
      { order: orderOf('L'), changes: [`${TEE}: size L`], sequence: 4, gatheredUntil: '2026-11-20T14:05:00.000Z' },
      { order: orderOf('XL'), changes: [`${TEE}: size XL`], sequence: 5, gatheredUntil: '2026-11-20T14:06:00.000Z' },
      { order: orderOf('XL'), changes: [`${TEE}: placement`], sequence: 10, gatheredUntil: '2026-11-20T14:07:00.000Z' },
    ];
    const together = {
      order: third.order,
      changes: [`${TEE}: size XL`, `${TEE}: placement`],
      sequence: 10,
      gatheredUntil: first.gatheredUntil,
    };
    expect(mergeChanges([third, first, second])).toEqual(together);
    expect(mergeChanges([first, mergeChanges([third, second])])).toEqual({
      ...together,
      changes: expect.arrayContaining(together.changes) as string[],
    });
  });

  it.each([
    [['customer', 'customer'], 'customer'],
    [['shop', 'shop'], 'shop'],
    [['customer', 'shop'], 'both'],
    [['both', 'customer'], 'both'],
    [[undefined, 'customer'], 'customer'],
    [[undefined, 'shop'], 'both'],
  ] as const)('attributes changes by %j to %s', ([first, second], expected) => {
    const changeBy = (by: ChangedBy | undefined, sequence: number) => ({
      order: orderOf('M'),
      changes: [`Change ${sequence}`],
      sequence,
      by,
    });
    expect(mergeChanges<OrderChange>([changeBy(first, 1), changeBy(second, 2)]).by).toBe(expected);
  });
});
