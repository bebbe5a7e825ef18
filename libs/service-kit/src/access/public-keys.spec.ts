import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { getKeyId, PublicKeys } from './public-keys.js';

const createKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { publicKey, privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};

describe('PublicKeys', () => {
  const [old, current, other] = [createKey(), createKey(), createKey()] as const;

  it('finds each of two keys by the id that its signer computes', async () => {
    const keys = new PublicKeys('KEY', old.pem + current.pem);
    for (const { pem, privateKey } of [old, current])
      expect(await keys.find(await getKeyId(createPublicKey(privateKey)))).toEqual(createPublicKey(pem));
    expect(await keys.find(await getKeyId(other.publicKey))).toBeUndefined();
  });

  it('takes the first key for a token that names none', async () => {
    expect(await new PublicKeys('KEY', old.pem + current.pem).find(undefined)).toEqual(createPublicKey(old.pem));
  });

  it.each([
    ['nothing', ''],
    ['a text', 'key'],
    ['a broken key', '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----'],
    [
      'a key of another kind',
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
  ])('refuses %s and names the variable', (_, pem) =>
    expect(() => new PublicKeys('KEY', pem)).toThrow('KEY must be one or more PEMs of P-256 public keys.'),
  );
});
