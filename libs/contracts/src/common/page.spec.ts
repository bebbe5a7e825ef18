import fc from 'fast-check';
import { CURSOR_INVALID, decodeCursor, encodeCursor, nextPageOf, createPageQuerySchema } from './page.js';

const micros = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .chain((date) =>
    fc
      .integer({ min: 0, max: 999 })
      .map((micro) => date.toISOString().replace('Z', `${String(micro).padStart(3, '0')}Z`)),
  );

describe('a cursor', () => {
  it('comes back to the very key, to the microsecond', () => {
    fc.assert(
      fc.property(micros, fc.uuid(), (createdAt, id) =>
        expect(decodeCursor(encodeCursor({ createdAt, id }))).toEqual({ createdAt, id }),
      ),
    );
  });

  it('stands in an address as it is', () => {
    fc.assert(
      fc.property(micros, fc.uuid(), (createdAt, id) => expect(encodeCursor({ createdAt, id })).toMatch(/^[\w-]+$/)),
    );
  });

  it('is never read out of any other text, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'grapheme' })), (text) =>
        expect(decodeCursor(text)).toBeNull(),
      ),
    );
  });

  it.each([
    "2026-11-20T10:00:00.000000Z|' OR 1=1",
    '2026-13-45T10:00:00.000000Z|0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001',
    '|',
    'x',
  ])('of %s is refused', (key) => {
    const parsed = createPageQuerySchema(10, 100).safeParse({ cursor: btoa(key).replaceAll('=', '') });
    expect(parsed.error?.issues[0]?.message).toBe(CURSOR_INVALID);
  });
});

describe('the query of a page', () => {
  it.each([
    [{}, 10],
    [{ limit: '1' }, 1],
    [{ limit: '100' }, 100],
  ])('%j asks for %i', (query, limit) => expect(createPageQuerySchema(10, 100).parse(query)).toEqual({ limit }));

  it.each(['0', '101', '-1', '1.5', 'x', '1e9'])('refuses %s entries', (limit) => {
    expect(createPageQuerySchema(10, 100).safeParse({ limit }).error?.issues[0]?.message).toBe('The limit must be from 1 to 100');
  });
});

describe('the next page', () => {
  it.each([
    ['</api/a?cursor=x>; rel="next"', '/api/a?cursor=x'],
    ['</api/a?cursor=x>;rel=next', '/api/a?cursor=x'],
    ['</b>; rel="prev", </api/a?a=1,2&cursor=x>; title="a, b"; rel="next"', '/api/a?a=1,2&cursor=x'],
    ['</b>; rel="prev"', null],
    ['', null],
    [null, null],
  ])('of %s is %s', (link, next) => expect(nextPageOf(link)).toBe(next));
});
