import { findCountryCode, listCountryCodes } from './country-names.js';

describe('findCountryCode', () => {
  it.each([
    ['US', 'US'],
    [' us ', 'US'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['U.S.', 'US'],
    ['America', 'US'],
    ['United States', 'US'],
    ['the United States of America', 'US'],
    ['Estados Unidos', 'US'],
    ['UK', 'GB'],
    ['England', 'GB'],
    ['northern ireland', 'GB'],
    ['Großbritannien', 'GB'],
    ['Deutschland', 'DE'],
    ['DEU', 'DE'],
    ['germany', 'DE'],
    ['Allemagne', 'DE'],
    ['Österreich', 'AT'],
    ['OSTERREICH', 'AT'],
    ['España', 'ES'],
    ['espana', 'ES'],
    ['日本', 'JP'],
    ['ประเทศไทย', 'TH'],
    ['საქართველო', 'GE'],
    ['Україна', 'UA'],
    ['भारत', 'IN'],
    ["Côte d'Ivoire", 'CI'],
    ['Ivory Coast', 'CI'],
    ['Holland', 'NL'],
    ['South Korea', 'KR'],
    ['Kosovo', 'XK'],
    ['Türkiye', 'TR'],
  ])('reads %j as %s', (text, code) => {
    expect(findCountryCode(text)).toBe(code);
  });

  it.each(['', '-', 'Freedonia', 'ZZ', 'XXX', 'Europe', 'constructor', 'Unknown'])('does not know %j', (text) => {
    expect(findCountryCode(text)).toBeNull();
  });

  it('takes no name that means two countries, because the parcel could go to the wrong one', () => {
    expect(findCountryCode('Congo')).toBeNull();
  });

  it('knows every code and the English name of each', () => {
    const english = new Intl.DisplayNames('en', { type: 'region' });
    const codes = listCountryCodes();
    expect(codes.length).toBeGreaterThan(240);
    expect(codes.filter((code) => findCountryCode(code) !== code)).toEqual([]);
    expect(codes.filter((code) => findCountryCode(english.of(code) ?? '') !== code)).toEqual([]);
  });
});
