import { parseSince } from './since.ts';

const now = new Date('2026-11-28T12:00:00Z');

describe('parseSince', () => {
  it.each([
    ['2d', '2026-11-26T12:00:00.000Z'],
    ['6h', '2026-11-28T06:00:00.000Z'],
    ['30m', '2026-11-28T11:30:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T10:00:00+01:00', '2026-11-20T09:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseSince(text, now)?.toISOString()).toBe(expected);
  });

  it.each(['', '2', 'yesterday', '2w', '2026-13-01', '2026-11-29T00:00:00Z', '2026-11-20T10:00'])(
    'refuses "%s"',
    (text) => {
      expect(parseSince(text, now)).toBeUndefined();
    },
  );
});
