import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts-order';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

/** A row is updated at most once per interval, because further errors add no information. */
const UPDATE_INTERVAL = `interval '1 minute'`;

const UPSERT = `
  INSERT INTO provider_errors (provider, code) VALUES ($1, $2)
  ON CONFLICT (provider, code) DO UPDATE SET seen_at = now() WHERE provider_errors.seen_at < now() - ${UPDATE_INTERVAL}`;

/** An error that did not recur for a day is resolved. */
const DELETE_OLD = `DELETE FROM provider_errors WHERE seen_at < now() - interval '1 day'`;

/**
 * Errors of a payment provider that only the shop's operators can resolve. They become discrepancies for the admins.
 */
@Injectable()
export class ProviderErrorsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: the customer gets the provider's error itself. */
  async recordError(provider: PaymentProviderName, code: string): Promise<void> {
    try {
      await this.dataSource.query(UPSERT, [provider, code]);
    } catch (error) {
      this.logger.error({ err: error, provider, code }, 'an error of the payment provider could not be recorded');
    }
  }

  /** Whether any of these errors is recorded. */
  async hasAnyOf(provider: PaymentProviderName, codes: readonly string[]): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT FROM provider_errors WHERE provider = $1 AND code = ANY($2) LIMIT 1',
      [provider, codes],
    );
    return rows.length > 0;
  }

  async deleteErrors(provider: PaymentProviderName, codes: readonly string[]): Promise<void> {
    await this.dataSource.query('DELETE FROM provider_errors WHERE provider = $1 AND code = ANY($2)', [
      provider,
      codes,
    ]);
  }

  async deleteOldErrors(): Promise<void> {
    await this.dataSource.query(DELETE_OLD);
  }
}
