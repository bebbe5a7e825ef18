import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { ProviderRefund } from '../../src/payments/payment-provider.js';
import { SandboxQueue } from '../../src/payments/sandbox/sandbox-queue.js';
import { SandboxRefunds } from '../../src/payments/sandbox/sandbox-refunds.js';
import type { MoneyShop } from './money-shop.js';

const LOCK = `SELECT amount_cents AS "amountCents" FROM sandbox_intents WHERE id = $1 AND status = 'succeeded' FOR UPDATE`;
const BACK = `SELECT COALESCE(sum(amount_cents), 0)::bigint AS "backCents" FROM sandbox_refunds WHERE intent_id = $1 AND status <> 'failed'`;
const REFUND = `INSERT INTO sandbox_refunds (id, intent_id, idempotency_key, amount_cents, status) VALUES ($1, $2, $3, $4, 'succeeded')`;

/** What the shop has asked for has a number; what was made at the dashboard has none. */
const isOurs = ({ n }: Pick<ProviderRefund, 'n'>): boolean => typeof n === 'number';

/** The provider's own pages, where money can be given back past the shop, which only hears of it. */
export class Dashboard {
  constructor(private readonly shop: MoneyShop) {
    const refunds = shop.get(SandboxRefunds);
    const list = refunds.list.bind(refunds);
    refunds.list = async (intentId) => (await list(intentId)).map((refund) => ({ ...refund, isOurs: isOurs(refund) }));
  }

  /** At most what is left; nothing where nothing was paid. */
  async giveBack(intentId: string, cents: number): Promise<void> {
    await this.shop.get(DataSource).transaction(async (manager) => {
      const [intent] = await manager.query<{ amountCents: number }[]>(LOCK, [intentId]);
      const [back] = await manager.query<{ backCents: number }[]>(BACK, [intentId]);
      const amountCents = Math.min(cents, (intent?.amountCents ?? 0) - (back?.backCents ?? 0));
      if (amountCents <= 0) return;
      const id = `re_${randomBytes(12).toString('hex')}`;
      await manager.query(REFUND, [id, intentId, `dashboard:${randomUUID()}`, amountCents]);
      const queue = this.shop.get(SandboxQueue);
      await queue.put(manager, { type: 'refund.created', object: { id, intentId, amountCents, status: 'succeeded', failure: null, isOurs: false, n: null } });
      await queue.put(manager, { type: 'charge.refunded', object: { intentId } });
    });
  }
}
