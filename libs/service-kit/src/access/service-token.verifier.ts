import { DomainError, GATEWAY_ISSUER, SERVICE_TOKEN_HEADER, type ServiceName } from '@shop/contracts-common';
import { jwtVerify } from 'jose';
import type { ServiceConfig } from '../config.js';
import { PublicKeys } from './public-keys.js';

/** Seconds by which the clocks of two machines may differ. A token is valid for one minute. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Verifies the gateway's token for one service (JWT, ES256). Only the gateway calls addresses below `/internal/`. */
export class ServiceTokenVerifier {
  private readonly keys: PublicKeys | undefined;

  /** Without GATEWAY_PUBLIC_KEY, in development only, no token is needed. */
  constructor(
    private readonly service: ServiceName,
    { GATEWAY_PUBLIC_KEY }: Pick<ServiceConfig, 'GATEWAY_PUBLIC_KEY'>,
  ) {
    this.keys = GATEWAY_PUBLIC_KEY === undefined ? undefined : new PublicKeys('GATEWAY_PUBLIC_KEY', GATEWAY_PUBLIC_KEY);
  }

  /** Throws 401 without a valid token for this service. */
  async assertToken(headers: Record<string, unknown>): Promise<void> {
    const { keys } = this;
    if (!keys) return;
    const token = headers[SERVICE_TOKEN_HEADER];
    const options = {
      algorithms: ['ES256'],
      issuer: GATEWAY_ISSUER,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    };
    const findKey = async ({ kid }: { kid?: string }) => {
      const key = kid === undefined ? undefined : await keys.find(kid);
      if (!key) throw new Error('The token names no known key');
      return key;
    };
    try {
      const { payload } = await jwtVerify(String(token), findKey, options);
      if (payload.aud !== this.service) throw new Error('The token is for another service');
    } catch (cause) {
      throw new DomainError(
        'SERVICE_TOKEN_INVALID',
        'unauthenticated',
        'Only the gateway of this shop may call this address.',
        { cause },
      );
    }
  }
}
