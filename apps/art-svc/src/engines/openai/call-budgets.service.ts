import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { drawingBudgetNearlySpent } from '@shop/contracts-art';
import { Cron } from '@shop/jobs';
import { EventOutbox } from '@shop/messaging';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../config.js';
import { type DrawingContext, type ProviderCall } from '../image-engine.js';
import { EngineOutage } from '../engine-outage.js';
import { getAlarmCents, settleCall } from './call-cost.rules.js';

export type CallBudgetConfig = Pick<
  Config,
  | 'OPENAI_DAY_BUDGET_CENTS'
  | 'OPENAI_DAY_CALLS_OWNER'
  | 'OPENAI_DAY_CALLS_NETWORK'
  | 'OPENAI_DAY_DECLINED_OWNER'
  | 'OPENAI_DAY_DECLINED_NETWORK'
>;

/** One row of `openai_budgets`. */
interface Account {
  readonly scope: 'owner' | 'network' | 'shop';
  readonly subject: string;
  readonly maxCalls: number;
  readonly maxDeclined: number;
  readonly maxCents: number;
}

/** A reserved call. The day stays the same where the call ends after midnight. */
export interface CallReservation {
  readonly day: string;
  readonly cents: number;
  readonly accounts: readonly Account[];
}

type DayCost = Pick<CallReservation, 'day' | 'cents'>;

const UNLIMITED = 2_147_483_647;

/** Long enough for a look at the last week. The rows name owners and networks by pseudonyms only. */
const RETENTION_DAYS = 7;

/**
 * Counts the calls of OpenAI and their costs per day (UTC): for each customer, for each network, and for the shop. A call is reserved
 * with its highest cost before it is made, so simultaneous calls never exceed a budget together, and a call that a crash ended counts.
 */
@Injectable()
export class CallBudgetsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: EventOutbox,
    @Inject(CONFIG) private readonly config: CallBudgetConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `cents` is the highest cost of the call. Throws an EngineOutage, and reserves nothing, where a budget of the day is spent. */
  async reserveCall(payer: Pick<DrawingContext, 'customerHash' | 'network'>, cents: number): Promise<CallReservation> {
    const accounts = this.getAccounts(payer);
    return this.dataSource.transaction(async (manager) => {
      const [today] = await manager.query<{ day: string }[]>(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day`);
      if (!today) throw new Error('The query of the day returned no row');
      for (const account of accounts) await this.reserveFrom(account, { day: today.day, cents }, manager);
      return { day: today.day, cents, accounts };
    });
  }

  /** Replaces the reserved cost by the actual one. Raises the alarm once a day. */
  async settleCall({ day, cents: reservedCents, accounts }: CallReservation, call: ProviderCall): Promise<void> {
    const { cents, isDeclined, isFree } = settleCall(call, reservedCents);
    await this.dataSource.transaction(async (manager) => {
      for (const { scope, subject } of accounts)
        await manager.query(
          `UPDATE openai_budgets SET cents = cents + $4, calls = calls - $5, declined = declined + $6
           WHERE day = $1 AND scope = $2 AND subject = $3`,
          [day, scope, subject, cents - reservedCents, isDeclined || isFree ? 1 : 0, isDeclined ? 1 : 0],
        );
      await this.raiseAlarm({ day, cents: reservedCents }, manager);
    });
  }

  @Cron('17 * * * *', { name: 'art.openai-budgets.cleanup' })
  async deleteOld(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM openai_budgets WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::integer`,
      [RETENTION_DAYS],
    );
  }

  /** In the order in which every transaction locks them: the shop's row, which all need, is locked last. */
  private getAccounts({ customerHash, network }: Pick<DrawingContext, 'customerHash' | 'network'>): Account[] {
    const { config } = this;
    return [
      {
        scope: 'owner',
        subject: customerHash,
        maxCalls: config.OPENAI_DAY_CALLS_OWNER,
        maxDeclined: config.OPENAI_DAY_DECLINED_OWNER,
        maxCents: UNLIMITED,
      },
      ...(network === null
        ? []
        : [
            {
              scope: 'network' as const,
              subject: createHash('sha256').update(`network ${network}`).digest('hex'),
              maxCalls: config.OPENAI_DAY_CALLS_NETWORK,
              maxDeclined: config.OPENAI_DAY_DECLINED_NETWORK,
              maxCents: UNLIMITED,
            },
          ]),
      {
        scope: 'shop',
        subject: '',
        maxCalls: UNLIMITED,
        maxDeclined: UNLIMITED,
        maxCents: config.OPENAI_DAY_BUDGET_CENTS,
      },
    ];
  }

  private async reserveFrom(account: Account, { day, cents }: DayCost, manager: EntityManager): Promise<void> {
    const { scope, subject, maxCalls, maxDeclined, maxCents } = account;
    const rows = await manager.query<unknown[]>(
      `INSERT INTO openai_budgets AS budget (day, scope, subject, calls, cents)
       SELECT $1::date, $2, $3, 1, $4::integer WHERE $5::integer > 0 AND $6::integer > 0 AND $4 <= $7::integer
       ON CONFLICT (day, scope, subject) DO UPDATE SET calls = budget.calls + 1, cents = budget.cents + excluded.cents
         WHERE budget.calls < $5 AND budget.declined < $6 AND budget.cents + excluded.cents <= $7
       RETURNING 1`,
      [day, scope, subject, cents, maxCalls, maxDeclined, maxCents],
    );
    if (rows.length === 0)
      throw new EngineOutage('budget-spent', `The ${scope}’s budget of OpenAI calls is spent for today`);
  }

  private async raiseAlarm({ day, cents: callCents }: DayCost, manager: EntityManager): Promise<void> {
    const { OPENAI_DAY_BUDGET_CENTS: budgetCents } = this.config;
    const [rows] = await manager.query<[{ spentCents: number }[], number]>(
      `UPDATE openai_budgets SET is_alarmed = true
       WHERE day = $1 AND scope = 'shop' AND NOT is_alarmed AND cents >= $2 RETURNING cents AS "spentCents"`,
      [day, getAlarmCents(budgetCents, callCents)],
    );
    const [row] = rows;
    if (!row) return;
    const data = { day, spentCents: row.spentCents, budgetCents };
    this.logger.warn(data, 'the budget of OpenAI calls is nearly spent for today; then the built-in engine draws');
    await this.outbox.publish(manager, drawingBudgetNearlySpent, { subject: `drawing-budget/${day}`, data });
  }
}
