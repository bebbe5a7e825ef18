import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PaymentAccount } from './payment-provider.js';

/** In which account of the provider the intents of orders were made. */
@Injectable()
export class PaymentAccountsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Whether an order has this intent, and made it in another account or mode. An unknown account is no other one. */
  async isForeignIntent(intentId: string, { account, livemode }: PaymentAccount): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT FROM payment_intents WHERE intent_id = $1 AND (livemode <> $3 OR account <> $2)',
      [intentId, account, livemode],
    );
    return rows.length > 0;
  }
}
