import { findContextReason } from './context-words.rules.js';

const owner = { email: 'pat.rivera@example.com', firstName: 'Patricia', lastName: 'Rivera' };
const says = (what: string): string => `This password is little more than ${what}. Please choose another one.`;

describe('a password', () => {
  it.each([
    ['petart-admin', 'words like “petart” and “admin”'],
    ['PetArt2026!', 'the word “petart”'],
    ['pet art shop', 'words like “shop”, “pet” and “art”'],
    ['pat.rivera@example', 'your email address'],
    ['Patricia1987', 'your name'],
    ['RIVERA-RIVERA', 'your name'],
    ['patricia.example', 'your name and your email address'],
    ['example123', 'your email address'],
    ['password1', 'the word “password”'],
    ['Patricia-shop', 'your name and the word “shop”'],
  ])('%s is refused with the reason: %s', (password, reason) =>
    expect(findContextReason(password, owner)).toBe(says(reason)),
  );

  it.each(['correct horse battery', 'petart-x7k2m9qd', 'carpetbagger', '93840284', '!!!!!!!!', 'another fine one'])(
    '%s is not guessable by the shop’s words',
    (password) => expect(findContextReason(password, owner)).toBeNull(),
  );

  it('of an account without a name and with a short address is compared with the shop’s words only', () => {
    const short = { email: 'p@e.co', firstName: null };
    expect(findContextReason('p-e-p-e-p-e', short)).toBeNull();
    expect(findContextReason('petart99', short)).toBe(says('the word “petart”'));
  });
});
