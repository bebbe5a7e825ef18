import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG, LOGGER, RepeatingTask } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { stripeSettings, type Config } from '../../config.js';
import { signWebhook } from '../webhook-signature.rules.js';
import { SANDBOX_SIGNATURE_HEADER } from './sandbox-event.mapper.js';
import { SandboxBankService } from './sandbox-bank.service.js';

interface DueWebhook {
  id: string;
  payload: string;
}

/** The lease of a claimed webhook. If the process dies, the webhook is due again after it. */
const LEASE_SECONDS = 30;
const DELIVERY_TIMEOUT_MS = 10_000;
const BATCH = 20;

/** Back-off of 1, 2, 4 … seconds, at most five minutes. Given up after three days, as at Stripe. */
const CLAIM_DUE = `
  UPDATE sandbox_webhooks SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
  WHERE id IN (
    SELECT id FROM sandbox_webhooks
    WHERE delivered_at IS NULL AND next_attempt_at <= now() AND created_at > now() - interval '3 days'
    ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ) RETURNING id, payload`;
const MARK_DELIVERED = `UPDATE sandbox_webhooks SET delivered_at = now() WHERE id = $1`;
const SCHEDULE_RETRY = `UPDATE sandbox_webhooks SET next_attempt_at = now() + make_interval(secs => LEAST(power(2, LEAST(attempts - 1, 10)), 300)) WHERE id = $1`;

const WEBHOOK_PATH = '/api/webhooks/stripe';

/** Delivers signed sandbox webhooks over HTTP to this service until it accepts them. */
@Injectable()
export class SandboxWebhookSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: RepeatingTask;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly http: HttpAdapterHost,
    private readonly bank: SandboxBankService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.task = new RepeatingTask(
      () => this.settleAndDeliver(),
      config.SANDBOX_DELIVERY_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'sandbox webhooks could not be delivered'),
    );
  }

  onApplicationBootstrap(): void {
    if (!stripeSettings(this.config)) this.task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.task.stop();
  }

  wake(): void {
    this.task.wake();
  }

  private async settleAndDeliver(): Promise<void> {
    await this.bank.settleDue();
    await this.deliverDue();
  }

  private async deliverDue(): Promise<void> {
    const baseUrl = this.getOwnBaseUrl();
    if (!baseUrl) return;
    const [due] = await this.dataSource.query<[DueWebhook[], number]>(CLAIM_DUE);
    await Promise.all(due.map((webhook) => this.deliverWebhook(baseUrl, webhook)));
    if (due.length === BATCH) this.task.wake();
  }

  private async deliverWebhook(baseUrl: string, { id, payload }: DueWebhook): Promise<void> {
    try {
      const response = await fetch(`${baseUrl}${WEBHOOK_PATH}`, {
        method: 'POST',
        body: payload,
        headers: {
          'content-type': 'application/json',
          [SANDBOX_SIGNATURE_HEADER]: signWebhook(this.config.SANDBOX_WEBHOOK_SECRET, payload),
        },
        signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The webhook got status ${response.status}`);
      await this.dataSource.query(MARK_DELIVERED, [id]);
    } catch (error) {
      this.logger.warn({ err: error, webhookId: id }, 'a sandbox webhook was rejected, it is sent again');
      await this.dataSource.query(SCHEDULE_RETRY, [id]);
    }
  }

  /** Null until the service listens. */
  private getOwnBaseUrl(): string | null {
    const server = this.http.httpAdapter.getHttpServer() as { address(): AddressInfo | string | null };
    const address = server.address();
    if (address === null || typeof address === 'string') return null;
    const listensOnAll = address.address === '0.0.0.0' || address.address === '::';
    const host = listensOnAll ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }
}
