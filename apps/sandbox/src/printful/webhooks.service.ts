import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue, type JobContext } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config.js';
import type { OrderObject } from './order-objects.mapper.js';
import type { Shipment } from './order.js';

export const WEBHOOK_TYPES = [
  'package_shipped',
  'package_returned',
  'order_updated',
  'order_failed',
  'order_canceled',
  'order_put_hold',
  'order_remove_hold',
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export interface Webhook {
  type: WebhookType;
  order: OrderObject;
  shipment?: Shipment;
  reason?: string;
}

export interface WebhookTarget {
  url: string;
  types: readonly WebhookType[];
}

interface Delivery {
  url: string;
  createdAt: number;
  webhook: Webhook;
}

export const deliverWebhook = defineJob<Delivery>('printful.deliver-webhook', {
  timeoutMs: 30_000,
  concurrency: 5,
  maxAttempts: 12,
});

const SAVE = `
  INSERT INTO printful_webhook (url, types) VALUES ($1, $2)
  ON CONFLICT (is_only) DO UPDATE SET url = EXCLUDED.url, types = EXCLUDED.types`;

/** Sends events to the address that the shop set by the API, else to the configured one. */
@Injectable()
export class WebhooksService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly jobs: JobQueue,
  ) {}

  async findTarget(manager: EntityManager = this.dataSource.manager): Promise<WebhookTarget | null> {
    const [saved] = await manager.query<WebhookTarget[]>('SELECT url, types FROM printful_webhook');
    if (saved) return saved;
    const { PRINTFUL_WEBHOOK_URL: url } = this.config;
    return url ? { url, types: WEBHOOK_TYPES } : null;
  }

  async saveTarget({ url, types }: WebhookTarget): Promise<void> {
    await this.dataSource.query(SAVE, [url, types]);
  }

  async deleteTarget(): Promise<void> {
    await this.dataSource.query('DELETE FROM printful_webhook');
  }

  /** It is sent once the transaction commits. */
  async enqueue(manager: EntityManager, webhook: Webhook): Promise<void> {
    const target = await this.findTarget(manager);
    if (!target?.types.includes(webhook.type)) return;
    const createdAt = Math.floor(Date.now() / 1_000);
    await this.jobs.enqueue(manager, deliverWebhook, { url: target.url, createdAt, webhook });
  }

  /** Throws if the shop did not take it, so that it is sent again. */
  @HandleJob(deliverWebhook)
  async deliver({ url, createdAt, webhook }: Delivery, { signal, attempt }: JobContext): Promise<void> {
    const { type, order, ...details } = webhook;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type,
        created: createdAt,
        retries: attempt - 1,
        store: order.store,
        data: { ...details, order },
      }),
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The shop answered ${response.status} to a webhook of type ${type}`);
  }
}
