import fc from 'fast-check';
import { CURSOR_INVALID, decodeCursor, encodeCursor, parseNextPageUrl, createPageQuerySchema } from './page.js';

const micros = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .chain((date) =>
    fc
      .integer({ min: 0, max: 999 })
      .map((micro) => date.toISOString().replace('Z', `${String(micro).padStart(3, '0')}Z`)),
  );

describe('a cursor', () => {
  it('keeps its key to the microsecond', () => {
    fc.assert(
      fc.property(micros, fc.uuid(), (createdAt, id) =>
        expect(decodeCursor(encodeCursor({ createdAt, id }))).toEqual({ createdAt, id }),
      ),
    );
  });

  it('needs no escaping in URLs', () => {
    fc.assert(
      fc.property(micros, fc.uuid(), (createdAt, id) => expect(encodeCursor({ createdAt, id })).toMatch(/^[\w-]+$/)),
    );
  });

  it('is null for any other text, and never throws', () => {
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
  ])('is refused if its key is %s', (key) => {
    const parsed = createPageQuerySchema(10, 100).safeParse({ cursor: btoa(key).replaceAll('=', '') });
    expect(parsed.error?.issues[0]?.message).toBe(CURSOR_INVALID);
  });
});

describe('createPageQuerySchema', () => {
  it.each([
    [{}, 10],
    [{ limit: '1' }, 1],
    [{ limit: '100' }, 100],
  ])('%j means a limit of %i', (query, limit) =>
    expect(createPageQuerySchema(10, 100).parse(query)).toEqual({ limit }),
  );

  it.each(['0', '101', '-1', '1.5', 'x', '1e9'])('refuses a limit of %s', (limit) => {
    expect(createPageQuerySchema(10, 100).safeParse({ limit }).error?.issues[0]?.message).toBe(
      'The limit must be from 1 to 100',
    );
  });
});

describe('parseNextPageUrl', () => {
  it.each([
    ['</api/a?cursor=x>; rel="next"', '/api/a?cursor=x'],
    ['</api/a?cursor=x>;rel=next', '/api/a?cursor=x'],
    ['</b>; rel="prev", </api/a?a=1,2&cursor=x>; title="a, b"; rel="next"', '/api/a?a=1,2&cursor=x'],
    ['</b>; rel="prev"', null],
    ['', null],
    [null, null],
  ])('%s → %s', (link, next) => expect(parseNextPageUrl(link)).toBe(next));
});
