import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

/** Each further one of these adds nothing to what the first says: one row is written once in so long. */
const UPDATE_INTERVAL = `interval '1 minute'`;

const UPSERT = `
  INSERT INTO provider_refusals (provider, code) VALUES ($1, $2)
  ON CONFLICT (provider, code) DO UPDATE SET seen_at = now() WHERE provider_refusals.seen_at < now() - ${UPDATE_INTERVAL}`;

/** What was refused once, and not again for a day, is over, or somebody has seen to it. */
const DELETE_OLD = `DELETE FROM provider_refusals WHERE seen_at < now() - interval '1 day'`;

/** Codes of refusals that are over as soon as the provider takes any call of the shop's. */
export const API_KEY_ERROR_CODES: readonly string[] = ['PAYMENT_KEY_WRONG', 'PAYMENT_NOT_PERMITTED'];

/** What a payment provider refuses, and nobody but the shop can mend: the admins are told of it, beside the log. */
@Injectable()
export class ProviderErrorsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves in any case: whoever pays is told of the refusal itself. */
  async recordError(provider: PaymentProviderName, code: string): Promise<void> {
    try {
      await this.dataSource.query(UPSERT, [provider, code]);
    } catch (error) {
      this.logger.error({ err: error, provider, code }, 'a refusal of the payment provider could not be noted');
    }
  }

  /** Whether one of these stands. */
  async hasAnyOf(provider: PaymentProviderName, codes: readonly string[]): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT FROM provider_refusals WHERE provider = $1 AND code = ANY($2) LIMIT 1',
      [provider, codes],
    );
    return rows.length > 0;
  }

  async deleteErrors(provider: PaymentProviderName, codes: readonly string[]): Promise<void> {
    await this.dataSource.query('DELETE FROM provider_refusals WHERE provider = $1 AND code = ANY($2)', [
      provider,
      codes,
    ]);
  }

  async deleteOldErrors(): Promise<void> {
    await this.dataSource.query(DELETE_OLD);
  }
}
