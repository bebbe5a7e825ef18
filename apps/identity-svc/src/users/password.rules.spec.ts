import { dictionary } from '@zxcvbn-ts/language-common';
import { assertUncommonPassword, COMMON_PASSWORD_MESSAGE, isCommonPassword } from './password.rules.js';

describe('assertUncommonPassword', () => {
  it('refuses 3,000 passwords that are long enough, and no others of the list', () => {
    const refused = dictionary['passwords-common'].filter(isCommonPassword);
    expect(refused).toHaveLength(3_000);
    expect(refused.filter((password) => password.length < 8)).toEqual([]);
  });

  it.each(['password', 'Password1', 'PASSWORD123', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1'])(
    'refuses %s',
    (password) => expect(() => assertUncommonPassword(password)).toThrow(COMMON_PASSWORD_MESSAGE),
  );

  it.each(['correct horse', 'battery staple', 'petart-admin', 'xK3-bq!9'])('accepts %s', (password) =>
    expect(() => assertUncommonPassword(password)).not.toThrow(),
  );
});
