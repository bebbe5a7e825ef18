import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import {
  IDENTITY_HEADER,
  IDENTITY_ISSUER,
  IDENTITY_TOKEN_AUD,
  identityClaimsSchema,
  sessionMissing,
  type IdentityClaims,
} from '@shop/contracts-common';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import type { ServiceConfig } from '../config.js';
import { CONFIG } from '../environment.js';
import { PublicKeys } from './public-keys.js';
import { CLOCK_TOLERANCE_SECONDS } from './service-token.verifier.js';

/** Finds the key that a token names. */
function createKeyProvider(keys: PublicKeys): SecretOrKeyProvider {
  const find = async (token: string): Promise<string> => {
    const key = await keys.find(decodeProtectedHeader(token).kid);
    if (!key) throw new Error('The token names an unknown key');
    return key.export({ type: 'spki', format: 'pem' }).toString();
  };
  return (_request, token: string, done) =>
    void find(token).then(
      (key) => done(null, key),
      (error: unknown) => done(error),
    );
}

/** Verifies the gateway's identity token (JWT, ES256) with a public key of identity-svc, without a network call. */
@Injectable()
export class IdentityTokenStrategy extends PassportStrategy(Strategy, 'identity-token') {
  constructor(@Inject(CONFIG) config: ServiceConfig) {
    super({
      jwtFromRequest: ExtractJwt.fromHeader(IDENTITY_HEADER),
      secretOrKeyProvider: createKeyProvider(new PublicKeys('IDENTITY_PUBLIC_KEY', config.IDENTITY_PUBLIC_KEY)),
      algorithms: ['ES256'],
      issuer: IDENTITY_ISSUER,
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
  }

  validate(payload: { aud?: unknown }): IdentityClaims {
    if (payload.aud !== IDENTITY_TOKEN_AUD) throw sessionMissing();
    return identityClaimsSchema.parse(payload);
  }
}
