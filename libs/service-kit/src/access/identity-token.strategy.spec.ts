import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { IDENTITY_TOKEN_AUD, IDENTITY_HEADER, IDENTITY_ISSUER } from '@shop/contracts-common';
import { exportJWK, SignJWT } from 'jose';
import type { ServiceConfig } from '../config.js';
import { IdentityTokenStrategy } from './identity-token.strategy.js';

const createKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey, publicKey } = createKeys();
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const strategy = new IdentityTokenStrategy({ IDENTITY_PUBLIC_KEY: publicPem } as ServiceConfig);

interface TokenOptions {
  header?: object;
  key?: KeyObject;
  issuer?: string;
  aud?: string | null;
  expiresInSeconds?: number;
  notBeforeSeconds?: number;
}

function sign({
  header,
  key = privateKey,
  issuer = IDENTITY_ISSUER,
  aud = IDENTITY_TOKEN_AUD,
  expiresInSeconds = 60,
  notBeforeSeconds = 0,
}: TokenOptions = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ sid: 'session' })
    .setProtectedHeader({ ...header, alg: 'ES256' })
    .setIssuer(issuer)
    .setNotBefore(now + notBeforeSeconds)
    .setExpirationTime(now + expiresInSeconds);
  return (aud === null ? token : token.setAudience(aud)).sign(key);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Claims that no signature of identity-svc protects. */
function forge(alg: string, signContent: (content: string) => string): string {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const content = `${encode({ alg, typ: 'JWT' })}.${encode({ sid: 's', iss: IDENTITY_ISSUER, aud: IDENTITY_TOKEN_AUD, exp })}`;
  return `${content}.${signContent(content)}`;
}

const verify = (token: string): Promise<'accepted' | 'refused'> =>
  new Promise((resolve) => {
    const request = { headers: { [IDENTITY_HEADER]: token } };
    const outcomes = {
      success: () => resolve('accepted'),
      fail: () => resolve('refused'),
      error: () => resolve('refused'),
    };
    Object.assign(Object.create(strategy) as typeof strategy, outcomes).authenticate(request as never);
  });

describe('an identity token', () => {
  it('of identity-svc is accepted', async () => {
    expect(await verify(await sign())).toBe('accepted');
  });

  it.each<[string, () => string | Promise<string>]>([
    ['signed by another key', () => sign({ key: createKeys().privateKey })],
    [
      'signed by a key that its header brings',
      async () => {
        const own = createKeys();
        const jwk = await exportJWK(own.publicKey);
        return sign({ key: own.privateKey, header: { jwk, jku: 'https://evil.test/keys' } });
      },
    ],
    ['of another issuer', () => sign({ issuer: 'order-svc' })],
    ['for another audience', () => sign({ aud: 'printer' })],
    ['without an audience', () => sign({ aud: null })],
    ['that has ended', () => sign({ expiresInSeconds: -30 })],
    ['that is not valid yet', () => sign({ notBeforeSeconds: 60 })],
    ['with changed claims', async () => (await sign()).replace(/\.[^.]+\./, `.${encode({ sid: 'other' })}.`)],
    ['without a signature', () => forge('none', () => '')],
    [
      'signed with the public key as a secret',
      () => forge('HS256', (content) => createHmac('sha256', publicPem).update(content).digest('base64url')),
    ],
  ])('%s is refused', async (_, createToken) => {
    expect(await verify(await createToken())).toBe('refused');
  });
});
