import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  IDENTITY_ISSUER,
  IDENTITY_TOKEN_AUD,
  PERMISSIONS,
  type IdentityClaims,
  type Permission,
  type Role,
} from '@shop/contracts-common';
import { SignJWT } from 'jose';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const testIdentityKeys = {
  publicPem: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  privatePem: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

/** Signs claims as identity-svc does. A negative `expiresInSeconds` creates an expired token. */
export function signIdentityToken(claims: IdentityClaims, expiresInSeconds = 3_600): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(IDENTITY_ISSUER)
    .setAudience(IDENTITY_TOKEN_AUD)
    .setIssuedAt(now)
    .setExpirationTime(now + expiresInSeconds)
    .sign(keys.privateKey);
}

/** An admin has all permissions by default. */
export const asUser = (
  user: { userId?: string; role?: Role; permissions?: Permission[]; email?: string; guestId?: string } = {},
): IdentityClaims => ({
  sid: randomUUID(),
  userId: user.userId ?? randomUUID(),
  role: user.role ?? 'user',
  ...(user.role === 'admin' ? { permissions: user.permissions ?? [...PERMISSIONS] } : {}),
  email: user.email ?? 'pat@example.com',
  ...(user.guestId ? { guestId: user.guestId } : {}),
});

export const asAdmin = (): IdentityClaims => asUser({ role: 'admin', email: 'admin@example.com' });

/** An admin who may neither give money back nor download lists. */
export const asPacker = (): IdentityClaims => asUser({ role: 'admin', permissions: [], email: 'packer@example.com' });

export const asGuest = (guestId: string = randomUUID()): IdentityClaims => ({ sid: randomUUID(), guestId });
