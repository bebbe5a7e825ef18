import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

/** As long as the cookie. */
const RETENTION = '400 days';

/** Browsers in which the owner of an account has signed in. Every `browser` here is the hash of the id in the cookie. */
@Injectable()
export class KnownBrowsersRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Returns whether this browser is new for the account. */
  async saveBrowser(manager: EntityManager, userId: string, browser: string, network: string): Promise<boolean> {
    const [row] = await manager.query<{ isNew: boolean }[]>(
      `INSERT INTO known_browsers (user_id, browser, network) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, browser) DO UPDATE SET network = excluded.network, last_used_at = now() RETURNING xmax = 0 AS "isNew"`,
      [userId, browser, network],
    );
    return row?.isNew ?? false;
  }

  /** False also for an unknown account, with the same query. */
  async isKnown(email: string, browser: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM known_browsers k JOIN users u ON u.id = k.user_id WHERE u.email = $1 AND k.browser = $2',
      [email, browser],
    );
    return rows.length > 0;
  }

  /** Whether a known browser was last used in this network. False also for an unknown account, with the same query. */
  async isKnownNetwork(email: string, network: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM known_browsers k JOIN users u ON u.id = k.user_id WHERE u.email = $1 AND k.network = $2 LIMIT 1',
      [email, network],
    );
    return rows.length > 0;
  }

  /** For the export of personal data: without the hash, which is a secret of the browser. The last used first. */
  async listByUser(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      `SELECT network, last_used_at AS "lastUsedAt" FROM known_browsers WHERE user_id = $1 ORDER BY last_used_at DESC, browser LIMIT 1000`,
      [userId],
    );
  }

  /** Forgets the account's browsers except `except`. */
  async deleteByUser(manager: EntityManager, userId: string, except: string | null): Promise<void> {
    await manager.query('DELETE FROM known_browsers WHERE user_id = $1 AND browser IS DISTINCT FROM $2', [
      userId,
      except,
    ]);
  }

  @Cron('17 3 * * *', { name: 'known-browsers.delete-old' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'known_browsers', time: 'last_used_at', age: RETENTION });
  }
}
