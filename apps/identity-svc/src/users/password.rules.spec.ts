import { dictionary } from '@zxcvbn-ts/language-common';
import {
  assertUncommonPassword,
  COMMON_PASSWORD_MESSAGE,
  isCommonPassword,
  PATTERN_PASSWORD_MESSAGE,
} from './password.rules.js';

describe('assertUncommonPassword', () => {
  it('refuses all passwords of the list that are long enough, in any case', () => {
    const listed = dictionary['passwords-common'].filter(({ length }) => length >= 8);
    expect(listed.length).toBeGreaterThan(17_000);
    expect(listed.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([]);
  });

  it.each(['password', 'Password1', 'PASSWORD123', '12345678', 'qwertyuiop', 'iloveyou', 'p@ssw0rd', '87654321vv'])(
    'refuses %s, and names the reason',
    (password) => expect(() => assertUncommonPassword(password)).toThrow(COMMON_PASSWORD_MESSAGE),
  );

  it.each(['aaaaaaaaa', 'Zzzzzzzz', 'abcdefgh', 'hgfedcba', '23456789:', 'xyz1xyz1', 'x9x9x9x9x'])(
    'refuses the pattern %s, and names the reason',
    (password) => expect(() => assertUncommonPassword(password)).toThrow(PATTERN_PASSWORD_MESSAGE),
  );

  it.each(['correct horse', 'battery staple', 'petart-admin', 'xK3-bq!9', 'abcdefgx', 'hello-hello'])(
    'accepts %s',
    (password) => expect(() => assertUncommonPassword(password)).not.toThrow(),
  );
});
