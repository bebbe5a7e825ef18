import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { UPLOAD_MAX_BYTES } from '@shop/contracts-art';
import { Cron } from '@shop/jobs';
import { CONFIG, PartFault, toOwner, type Caller, type Client } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { shopBudgetSpent, uploadBudgetSpent } from './photo.rules.js';

export type UploadBudgetConfig = Pick<
  Config,
  'UPLOAD_DAY_MB_GUEST' | 'UPLOAD_DAY_MB_USER' | 'UPLOAD_DAY_MB_NETWORK' | 'UPLOAD_DAY_MB_SHOP'
>;

/** One row of `upload_budgets`. */
interface Budget {
  readonly scope: 'owner' | 'network' | 'shop';
  readonly subject: string;
  readonly maxBytes: number;
}

const MEGABYTE = 1_000_000;

/** Today's row is all that counts; yesterday's is there for an investigation. */
const RETENTION_DAYS = 2;

const toPseudonym = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind} ${text}`).digest('hex');

/**
 * Counts the bytes of stored photos per day (UTC): for each customer, for each network, and for the shop, so that no visitor fills the disk.
 * Admins' product pictures don't count.
 */
@Injectable()
export class UploadBudgetsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: UploadBudgetConfig,
  ) {}

  /** Before a photo of `bytes` is received. Throws like `countBytes`. */
  async assertRoom(client: Client, bytes: number): Promise<void> {
    for (const budget of this.getBudgets(client)) {
      const rows = await this.dataSource.query<unknown[]>(
        `SELECT FROM upload_budgets
         WHERE day = (now() AT TIME ZONE 'UTC')::date AND scope = $1 AND subject = $2 AND bytes + $3::bigint > $4`,
        [budget.scope, budget.subject, bytes, budget.maxBytes],
      );
      if (rows.length > 0) throw await this.createError(budget, this.dataSource.manager);
    }
  }

  /** Counts a photo in the transaction that stores it. Throws 429 for the customer's and the network's budget, 503 for the shop's. */
  async countBytes(client: Client, bytes: number, manager: EntityManager): Promise<void> {
    // The shop's row, which all need, is locked last.
    for (const budget of this.getBudgets(client)) {
      const rows = await manager.query<unknown[]>(
        `INSERT INTO upload_budgets AS budget (day, scope, subject, bytes)
         SELECT (now() AT TIME ZONE 'UTC')::date, $1, $2, $3::bigint WHERE $3::bigint <= $4::bigint
         ON CONFLICT (day, scope, subject) DO UPDATE SET bytes = budget.bytes + excluded.bytes
           WHERE budget.bytes + excluded.bytes <= $4
         RETURNING 1`,
        [budget.scope, budget.subject, bytes, budget.maxBytes],
      );
      if (rows.length === 0) throw await this.createError(budget, manager);
    }
  }

  /** The check of the part `uploads`: `full` while the shop takes no large photo any more today. */
  async checkShop(): Promise<void> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM upload_budgets WHERE day = (now() AT TIME ZONE 'UTC')::date AND scope = 'shop' AND bytes > $1`,
      [this.config.UPLOAD_DAY_MB_SHOP * MEGABYTE - UPLOAD_MAX_BYTES],
    );
    if (rows.length > 0) throw new PartFault('full');
  }

  @Cron('23 * * * *', { name: 'art.upload-budgets.cleanup' })
  async deleteOld(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM upload_budgets WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::integer`,
      [RETENTION_DAYS],
    );
  }

  private getBudgets({ caller, network }: Client): Budget[] {
    const { config } = this;
    return [
      {
        scope: 'owner',
        subject: toPseudonym('owner', getOwnerId(caller)),
        maxBytes: (caller.kind === 'user' ? config.UPLOAD_DAY_MB_USER : config.UPLOAD_DAY_MB_GUEST) * MEGABYTE,
      },
      ...(network === null
        ? []
        : [
            {
              scope: 'network' as const,
              subject: toPseudonym('network', network),
              maxBytes: config.UPLOAD_DAY_MB_NETWORK * MEGABYTE,
            },
          ]),
      { scope: 'shop', subject: '', maxBytes: config.UPLOAD_DAY_MB_SHOP * MEGABYTE },
    ];
  }

  private async createError({ scope }: Budget, manager: EntityManager): Promise<Error> {
    const [row] = await manager.query<{ seconds: number }[]>(
      `SELECT ceil(86400 - extract(epoch FROM (now() AT TIME ZONE 'UTC')::time))::integer AS seconds`,
    );
    const secondsLeft = row?.seconds ?? 1;
    return scope === 'shop' ? shopBudgetSpent(secondsLeft) : uploadBudgetSpent(secondsLeft);
  }
}

function getOwnerId(caller: Caller): string {
  const { userId, guestId } = toOwner(caller);
  return userId ?? guestId ?? '';
}
