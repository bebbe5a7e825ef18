import { hash } from '@node-rs/argon2';
import { hashPassword, isOutdated, verifyPassword } from './password-hash.js';

describe('a password’s hash', () => {
  it('is argon2id with its parameters written in, and never the same twice', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('fits its own password only', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword(stored, 'correct horse')).toBe(true);
    expect(await verifyPassword(stored, 'Correct horse')).toBe(false);
  });

  it('fits nothing where there is no account', async () => {
    expect(await verifyPassword(undefined, 'nobody’s')).toBe(false);
  });

  it('is outdated once less was spent on it than today', async () => {
    expect(isOutdated(await hash('x', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hash('x', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hashPassword('x'))).toBe(false);
  });
});
