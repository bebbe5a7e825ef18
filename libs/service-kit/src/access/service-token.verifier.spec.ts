import { generateKeyPairSync } from 'node:crypto';
import { SERVICE_TOKEN_HEADER } from '@shop/contracts-common';
import { SignJWT } from 'jose';
import { getKeyId } from './public-keys.js';
import { ServiceTokenVerifier } from './service-token.verifier.js';

const createKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = createKeys();
const verifier = new ServiceTokenVerifier('identity-svc', {
  GATEWAY_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});

async function sign(over: { issuer?: string; recipient?: string; expiry?: string | null; signer?: typeof keys } = {}) {
  const { issuer = 'gateway', recipient = 'identity-svc', expiry = '1m', signer = keys } = over;
  const token = new SignJWT().setIssuer(issuer).setAudience(recipient);
  if (expiry !== null) token.setExpirationTime(expiry);
  const header = { alg: 'ES256', kid: await getKeyId(signer.publicKey) };
  return token.setProtectedHeader(header).sign(signer.privateKey);
}
const assertToken = (token?: string): Promise<void> =>
  verifier.assertToken(token === undefined ? {} : { [SERVICE_TOKEN_HEADER]: token });

describe('the token of the gateway', () => {
  it('opens internal addresses of the service that it names', async () => {
    await expect(assertToken(await sign())).resolves.toBeUndefined();
  });

  it.each([
    ['for another service', () => sign({ recipient: 'order-svc' })],
    ['of another issuer, such as an identity token', () => sign({ issuer: 'identity-svc' })],
    ['that has expired', () => sign({ expiry: '-1m' })],
    ['that never expires', () => sign({ expiry: null })],
    ['signed with another key', () => sign({ signer: createKeys() })],
    ['that is missing', () => Promise.resolve(undefined)],
  ])('is refused: one %s', async (_, create) => {
    await expect(assertToken(await create())).rejects.toMatchObject({
      code: 'SERVICE_TOKEN_INVALID',
      kind: 'unauthenticated',
    });
  });

  it('is not needed in development without a key', async () => {
    await expect(new ServiceTokenVerifier('identity-svc', {}).assertToken({})).resolves.toBeUndefined();
  });
});
