import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue, OutageError } from '@shop/jobs';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { stripeSettings, type Config } from '../../config.js';
import type { TimeRange } from '../payment-provider.js';
import { signWebhook } from '../webhook-signature.rules.js';
import { SANDBOX_SIGNATURE_HEADER, type NewSandboxEvent, type SandboxEvent } from './sandbox-event.mapper.js';
import { computeDeliveryDelays } from './sandbox-faults.rules.js';

const DELIVERY_TIMEOUT_MS = 10_000;

/** Pauses of 1, 2, 4 … seconds, at most five minutes. Given up after three days, as at Stripe. */
const RETRY_DELAYS_MS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1_000);
const MAX_ATTEMPTS = 872;

/** Its key is the id of the webhook. */
export const deliverSandboxWebhook = defineJob<{ webhookId: string }>('sandbox.deliver-webhook', {
  timeoutMs: 2 * DELIVERY_TIMEOUT_MS,
  maxAttempts: MAX_ATTEMPTS,
  retryDelaysMs: RETRY_DELAYS_MS,
  concurrency: 10,
});

const NOT_LISTENING_PAUSE_MS = 500;
const SANDBOX_OFF_PAUSE_MS = 3_600_000;

const INSERT = `INSERT INTO sandbox_webhooks (id, payload) VALUES ($1, $2)`;

/** All events, sent or not. A second copy has the first one's id before its colon and is left out. */
const PAGE_SIZE = 100;
const LIST_PAGE = `
  SELECT id, payload FROM sandbox_webhooks WHERE created_at >= $1 AND created_at < $2 AND id > $3 AND position(':' IN id) = 0
  ORDER BY id LIMIT ${PAGE_SIZE}`;

const WEBHOOK_PATH = '/api/webhooks/stripe';

/** The sandbox's webhooks: stored in the transaction of the change that they report, then sent signed over HTTP to this service until it accepts them. */
@Injectable()
export class SandboxWebhooksService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    private readonly http: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async enqueueWebhook(manager: EntityManager, { type, object }: NewSandboxEvent): Promise<void> {
    const event = {
      id: `evt_${randomBytes(12).toString('hex')}`,
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    } as SandboxEvent;
    const payload = JSON.stringify(event);
    for (const [copy, delayMs] of computeDeliveryDelays(this.config.SANDBOX_FAULTS, Math.random).entries()) {
      const webhookId = copy === 0 ? event.id : `${event.id}:${copy + 1}`;
      await manager.query(INSERT, [webhookId, payload]);
      if (delayMs !== null) await this.enqueueDelivery(manager, webhookId, delayMs);
    }
  }

  private async enqueueDelivery(manager: EntityManager, webhookId: string, delayMs: number): Promise<void> {
    const runAt = delayMs > 0 ? new Date(Date.now() + delayMs) : undefined;
    await this.jobs.enqueue(manager, deliverSandboxWebhook, { webhookId }, { key: webhookId, runAt });
  }

  @HandleJob(deliverSandboxWebhook)
  async deliverWebhook({ webhookId }: { webhookId: string }): Promise<void> {
    if (stripeSettings(this.config))
      throw new OutageError('Stripe takes the payments', { retryAfterMs: SANDBOX_OFF_PAUSE_MS });
    const [webhook] = await this.dataSource.query<{ payload: string }[]>(
      'SELECT payload FROM sandbox_webhooks WHERE id = $1 AND delivered_at IS NULL',
      [webhookId],
    );
    if (!webhook) return;
    await this.sendPayload(webhook.payload);
    await this.dataSource.query('UPDATE sandbox_webhooks SET delivered_at = now() WHERE id = $1', [webhookId]);
  }

  private async sendPayload(payload: string): Promise<void> {
    const response = await fetch(`${this.getOwnBaseUrl()}${WEBHOOK_PATH}`, {
      method: 'POST',
      body: payload,
      headers: {
        'content-type': 'application/json',
        [SANDBOX_SIGNATURE_HEADER]: signWebhook(this.config.SANDBOX_WEBHOOK_SECRET, payload),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (response.status === 503) throw new OutageError('The service is busy');
    if (!response.ok) throw new Error(`The webhook got status ${response.status}`);
  }

  /** Each process delivers to itself, so processes need no common secret. */
  private getOwnBaseUrl(): string {
    const server = this.http.httpAdapter.getHttpServer() as { address(): AddressInfo | string | null };
    const address = server.address();
    if (address === null || typeof address === 'string')
      throw new OutageError('The service does not listen yet', { retryAfterMs: NOT_LISTENING_PAUSE_MS });
    const listensOnAll = address.address === '0.0.0.0' || address.address === '::';
    const host = listensOnAll ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }

  /** The payload of each event once, whether it was sent or not. */
  async *listPayloads({ from, until }: TimeRange): AsyncGenerator<string[]> {
    let rows: { id: string; payload: string }[];
    let last = '';
    do {
      rows = await this.dataSource.query<typeof rows>(LIST_PAGE, [from, until, last]);
      if (rows.length > 0) yield rows.map(({ payload }) => payload);
      last = rows.at(-1)?.id ?? last;
    } while (rows.length === PAGE_SIZE);
  }
}
