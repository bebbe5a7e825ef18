import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { IDENTITY_HEADER, IDENTITY_ISSUER, identityClaimsSchema, type IdentityClaims } from '@shop/contracts/common';
import { CONFIG, type ServiceConfig } from '../config.js';

/** Verifies the gateway's identity token (JWT, ES256) with identity-svc's public key, without a network call. */
@Injectable()
export class IdentityTokenStrategy extends PassportStrategy(Strategy, 'identity-token') {
  constructor(@Inject(CONFIG) config: ServiceConfig) {
    super({
      jwtFromRequest: ExtractJwt.fromHeader(IDENTITY_HEADER),
      secretOrKey: config.IDENTITY_PUBLIC_KEY,
      algorithms: ['ES256'],
      issuer: IDENTITY_ISSUER,
      // Seconds by which the clocks of two machines may differ. A token is valid for one minute.
      jsonWebTokenOptions: { clockTolerance: 5 },
    });
  }

  validate(payload: unknown): IdentityClaims {
    return identityClaimsSchema.parse(payload);
  }
}
