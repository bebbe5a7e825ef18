import fc from 'fast-check';
import * as z from 'zod/mini';
import { emailSchema, toMailtoLink } from './index.js';

const parse = (email: string) => emailSchema.safeParse(email);

describe('emailSchema', () => {
  it.each([
    ['pat@example.com', 'pat@example.com'],
    [' Pat@Example.COM\t', 'pat@example.com'],
    ['pat+petart@example.co.uk', 'pat+petart@example.co.uk'],
    ['tom&jerry@example.com', 'tom&jerry@example.com'],
    ['a/b=c@example.com', 'a/b=c@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['!#$%&*+-/=?^_`{|}~@example.com', '!#$%&*+-/=?^_`{|}~@example.com'],
    ['.pat..rivera.@example.com', '.pat..rivera.@example.com'],
    ['user@xn--80a1acny.xn--p1ai', 'user@xn--80a1acny.xn--p1ai'],
    ['user@почта.рф', 'user@xn--80a1acny.xn--p1ai'],
    ['anna@müller.de', 'anna@xn--mller-kva.de'],
    ['Anna@MÜLLER.de', 'anna@xn--mller-kva.de'],
    ['anna@mu\u0308ller.de', 'anna@xn--mller-kva.de'],
    ['Anna@XN--MLLER-KVA.de', 'anna@xn--mller-kva.de'],
    ['anna@straße.de', 'anna@xn--strae-oqa.de'],
    ['hana@例え。テスト', 'hana@xn--r8jz45g.xn--zckzah'],
    ['p@e.co', 'p@e.co'],
    [`pat@${'a'.repeat(63)}.com`, `pat@${'a'.repeat(63)}.com`],
    [`${'x'.repeat(242)}@example.com`, `${'x'.repeat(242)}@example.com`],
  ])('takes %j as %s', (given, stored) => {
    expect(parse(given)).toEqual({ success: true, data: stored });
  });

  it.each([
    '',
    '@',
    'nobody',
    'example.com',
    'müller.de',
    'pat@',
    '@example.com',
    'pat@localhost',
    'pat@@example.com',
    'pat@home@example.com',
    'pat rivera@example.com',
    'pat@exam ple.com',
    'pat@example.com, sam@example.com',
    'pat@example.com\r\nBcc: sam@example.com',
    'pat\n@example.com',
    'pat@example.com\u0000',
    'pat@exa\u200bmple.com',
    '<pat@example.com>',
    'Pat <pat@example.com>',
    '"pat"@example.com',
    'pat(home)@example.com',
    'pat@[127.0.0.1]',
    'pat@127.0.0.1',
    'pat@１２７.0.0.1',
    'pat@example.com:25',
    'pat@müller.de:25',
    'pat@müller.de/x',
    'pat@müller%2ede',
    'pat@müller.de＠example.com',
    'pat@example..com',
    'pat@.example.com',
    'pat@example.com.',
    'pat@-example.com',
    'pat@example-.com',
    'pat@exam_ple.com',
    'pat@example.c',
    'pat@example.123',
    `pat@${'a'.repeat(64)}.com`,
    // The address of someone else, if it were put into lower case: the Kelvin sign becomes k.
    'mar\u212a@example.com',
    'jürgen@example.com',
    `${'x'.repeat(243)}@example.com`,
    // Too long only in its stored form.
    `${'x'.repeat(200)}@${'ü'.repeat(20)}.${'ü'.repeat(20)}.com`,
  ])('refuses %j', (email) => {
    expect(parse(email).error?.issues.map(({ message }) => message)).toEqual(['Invalid email address']);
  });

  it.each([undefined, null, 7, {}, ['pat@example.com']])('refuses %j, which is no text', (email) => {
    expect(emailSchema.safeParse(email).error?.issues[0]?.message).toBe('Invalid email address');
  });

  it('leaves what it returned unchanged, in ASCII without spaces, quotes and brackets', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.tuple(text, text).map(([local, host]) => `${local}@${host}.de`),
        ),
        (email) => {
          const first = parse(email);
          if (!first.success) return;
          expect(first.data).toMatch(/^[!-~]+@[a-z0-9.-]+$/);
          expect(first.data).not.toMatch(/["<>()[\]\\,;:\s]/);
          expect(parse(first.data).data).toBe(first.data);
        },
      ),
    );
  });

  it('is an email address in the JSON Schema', () => {
    expect(z.toJSONSchema(emailSchema)).toMatchObject({ type: 'string', format: 'email' });
    expect(z.toJSONSchema(emailSchema, { io: 'input' })).toMatchObject({ type: 'string', maxLength: 254 });
  });
});

describe('toMailtoLink', () => {
  it('addresses no one else', () => {
    expect(toMailtoLink("o'brien+art@example.com")).toBe("mailto:o'brien%2Bart@example.com");
    const link = new URL(toMailtoLink('a?cc=x&b%0d#c/d@example.com'));
    expect([decodeURIComponent(link.pathname), link.search, link.hash]).toEqual([
      'a?cc=x&b%0d#c/d@example.com',
      '',
      '',
    ]);
  });
});
