import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { ProviderRefund } from '../../src/payments/payment-provider.js';
import { getRefundBehaviour } from '../../src/payments/sandbox/sandbox-cards.rules.js';
import type { NewSandboxEvent } from '../../src/payments/sandbox/sandbox-event.mapper.js';
import { SandboxWebhooksService } from '../../src/payments/sandbox/sandbox-webhooks.service.js';
import { SandboxProvider } from '../../src/payments/sandbox/sandbox.provider.js';
import type { ModelShop } from './model-shop.js';

const LOCK_INTENT = `
  SELECT amount_cents AS "amountCents", card_last4 AS last4 FROM sandbox_intents i WHERE id = $1 AND status = 'succeeded'
  AND NOT EXISTS (SELECT FROM sandbox_disputes d WHERE d.intent_id = i.id) FOR UPDATE`;
const SUM_REFUNDS = `SELECT COALESCE(sum(amount_cents), 0)::bigint AS "backCents" FROM sandbox_refunds WHERE intent_id = $1 AND status <> 'failed'`;
/** Some of these refunds fail later, like the shop's own. */
const INSERT_REFUND = `
  INSERT INTO sandbox_refunds (id, intent_id, idempotency_key, amount_cents, status, settles_at)
  VALUES ($1, $2, $3, $4, 'succeeded', CASE WHEN $5 THEN now() + interval '1 hour' END)`;

const isRefundEvent = (event: NewSandboxEvent): event is Extract<NewSandboxEvent, { type: `refund.${string}` }> =>
  event.type.startsWith('refund.');

/** Refunds that the shop requested have a number; those from the dashboard have none. */
const isOurs = ({ n }: Pick<ProviderRefund, 'n'>): boolean => typeof n === 'number';

/** The provider's dashboard, where refunds can be made without the shop. The shop learns of them by webhook. */
export class ProviderDashboard {
  constructor(private readonly shop: ModelShop) {
    const refunds = shop.get(SandboxProvider);
    const list = refunds.listRefunds.bind(refunds);
    const webhooks = shop.get(SandboxWebhooksService);
    const put = webhooks.enqueueWebhook.bind(webhooks);
    // The sandbox reports all refunds as the shop's, so the origin is corrected here.
    webhooks.enqueueWebhook = (manager, news) =>
      put(manager, isRefundEvent(news) ? { ...news, object: { ...news.object, isOurs: isOurs(news.object) } } : news);
    refunds.listRefunds = async (intentId) =>
      (await list(intentId)).map((refund) => ({ ...refund, isOurs: isOurs(refund) }));
  }

  /** Refunds at most the remaining amount. Does nothing for unpaid or disputed intents. */
  async refund(intentId: string, cents: number): Promise<void> {
    await this.shop.get(DataSource).transaction(async (manager) => {
      const [intent] = await manager.query<{ amountCents: number; last4: string }[]>(LOCK_INTENT, [intentId]);
      const [refunds] = await manager.query<{ backCents: number }[]>(SUM_REFUNDS, [intentId]);
      const amountCents = Math.min(cents, (intent?.amountCents ?? 0) - (refunds?.backCents ?? 0));
      if (amountCents <= 0) return;
      const id = `re_${randomBytes(12).toString('hex')}`;
      const failsLater = getRefundBehaviour(intent?.last4 ?? null) === 'fails';
      await manager.query(INSERT_REFUND, [id, intentId, `dashboard:${randomUUID()}`, amountCents, failsLater]);
      const webhooks = this.shop.get(SandboxWebhooksService);
      await webhooks.enqueueWebhook(manager, {
        type: 'refund.created',
        object: { id, intentId, amountCents, status: 'succeeded', failure: null, isOurs: false, n: null },
      });
      await webhooks.enqueueWebhook(manager, { type: 'charge.refunded', object: { intentId } });
    });
  }
}
