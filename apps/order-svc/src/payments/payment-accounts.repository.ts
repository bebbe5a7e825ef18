import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PaymentAccount } from './payment-provider.js';

/** Whether the row `i`, an intent or figure, is of another account or mode. An unknown account is no other one. */
export const isForeignSql = (account: string, livemode: string): string =>
  `(i.livemode <> ${livemode} OR i.account <> ${account})`;

/** The present intents `i` of the order with this id. */
export const presentIntentSql = (orderId: string): string =>
  `FROM orders paid JOIN payment_intents i ON i.order_id = paid.id AND i.n = paid.canceled_intents WHERE paid.id = ${orderId}`;

/** In which account of the provider the intents of orders were made. */
@Injectable()
export class PaymentAccountsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Whether an order has this intent, and made it in another account or mode. */
  async isForeignIntent(intentId: string, { account, livemode }: PaymentAccount): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM payment_intents i WHERE i.intent_id = $1 AND ${isForeignSql('$2', '$3')}`,
      [intentId, account, livemode],
    );
    return rows.length > 0;
  }
}
