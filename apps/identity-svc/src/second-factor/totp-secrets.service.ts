import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, decryptPayload, encryptPayload } from '@shop/service-kit';
import { z } from 'zod';
import type { Config } from '../config.js';

const payloadSchema = z.object({ secret: z.string() });

/** Only valid for one account, so that a row copied from another account is refused. */
const toPurpose = (userId: string): string => `second-factor/${userId}`;

/** Encrypts the secrets of authenticator apps for the database. */
@Injectable()
export class TotpSecrets {
  private readonly key: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.key = config.SECOND_FACTOR_SECRET;
  }

  encryptSecret(userId: string, secret: string): Promise<string> {
    return encryptPayload(this.key, toPurpose(userId), { secret });
  }

  async decryptSecret(userId: string, encrypted: string): Promise<string> {
    return payloadSchema.parse(await decryptPayload(this.key, toPurpose(userId), encrypted)).secret;
  }
}
