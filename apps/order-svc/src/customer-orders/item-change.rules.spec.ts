import fc from 'fast-check';
import { computeItemChange } from './item-change.rules.js';

const design = { x: 50, y: 50, scale: 100, rotation: 0 };
const item = { title: 'Tee', designConfig: design, variantSelections: { size: 'M', color: 'Black' } };

describe('computeItemChange', () => {
  it('describes the change in words that name no person', () => {
    expect(computeItemChange(item, { designConfig: { ...design, x: 40 } }).what).toEqual(['Tee: placement']);
    expect(
      computeItemChange(item, { variantSelections: { size: 'L', color: 'Black' }, designConfig: { ...design, x: 40 } }),
    ).toEqual({
      design: { ...design, x: 40 },
      selections: { size: 'L', color: 'Black' },
      what: ['Tee: size L', 'Tee: placement'],
    });
  });

  it('is empty without a difference, in whatever order the fields come', () => {
    expect(
      computeItemChange(item, {
        designConfig: { rotation: 0, scale: 100, y: 50, x: 50 },
        variantSelections: { color: 'Black', size: 'M' },
      }).what,
    ).toEqual([]);
  });

  it('never changes the colour, and never adds or removes a size', () => {
    expect(() => computeItemChange(item, { variantSelections: { size: 'M', color: 'White' } })).toThrow(
      'Only the size can be changed now, not the colour.',
    );
    expect(() => computeItemChange(item, { variantSelections: { size: 'M' } })).toThrow('not the colour');
    expect(() => computeItemChange(item, { variantSelections: { color: 'Black' } })).toThrow(
      'This size is not available for the product.',
    );
    expect(() => computeItemChange({ ...item, variantSelections: {} }, { variantSelections: { size: 'M' } })).toThrow(
      'This size is not available',
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
