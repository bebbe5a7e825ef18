import { parseIfMatch } from './if-match.js';

describe('parseIfMatch', () => {
  it.each([
    [undefined, null],
    ['*', null],
    ['"3"', ['3']],
    ['W/"3"', ['3']],
    ['"a.b-1", "c"', ['a.b-1', 'c']],
  ])('reads %j as %j', (header, versions) => {
    expect(parseIfMatch(header)).toEqual(versions);
  });

  it.each(['', '3', '"3', '"a" "b"', '"a",', '"a\nb"'])('refuses %j', (header) => {
    expect(() => parseIfMatch(header)).toThrow('If-Match must be a version in double quotes, or *.');
  });
});
