import { getChanges } from './timeline.js';

describe('getChanges', () => {
  it('returns the fields that differ, with both values', () => {
    expect(
      getChanges(
        { basePrice: '24.00', title: 'Tee', active: true },
        { basePrice: '26.00', title: 'Tee', active: false },
      ),
    ).toEqual([
      { field: 'Base price', before: '24.00', after: '26.00' },
      { field: 'Active', before: 'yes', after: 'no' },
    ]);
  });

  it('returns one value when something was created, removed or emptied', () => {
    expect(getChanges(null, { note: 'Call first' })).toEqual([{ field: 'Note', before: null, after: 'Call first' }]);
    expect(getChanges({ note: 'Call first' }, { note: '' })).toEqual([
      { field: 'Note', before: 'Call first', after: null },
    ]);
  });

  it('formats objects and arrays', () => {
    expect(getChanges({ tracking: null }, { tracking: { carrier: 'DHL', url: null } })).toEqual([
      { field: 'Tracking', before: null, after: 'carrier DHL, url –' },
    ]);
    expect(getChanges({ sizes: ['S'] }, { sizes: ['S', 'M'] })).toEqual([
      { field: 'Sizes', before: 'S', after: 'S, M' },
    ]);
  });

  it('leaves out ids and versions, and is empty when nothing changed', () => {
    expect(getChanges({ id: 'a', productId: 'b', version: 1 }, { id: 'c', productId: 'd', version: 2 })).toEqual([]);
    expect(getChanges(null, null)).toEqual([]);
  });
});
