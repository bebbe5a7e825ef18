import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EventEnvelope } from '@shop/contracts-common';
import { sessionEnded } from '@shop/contracts-identity';
import { createTransport, type EventTransport } from '@shop/messaging/transport';
import { CONFIG, LOGGER } from '@shop/service-kit/http';
import type { Config } from '../config.js';

interface Subscriber {
  onEnded: (sidHashes: readonly string[]) => void;
  /** Events may have been missed, so cached sessions are not trustworthy. */
  onGap: () => void;
}

/** Interval of connection checks. A session must end everywhere within one second. */
const CHECK_EVERY_MS = 400;
const CHECK_TIMEOUT_MS = 400;

/** Receives `session.ended` broadcasts, and knows whether it is connected. */
@Injectable()
export class EndedSessionsListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private transport: EventTransport | undefined;
  private readonly subscribers: Subscriber[] = [];
  private isListening = false;
  private isUp = false;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  subscribe(subscriber: Subscriber): void {
    this.subscribers.push(subscriber);
  }

  isReceiving(): boolean {
    return this.isListening && this.isUp;
  }

  /** Does not wait: the gateway serves requests while the transport connects. */
  async onApplicationBootstrap(): Promise<void> {
    const { RABBITMQ_URL: rabbitmqUrl, EVENTS_DATABASE_URL: databaseUrl } = this.config;
    if (!rabbitmqUrl && !databaseUrl) return;
    this.transport = await createTransport({
      service: 'gateway',
      rabbitmqUrl,
      databaseUrl,
      namespace: this.config.EVENTS_NAMESPACE,
      queueExpiresMs: this.config.EVENTS_QUEUE_EXPIRES_MS,
      log: this.logger,
    });
    this.listen(this.transport).catch((error: unknown) =>
      this.logger.error({ err: error }, 'Ended sessions cannot be received'),
    );
    void this.monitorConnection(this.transport);
  }

  /** Rejects while the listener is not connected. */
  async checkConnection(): Promise<void> {
    await this.transport?.checkConnection();
    if (this.transport && !this.isListening) throw new Error('The listener of ended sessions is not connected yet');
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.transport?.close();
  }

  private async listen(transport: EventTransport): Promise<void> {
    await transport.start([]);
    await transport.subscribeBroadcast(
      [sessionEnded.type],
      (envelope) => this.onEnvelope(envelope),
      () => this.onGap(),
    );
    this.isListening = true;
  }

  private onEnvelope(envelope: EventEnvelope): void {
    if (envelope.source !== `/${sessionEnded.owner}`) {
      this.logger.error(
        { eventId: envelope.id, source: envelope.source },
        'A session.ended event is not from its owner',
      );
      return;
    }
    const parsed = sessionEnded.schema.safeParse(envelope.data);
    if (parsed.success) for (const subscriber of this.subscribers) subscriber.onEnded(parsed.data.sidHashes);
    else this.logger.error({ eventId: envelope.id }, 'A session.ended event could not be parsed');
  }

  private onGap(): void {
    for (const subscriber of this.subscribers) subscriber.onGap();
  }

  private async monitorConnection(transport: EventTransport): Promise<void> {
    const wasUp = this.isReceiving();
    this.isUp = await succeedsWithin(() => transport.checkConnection(), CHECK_TIMEOUT_MS);
    if (wasUp !== this.isReceiving()) this.onConnectionChange();
    if (!this.isStopped) this.timer = setTimeout(() => void this.monitorConnection(transport), CHECK_EVERY_MS);
  }

  private onConnectionChange(): void {
    if (this.isReceiving()) {
      this.onGap();
      this.logger.info('Ended sessions are received');
    } else {
      this.logger.warn('Ended sessions are not received, so sessions are cached for half a second only');
    }
  }
}

/** The timeout is measured in this many timer ticks. */
const TIME_SLICES = 8;

/**
 * Whether `work` succeeds within the timeout. Time in which the event loop is blocked counts as one tick at most: a response that
 * arrived in that time could not be read, so it must not count as missing.
 */
export async function succeedsWithin(work: () => Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    let passed = 0;
    timer = setInterval(() => {
      passed += 1;
      if (passed === TIME_SLICES) resolve(false);
    }, timeoutMs / TIME_SLICES);
  });
  const result = work().then(
    () => true,
    () => false,
  );
  return Promise.race([result, timeout]).finally(() => clearInterval(timer));
}
