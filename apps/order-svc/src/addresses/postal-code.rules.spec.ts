import { listCountryCodes } from './country-names.js';
import { findPostalCode, getExampleCode, hasZipCodes, suggestPostalCode } from './postal-code.rules.js';

describe('findPostalCode', () => {
  it.each([
    ['US', '02134', '02134'],
    ['US', ' 22162-1010 ', '22162-1010'],
    ['US', '221621010', '22162-1010'],
    ['CA', 'h3z 2y7', 'H3Z 2Y7'],
    ['CA', 'H3Z-2Y7', 'H3Z2Y7'],
    ['GB', 'sw1a1aa', 'SW1A1AA'],
    ['NL', '1234 ab', '1234 AB'],
    ['SE', '114 55', '11455', '114 55'],
    ['PL', '00950', '00-950'],
    ['PL', '00–950', '00-950'],
    ['DE', '1 0115', '10115'],
    ['DE', 'D-10115', '10115'],
    ['AT', 'AT-1010', '1010'],
    ['LV', 'LV-1010', 'LV-1010'],
    ['LV', '1010', 'LV-1010'],
    ['BB', '23026', 'BB23026'],
    ['JP', '１００－０００１', '100-0001'],
    ['JP', '〒100-0001', '100-0001'],
    ['US', '٦٢٧٠٤', '62704'],
    ['IR', '۱۱۹۳۶-۵۴۴۷۱', '11936-54471'],
    ['IN', '११०००१', '110001'],
    ['JP', '100−0001', '100-0001'],
    ['JP', '１００ー０００１', '100-0001'],
    ['AZ', 'AZ1000', '1000'],
    ['FR', 'F75001', '75001'],
    ['XK', '10000', '10000'],
    ['HK', 'anything', 'anything'],
  ])('reads for %s %j as %j', (code, text, ...readings) => {
    expect(readings).toContain(findPostalCode(code, text));
  });

  it.each([
    ['US', '2134'],
    ['US', 'ABCDE'],
    ['US', '021345'],
    ['CA', '123'],
    ['CA', '02134'],
    ['GB', 'SW1'],
    ['DE', '10115 Berlin'],
    ['DE', '1011'],
  ])('finds for %s none in %j', (code, text) => {
    expect(findPostalCode(code, text)).toBeNull();
  });

  it('reads the example of every country, also without blanks and hyphens, and what it returned', () => {
    const wrong = listCountryCodes().filter((code) => {
      const example = getExampleCode(code);
      if (example === null) return false;
      const found = findPostalCode(code, example);
      return (
        found === null ||
        findPostalCode(code, found) !== found ||
        !findPostalCode(code, example.replaceAll(/[ -]/g, ''))
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('suggestPostalCode', () => {
  it.each([
    ['US', '2134', 'MA', '02134'],
    ['US', '2134', null, '02134'],
    ['US', '901', 'PR', '00901'],
    ['US', '2134-1000', 'MA', '02134-1000'],
    ['US', '2134', 'CA', null],
    ['US', 'ABCDE', 'MA', null],
    ['US', 'Boston, MA 02134', 'MA', '02134'],
    ['CA', '123', 'ON', null],
    ['GB', 'SW1', null, null],
    ['GB', 'London SW1A 1AA', null, 'SW1A 1AA'],
    ['DE', '10115 Berlin', null, '10115'],
    ['DE', '1067', null, '01067'],
  ])('suggests for %s %j in the state %j %j', (code, text, state, suggestion) => {
    expect(suggestPostalCode(code, text, state)).toBe(suggestion);
  });
});

it.each([
  ['US', true],
  ['XK', true],
  ['HK', false],
  ['AE', false],
])('knows whether %s has ZIP codes: %s', (code, expected) => {
  expect(hasZipCodes(code)).toBe(expected);
});
