import { createReprintFormSchema, limitToOrdered, listRepeated, withQuantity } from './reprint-form.rules.js';

const [SHIRT, TAG] = ['4d0f8f5e-7a51-4a2b-9d1e-0c9d9e3f1a01', '4d0f8f5e-7a51-4a2b-9d1e-0c9d9e3f1a02'];

describe('the items of a reprint', () => {
  it('are those with a quantity', () => {
    const shirt = withQuantity([], SHIRT, 2);
    expect(withQuantity(withQuantity(shirt, TAG, 1), SHIRT, 1)).toEqual([
      { orderItemId: TAG, quantity: 1 },
      { orderItemId: SHIRT, quantity: 1 },
    ]);
    expect(withQuantity(shirt, SHIRT, 0)).toEqual([]);
  });

  it('are at most what was ordered', () => {
    const reported = [
      { orderItemId: TAG, quantity: 5 },
      { orderItemId: 'unknown', quantity: 1 },
    ];
    expect(
      limitToOrdered(reported, [
        { id: SHIRT, quantity: 1 },
        { id: TAG, quantity: 2 },
      ]),
    ).toEqual([{ orderItemId: TAG, quantity: 2 }]);
  });

  it('were sent before in every reprint that was not cancelled', () => {
    const reprints = [
      { state: 'delivered', items: [{ orderItemId: SHIRT, title: '', quantity: 1 }] },
      { state: 'cancelled', items: [{ orderItemId: SHIRT, title: '', quantity: 1 }] },
      { state: 'waiting', items: [{ orderItemId: TAG, title: '', quantity: 1 }] },
    ] as const;
    expect(
      listRepeated(
        reprints.map(({ state, items }) => ({ state, items: [...items] })),
        withQuantity([], SHIRT, 1),
      ),
    ).toEqual([reprints[0]]);
  });
});

it('a reprint needs an item and a reason', () => {
  const parsed = createReprintFormSchema(['en']).safeParse({ items: [], reason: '', note: '', address: null });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    'Please choose at least one item',
    'Please choose a reason',
  ]);
});
