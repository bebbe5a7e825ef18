import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface Account {
  userId: string;
  email: string;
  firstName: string | null;
}

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

  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  }
}
