import { hash } from 'node:crypto';
import { EncryptJWT } from 'jose';
import { decryptPayload, encryptPayload } from './encrypted-payload.js';

const SECRET = 'a secret of two services';

describe('an encrypted payload', () => {
  it('is read with the same secret for the same purpose', async () => {
    const encrypted = await encryptPayload(SECRET, 'letter', { token: 'open sesame' });
    expect(await decryptPayload(SECRET, 'letter', encrypted)).toEqual({ token: 'open sesame' });
  });

  it('is read during a rotation, whichever process has the new secret first', async () => {
    const [old, both, next] = [
      'the old secret of two',
      'the old secret of two,the new secret of two',
      'the new secret of two',
    ];
    const swapped = `${next},${old}`;
    for (const [writer, reader] of [
      [old, both],
      [both, old],
      [both, swapped],
      [swapped, both],
      [next, swapped],
    ] as const)
      expect(await decryptPayload(reader, 'letter', await encryptPayload(writer, 'letter', { a: 1 }))).toEqual({
        a: 1,
      });
    await expect(decryptPayload(next, 'letter', await encryptPayload(old, 'letter', {}))).rejects.toThrow();
  });

  it('contains nothing in plain text, and differs each time', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => encryptPayload(SECRET, 'letter', { token: 'open sesame' })));
    expect(one).not.toBe(two);
    for (const part of one?.split('.') ?? [])
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/open sesame|token|letter/);
  });

  it.each([
    ['with another secret', 'another secret', 'letter', (text: string) => text],
    ['for another purpose', SECRET, 'invoice', (text: string) => text],
    [
      'after a change',
      SECRET,
      'letter',
      (text: string) => text.replace(/.(?=\.[^.]*$)/, (last) => (last === 'A' ? 'Q' : 'A')),
    ],
    ['in another format', SECRET, 'letter', () => 'open sesame'],
  ])('is refused %s', async (_, secret, purpose, change) => {
    const encrypted = await encryptPayload(SECRET, 'letter', { token: 'open sesame' });
    await expect(decryptPayload(secret, purpose, change(encrypted))).rejects.toThrow();
  });

  it.each([
    ['A256GCM', true],
    ['A128CBC-HS256', false], // its key has 256 bits too
  ])('in the mode %s is read: %s', async (enc, isRead) => {
    const encrypted = await new EncryptJWT({ payload: {} })
      .setProtectedHeader({ alg: 'dir', enc })
      .setSubject('letter')
      .encrypt(hash('sha256', SECRET, 'buffer'));
    const read = decryptPayload(SECRET, 'letter', encrypted);
    await (isRead ? expect(read).resolves.toEqual({}) : expect(read).rejects.toThrow());
  });
});
