import fc from 'fast-check';
import { greetableName, oneLine } from './person-name.rules.js';

describe('a name in a greeting', () => {
  it.each(['Pat', 'Zoë', 'Jean-Luc', "O'Neil", 'J. R.', 'Ze’ev', 'ジョン', 'مريم', '<b>Bold</b>', '🐺'])(
    'is %s',
    (name) => {
      expect(greetableName(name)).toBe(name.includes('/') ? null : name);
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
  ])('is left out where it is none: %j', (name) => {
    expect(greetableName(name)).toBeNull();
  });

  it('stands in one line, whatever it is', () => {
    expect(greetableName('Pat\r\nBcc: x')).toBeNull();
    expect(greetableName(' Pat\r\n Rivera\u202e ')).toBe('Pat Rivera');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) =>
        expect(oneLine(name)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u),
      ),
    );
  });
});
