import { isContextPassword } from './context-words.rules.js';

const owner = { email: 'pat.rivera@example.com', firstName: 'Patricia', lastName: 'Rivera' };

describe('a password', () => {
  it.each([
    'petart-admin',
    'PetArt2026!',
    'pet art shop',
    'pat.rivera@example',
    'Patricia1987',
    'RIVERA-RIVERA',
    'example123',
    'password1',
  ])('%s is guessable', (password) => expect(isContextPassword(password, owner)).toBe(true));

  it.each(['correct horse battery', 'petart-x7k2m9qd', 'carpetbagger', '93840284', '!!!!!!!!', 'another fine one'])(
    '%s is not guessable by the shop’s words',
    (password) => expect(isContextPassword(password, owner)).toBe(false),
  );

  it('of an account without a name and with a short address is compared with the shop’s words only', () => {
    const short = { email: 'p@e.co', firstName: null };
    expect(isContextPassword('p-e-p-e-p-e', short)).toBe(false);
    expect(isContextPassword('petart99', short)).toBe(true);
  });
});
