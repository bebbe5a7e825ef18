import { hash } from '@node-rs/argon2';
import { hashPassword, isOutdated, verifyPassword } from './password-hash.js';

describe('a password hash', () => {
  it('is argon2id with its parameters, and salted', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('matches only its own password', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword(stored, 'correct horse')).toBe(true);
    expect(await verifyPassword(stored, 'Correct horse')).toBe(false);
  });

  it.each([
    ['composed', 'caf\u00e9 cr\u00e8me', 'cafe\u0301 cre\u0300me'],
    ['decomposed', 'cafe\u0301 cre\u0300me', 'caf\u00e9 cr\u00e8me'],
  ])('of %s accents matches the other keyboard’s', async (_, chosen, typed) => {
    expect(await verifyPassword(await hashPassword(chosen), typed)).toBe(true);
  });

  it('of decomposed accents that was stored as typed matches what was typed', async () => {
    expect(await verifyPassword(await hash('cafe\u0301 cre\u0300me'), 'cafe\u0301 cre\u0300me')).toBe(true);
  });

  it('matches nothing for an unknown account', async () => {
    expect(await verifyPassword(undefined, 'nobody’s')).toBe(false);
  });

  it('is outdated if its parameters are weaker than the current ones', async () => {
    expect(isOutdated(await hash('x', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hashPassword('x'))).toBe(false);
  });
});
