import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_ISSUER, type IdentityClaims } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { SignJWT } from 'jose';
import type { Config } from '../config.js';

/** Limits the use of a stolen token. Gateways request a new one just before the end. */
const TOKEN_LIFETIME_SECONDS = 60;

/** Signs the identity tokens (JWT, ES256) that the gateway sends to services. */
@Injectable()
export class IdentityTokenSigner {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) config: Config) {
    this.key = createPrivateKey(config.IDENTITY_PRIVATE_KEY);
  }

  async signToken(claims: IdentityClaims): Promise<{ token: string; expiresAt: Date }> {
    const now = Math.floor(Date.now() / 1000);
    const expiresAt = now + TOKEN_LIFETIME_SECONDS;
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(IDENTITY_ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.key);
    return { token, expiresAt: new Date(expiresAt * 1000) };
  }
}
