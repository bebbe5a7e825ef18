import type { Logger } from 'pino';
import type { EventEnvelope } from '@shop/contracts/common';
import { sessionEnded } from '@shop/contracts/identity';
import { createTransport, type EventTransport } from '@shop/messaging/transport';
import { succeedsWithin } from './succeeds-within.js';

interface EndedSessionsListenerOptions {
  rabbitmqUrl?: string;
  databaseUrl?: string;
  namespace: string;
  queueExpiresMs?: number;
  logger: Logger;
  onEnded: (sidHashes: readonly string[]) => void;
  /** Events may have been missed, so cached sessions are not trustworthy. */
  onGap: () => void;
}

/** Interval of connection checks. A session must end everywhere within one second. */
const CHECK_EVERY_MS = 400;
const CHECK_TIMEOUT_MS = 400;

/** Receives `session.ended` broadcasts, and knows whether it is connected. */
export class EndedSessionsListener {
  private readonly transport: EventTransport | undefined;
  private isListening = false;
  private isUp = false;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly options: EndedSessionsListenerOptions) {
    const { rabbitmqUrl, databaseUrl, namespace, queueExpiresMs, logger } = options;
    if (rabbitmqUrl ?? databaseUrl)
      this.transport = createTransport({
        service: 'gateway',
        rabbitmqUrl,
        databaseUrl,
        namespace,
        queueExpiresMs,
        log: logger,
      });
  }

  isReceiving(): boolean {
    return this.isListening && this.isUp;
  }

  /** Returns at once: the gateway serves requests while the transport connects. */
  start(): void {
    if (!this.transport) return;
    this.listen(this.transport).catch((error: unknown) =>
      this.options.logger.error({ err: error }, 'Ended sessions cannot be received'),
    );
    void this.monitorConnection(this.transport);
  }

  /** Rejects while the listener is not connected. */
  async checkConnection(): Promise<void> {
    await this.transport?.checkConnection();
    if (this.transport && !this.isListening) throw new Error('The listener of ended sessions is not connected yet');
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.transport?.close();
  }

  private async listen(transport: EventTransport): Promise<void> {
    await transport.start([]);
    await transport.subscribeBroadcast(
      [sessionEnded.type],
      (envelope) => this.onEnvelope(envelope),
      this.options.onGap,
    );
    this.isListening = true;
  }

  private onEnvelope(envelope: EventEnvelope): void {
    const parsed = sessionEnded.schema.safeParse(envelope.data);
    if (parsed.success) this.options.onEnded(parsed.data.sidHashes);
    else this.options.logger.error({ eventId: envelope.id }, 'A session.ended event could not be parsed');
  }

  private async monitorConnection(transport: EventTransport): Promise<void> {
    const wasUp = this.isReceiving();
    this.isUp = await succeedsWithin(() => transport.checkConnection(), CHECK_TIMEOUT_MS);
    if (wasUp !== this.isReceiving()) this.onConnectionChange();
    if (!this.isStopped) this.timer = setTimeout(() => void this.monitorConnection(transport), CHECK_EVERY_MS);
  }

  private onConnectionChange(): void {
    if (this.isReceiving()) {
      this.options.onGap();
      this.options.logger.info('Ended sessions are received');
    } else {
      this.options.logger.warn('Ended sessions are not received, so sessions are cached for half a second only');
    }
  }
}
