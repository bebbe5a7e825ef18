import fc from 'fast-check';
import { toGreetingName, toOneLine } from './person-name.rules.js';

describe('toGreetingName', () => {
  it.each(['Pat', 'Zoë', 'Jean-Luc', "O'Neil", 'J. R.', 'Ze’ev', 'ジョン', 'مريم', '<b>Bold</b>', '🐺'])(
    'accepts %s',
    (name) => {
      expect(toGreetingName(name)).toBe(name.includes('/') ? null : name);
    },
  );

  it.each([
    null,
    undefined,
    '',
    '   ',
    'Win at evil.com',
    'www.evil',
    'https://evil',
    'a@b',
    'x'.repeat(51),
    'evil.example/now',
  ])('rejects %j', (name) => {
    expect(toGreetingName(name)).toBeNull();
  });

  it('returns one line for any input', () => {
    expect(toGreetingName('Pat\r\nBcc: x')).toBeNull();
    expect(toGreetingName(' Pat\r\n Rivera\u202e ')).toBe('Pat Rivera');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) =>
        expect(toOneLine(name)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u),
      ),
    );
  });
});
