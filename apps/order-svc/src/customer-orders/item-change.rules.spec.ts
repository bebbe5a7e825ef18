import fc from 'fast-check';
import { computeItemChange, computePriceRefund, isPriceAccepted } from './item-change.rules.js';

const design = { x: 50, y: 50, scale: 100, rotation: 0 };
const ARTWORK = '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a01';
const OTHER_ARTWORK = '5f0c5a7e-1d1f-4c57-9f0a-0d8f6b1c0a02';
const item = {
  title: 'Tee',
  category: 'tshirt',
  generatedImageId: ARTWORK,
  designConfig: design,
  variantSelections: { size: 'M', color: 'Black' },
};

describe('computeItemChange', () => {
  it('describes the change in words that name no person', () => {
    expect(computeItemChange(item, { designConfig: { ...design, x: 40 } }).what).toEqual(['Tee: placement']);
    expect(
      computeItemChange(item, { variantSelections: { size: 'L', color: 'Black' }, designConfig: { ...design, x: 40 } }),
    ).toEqual({
      artworkId: ARTWORK,
      design: { ...design, x: 40 },
      selections: { size: 'L', color: 'Black' },
      what: ['Tee: size L', 'Tee: placement'],
    });
  });

  it('has another artwork with its placement, in whatever case its id comes', () => {
    const request = { generatedImageId: OTHER_ARTWORK.toUpperCase(), designConfig: { ...design, x: 40 } };
    expect(computeItemChange(item, request)).toMatchObject({ artworkId: OTHER_ARTWORK, what: ['Tee: artwork'] });
    expect(computeItemChange(item, { generatedImageId: ARTWORK.toUpperCase() }).what).toEqual([]);
  });

  it('is empty without a difference, in whatever order the fields come', () => {
    expect(
      computeItemChange(item, {
        designConfig: { rotation: 0, scale: 100, y: 50, x: 50 },
        variantSelections: { color: 'Black', size: 'M' },
      }).what,
    ).toEqual([]);
  });

  it('changes the colour, adds what is missing, and never removes a choice', () => {
    expect(computeItemChange(item, { variantSelections: { size: 'L', color: 'White' } }).what).toEqual([
      'Tee: size L',
      'Tee: color White',
    ]);
    expect(computeItemChange({ ...item, variantSelections: {} }, { variantSelections: { size: 'M' } }).what).toEqual([
      'Tee: size M',
    ]);
    const phoneCase = { ...item, title: 'Case', category: 'phone-case' };
    expect(computeItemChange(phoneCase, { variantSelections: { size: 'iPhone 17', color: 'Black' } }).what).toEqual([
      'Case: model iPhone 17',
    ]);
    for (const variantSelections of [{ size: 'M' }, { color: 'Black' }, {}])
      expect(() => computeItemChange(item, { variantSelections })).toThrow(
        'This choice is not available for the product.',
      );
  });

  it('is empty when it is repeated', () => {
    const designs = fc.record({
      x: fc.integer({ min: 0, max: 100 }),
      y: fc.integer({ min: 0, max: 100 }),
      scale: fc.integer({ min: 20, max: 200 }),
      rotation: fc.integer({ min: 0, max: 360 }),
    });
    fc.assert(
      fc.property(designs, fc.constantFrom('S', 'M', 'L'), (designConfig, size) => {
        const request = { designConfig, variantSelections: { size, color: 'Black' } };
        const { design: placed, selections } = computeItemChange(item, request);
        expect(
          computeItemChange({ ...item, designConfig: placed, variantSelections: selections }, request).what,
        ).toEqual([]);
      }),
    );
  });
});

describe('the price of another choice', () => {
  const paid = { unitPriceCents: 2_700, quantity: 2, isOutOfStock: false, priceBackCents: 0 };
  /** 2 × 3.00 and 8 % tax are refunded. */
  const refunded = { ...paid, priceBackCents: 648 };

  it('is at most what was paid and not refunded', () => {
    expect([2_701, 2_700, 2_400].map((price) => isPriceAccepted(paid, price))).toEqual([false, true, true]);
    expect([2_700, 2_401, 2_400].map((price) => isPriceAccepted(refunded, price))).toEqual([false, false, true]);
    expect(isPriceAccepted({ ...refunded, isOutOfStock: true }, 2_700)).toBe(true);
    expect(isPriceAccepted({ ...refunded, isOutOfStock: true }, 2_701)).toBe(false);
  });

  it('gives back at most what remains of the payment', () => {
    expect([1_000, 300, 0, -1].map((remaining) => computePriceRefund(paid, 2_400, remaining))).toEqual([
      648, 300, 0, 0,
    ]);
  });

  it('never gives back more than the difference to the lowest price, over any changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 6 }),
        (unitPriceCents, quantity, prices) => {
          const changed = { ...paid, unitPriceCents, quantity };
          let present = unitPriceCents;
          for (const price of prices) {
            if (!isPriceAccepted(changed, price)) continue;
            changed.priceBackCents += computePriceRefund(changed, price, Infinity);
            present = price;
          }
          const differenceCents = (unitPriceCents - present) * quantity;
          expect(changed.priceBackCents).toBe(differenceCents + Math.round(differenceCents * 0.08));
        },
      ),
    );
  });
});
