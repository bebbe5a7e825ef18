import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_ISSUER, SERVICE_TOKEN_HEADER } from '@shop/contracts-common';
import type { ServiceName } from '@shop/contracts-common/routes';
import { CONFIG, getKeyId } from '@shop/service-kit/http';
import { SignJWT } from 'jose';
import type { Config } from './config.js';

/** Limits the use of a stolen token. */
const LIFETIME = '1m';

/** Signs the tokens (JWT, ES256) with which the gateway calls `/internal/` of a service. */
@Injectable()
export class ServiceTokens {
  private readonly key: KeyObject | undefined;
  private readonly keyId: Promise<string> | undefined;

  constructor(@Inject(CONFIG) { GATEWAY_PRIVATE_KEY }: Config) {
    if (GATEWAY_PRIVATE_KEY === undefined) return;
    this.key = createPrivateKey(GATEWAY_PRIVATE_KEY);
    this.keyId = getKeyId(createPublicKey(this.key));
  }

  /** Empty in development without a key. */
  async createHeaders(service: ServiceName): Promise<Record<string, string>> {
    const { key, keyId } = this;
    if (!key || !keyId) return {};
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: await keyId })
      .setIssuer(GATEWAY_ISSUER)
      .setAudience(`${service}-svc`)
      .setExpirationTime(LIFETIME)
      .sign(key);
    return { [SERVICE_TOKEN_HEADER]: token };
  }
}
