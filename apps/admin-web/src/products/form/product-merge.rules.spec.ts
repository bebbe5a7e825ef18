import { mergeProduct } from './product-merge.rules.js';
import { toFields } from './product-fields.rules.js';

const BASE = { ...toFields(null), title: 'Tee', basePrice: '24.00', description: 'Soft' };

describe('mergeProduct', () => {
  it('takes over fields that only the other admin changed, and reports them', () => {
    const { fields, differences } = mergeProduct(BASE, { ...BASE, title: 'My Tee' }, { ...BASE, basePrice: '26.00' });
    expect(fields).toEqual({ ...BASE, title: 'My Tee', basePrice: '26.00' });
    expect(differences).toEqual([{ label: 'Base Price', theirs: '26.00', mine: '24.00', theirFields: null }]);
  });

  it('keeps the typed value of a field that both changed, and reports both values', () => {
    const { fields, differences } = mergeProduct(BASE, { ...BASE, title: 'My Tee' }, { ...BASE, title: 'Their Tee' });
    expect(fields.title).toBe('My Tee');
    expect(differences).toEqual([
      { label: 'Title', theirs: 'Their Tee', mine: 'My Tee', theirFields: { title: 'Their Tee' } },
    ]);
  });

  it('reports nothing when both made the same change, or the other made none', () => {
    expect(mergeProduct(BASE, { ...BASE, title: 'New' }, { ...BASE, title: 'New' })).toEqual({
      fields: { ...BASE, title: 'New' },
      differences: [],
    });
    expect(mergeProduct(BASE, { ...BASE, title: 'New' }, BASE)).toEqual({
      fields: { ...BASE, title: 'New' },
      differences: [],
    });
  });

  it('treats an area as one field', () => {
    const theirs = { ...BASE, printArea: 'own' as const, printWidth: '900', printHeight: '1800' };
    const { fields, differences } = mergeProduct(BASE, { ...BASE, printArea: 'own', printWidth: '1000' }, theirs);
    expect(fields.printWidth).toBe('1000');
    expect(differences).toMatchObject([
      { label: 'Print area', theirs: '900 × 1800 px, rectangle', mine: '1000 × 5400 px, rectangle' },
    ]);
    expect({ ...fields, ...differences[0]?.theirFields }).toMatchObject({
      printArea: 'own',
      printWidth: '900',
      printHeight: '1800',
    });
  });
});
