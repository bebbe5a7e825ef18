import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import type { EntityManager } from 'typeorm';

export interface Account {
  userId: string;
  email: string;
  firstName: string | null;
}

/** The class that handles the events of an account with `keepLatest`. Its positions stay when the account is deleted. */
const ACCOUNTS_HANDLER = 'AccountsConsumer';

/** Names and addresses of accounts: a read model of identity-svc's users. */
@Injectable()
export class AccountsRepository {
  async saveAccount(manager: EntityManager, { userId, email, firstName }: Account): Promise<void> {
    await manager.query(
      `INSERT INTO accounts (user_id, email, first_name) VALUES ($1, $2, $3) ON CONFLICT (user_id) DO UPDATE SET email = $2, first_name = $3`,
      [userId, email, firstName],
    );
  }

  async findByUser(manager: EntityManager, userId: string): Promise<Account | null> {
    const [account] = await manager.query<Account[]>(
      `SELECT user_id AS "userId", email, first_name AS "firstName" FROM accounts WHERE user_id = $1`,
      [userId],
    );
    return account ?? null;
  }

  /**
   * Null: the account was deleted. Throws `unavailable`, so that the event is retried, if the registration was not handled yet: events arrive in any
   * order.
   */
  async findRegistered(manager: EntityManager, userId: string): Promise<Account | null> {
    const account = await this.findByUser(manager, userId);
    if (account) return account;
    const handled = await manager.query<unknown[]>(
      'SELECT FROM subject_positions WHERE handler = $1 AND subject = $2',
      [ACCOUNTS_HANDLER, `user/${userId}`],
    );
    if (handled.length > 0) return null;
    throw new DomainError('ACCOUNT_NOT_REGISTERED', 'unavailable', `The registration of ${userId} has not arrived yet`);
  }

  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  }
}
