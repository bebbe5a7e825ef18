import { findChangedFields } from './product-changes.rules.js';

describe('changed fields', () => {
  it('are those that differ deeply, with old and new values', () => {
    const before = { title: 'Tee', area: { x: 1, y: 2 }, picture: null, active: true };
    expect(findChangedFields(before, { ...before, area: { x: 1, y: 3 }, picture: '/a' })).toEqual({
      before: { area: { x: 1, y: 2 }, picture: null },
      after: { area: { x: 1, y: 3 }, picture: '/a' },
    });
  });

  it('do not depend on the order of keys', () => {
    expect(findChangedFields({ area: { x: 1, y: 2 } }, { area: { y: 2, x: 1 } })).toBeNull();
  });
});
