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
  /** Something may have been missed: nothing that is kept can be believed. */
  onGap: () => void;
}

/** How soon a lost connection is noticed; well within the second that D10 allows. */
const CHECK_EVERY_MS = 400;
const CHECK_TIMEOUT_MS = 400;

/** Hears, on every gateway, which sessions end; and knows whether it hears at all. */
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

  /** Returns at once: the gateway serves while the broker is still on its way. */
  start(): void {
    if (!this.transport) return;
    this.listen(this.transport).catch((error: unknown) =>
      this.options.logger.error({ err: error }, 'cannot hear of ended sessions'),
    );
    void this.monitorConnection(this.transport);
  }

  /** Rejects while ended sessions cannot be heard of. */
  async checkConnection(): Promise<void> {
    await this.transport?.checkConnection();
    if (this.transport && !this.isListening) throw new Error('not listening yet');
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.transport?.close();
  }

  private async listen(transport: EventTransport): Promise<void> {
    await transport.start([]);
    await transport.listenBroadcast([sessionEnded.type], (envelope) => this.onEnvelope(envelope), this.options.onGap);
    this.isListening = true;
  }

  private onEnvelope(envelope: EventEnvelope): void {
    const parsed = sessionEnded.schema.safeParse(envelope.data);
    if (parsed.success) this.options.onEnded(parsed.data.sidHashes);
    else this.options.logger.error({ eventId: envelope.id }, 'an ended session could not be read');
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
      this.options.logger.info('hears of ended sessions');
    } else {
      this.options.logger.warn('does not hear of ended sessions; identity-svc is asked about each session anew');
    }
  }
}
