import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue, OutageError } from '@shop/jobs';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config.js';
import { newEvent } from './stripe-objects.js';
import { StripeStore } from './stripe.store.js';
import { computeDeliveryDelays } from './webhook-faults.rules.js';

const DELIVERY_TIMEOUT_MS = 10_000;

/** Pauses of 1, 2, 4 … seconds, at most five minutes. Given up after three days, as at Stripe. */
const RETRY_DELAYS_MS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1_000);
const MAX_ATTEMPTS = 872;

export const deliverStripeWebhook = defineJob<{ eventId: string }>('stripe.deliver-webhook', {
  timeoutMs: 2 * DELIVERY_TIMEOUT_MS,
  maxAttempts: MAX_ATTEMPTS,
  retryDelaysMs: RETRY_DELAYS_MS,
  concurrency: 10,
});

export interface WebhookEndpoint {
  url: string;
  secret: string;
}

/** docs.stripe.com/webhooks#verify-manually */
export function signPayload(secret: string, payload: string, timestamp = Math.floor(Date.now() / 1_000)): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Events: stored in the transaction of the change that they report, then sent to the endpoint until it accepts them. */
@Injectable()
export class WebhooksService {
  private endpoint: WebhookEndpoint | null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    private readonly store: StripeStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const { STRIPE_WEBHOOK_URL: url, SANDBOX_WEBHOOK_SECRET: secret } = config;
    this.endpoint = url ? { url, secret } : null;
  }

  /** Null: events are only listed. */
  setEndpoint(endpoint: WebhookEndpoint | null): void {
    this.endpoint = endpoint;
  }

  async publishEvent(
    manager: EntityManager,
    account: string,
    type: Stripe.Event['type'],
    object: object,
  ): Promise<void> {
    await this.publish(manager, account, newEvent(type, object));
  }

  async publish(manager: EntityManager, account: string, event: Stripe.Event): Promise<void> {
    await this.store.insert(manager, { account, document: event });
    if (!this.endpoint) return;
    for (const [copy, delayMs] of computeDeliveryDelays(this.config.SANDBOX_FAULTS, Math.random).entries()) {
      if (delayMs === null) continue;
      const runAt = delayMs > 0 ? new Date(Date.now() + delayMs) : undefined;
      const key = `${event.id}:${copy + 1}`;
      await this.jobs.enqueue(manager, deliverStripeWebhook, { eventId: event.id }, { key, runAt });
    }
  }

  @HandleJob(deliverStripeWebhook)
  async deliverWebhook({ eventId }: { eventId: string }): Promise<void> {
    const event = await this.store.find<Stripe.Event>(this.dataSource.manager, eventId);
    if (!event || !this.endpoint) return;
    const { url, secret } = this.endpoint;
    const payload = JSON.stringify(event.document);
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signPayload(secret, payload) },
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new OutageError('The shop does not answer', { cause: error });
    });
    await response.arrayBuffer();
    if (response.status === 503) throw new OutageError('The shop is busy');
    if (!response.ok) throw new Error(`The webhook got status ${response.status}`);
  }
}
