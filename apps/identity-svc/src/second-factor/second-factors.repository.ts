import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

/** How long a secret waits for its first code. */
const SETUP_HOURS = 1;

export interface SecondFactorRow {
  /** Encrypted. */
  secret: string;
  lastStep: number;
}

/** The caller of each method with a manager has locked the user. */
@Injectable()
export class SecondFactorsRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Replaces a secret without a first code. False: the second factor is on. */
  async begin(manager: EntityManager, userId: string, secret: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO second_factors AS f (user_id, secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, begun_at = now() WHERE f.turned_on_at IS NULL RETURNING 1`,
      [userId, secret],
    );
    return rows.length === 1;
  }

  /** Null also for a secret that waited too long for its first code. */
  async find(manager: EntityManager, userId: string): Promise<SecondFactorRow | null> {
    const [row] = await manager.query<SecondFactorRow[]>(
      `SELECT secret, last_step::float8 AS "lastStep" FROM second_factors
       WHERE user_id = $1 AND (turned_on_at IS NOT NULL OR begun_at > now() - make_interval(hours => $2))`,
      [userId, SETUP_HOURS],
    );
    return row ?? null;
  }

  /** Stores that a code was used, and the secret as it is encrypted now. The first code turns the second factor on. */
  async saveStep(manager: EntityManager, userId: string, step: number, secret: string): Promise<void> {
    await manager.query(
      'UPDATE second_factors SET last_step = $2, secret = $3, turned_on_at = coalesce(turned_on_at, now()) WHERE user_id = $1',
      [userId, step, secret],
    );
  }

  /** With its recovery codes. */
  async delete(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  }

  /** `hashes`: SHA-256 of the codes. */
  async replaceRecoveryCodes(manager: EntityManager, userId: string, hashes: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    await manager.query('INSERT INTO recovery_codes (user_id, code) SELECT $1, unnest($2::text[])', [userId, hashes]);
  }

  /** False: there is no such code, or it was used. */
  async useRecoveryCode(manager: EntityManager, userId: string, hash: string): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      'DELETE FROM recovery_codes WHERE user_id = $1 AND code = $2',
      [userId, hash],
    );
    return count === 1;
  }

  async countRecoveryCodes(userId: string, manager = this.dataSource.manager): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1',
      [userId],
    );
    return row?.count ?? 0;
  }

  @Cron('27 * * * *', { name: 'second-factors.delete-unfinished' })
  async deleteUnfinished(): Promise<void> {
    await deleteOldRows(this.dataSource, {
      table: 'second_factors',
      time: 'begun_at',
      age: `${SETUP_HOURS} hours`,
      where: 'turned_on_at IS NULL',
    });
  }
}
