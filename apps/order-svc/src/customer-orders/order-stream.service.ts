import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { getDisconnectSignal, streamServerSentEvents } from '@shop/service-kit';
import { DomainError } from '@shop/contracts-common';
import type { FastifyReply } from 'fastify';
import { OrderAccessService, type Visitor } from './order-access.service.js';
import { OrderWatches } from './order-watches.service.js';

/** The longest duration of a stream. The browser reconnects, which checks key and session again. */
const MAX_DURATION_MS = 15 * 60_000;

/** Each stream costs a socket and some kilobytes. Clients beyond the limit poll. */
const MAX_STREAMS = 2_000;

const tooManyStreams = (): DomainError =>
  new DomainError(
    'ORDER_STREAMS_FULL',
    'unavailable',
    'Too many orders are being watched right now. Please reload the page in a moment.',
    { retryAfterSeconds: 30 },
  );

/** Streams each change of an order as server-sent events. */
@Injectable()
export class OrderStreamService implements OnModuleDestroy {
  private readonly shutdown = new AbortController();
  private openStreams = 0;

  constructor(
    private readonly access: OrderAccessService,
    private readonly orderWatches: OrderWatches,
  ) {}

  /** Open streams must not delay the shutdown. */
  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  async streamOrder(visitor: Visitor, orderId: string, reply: FastifyReply): Promise<void> {
    await this.access.assertReadable(visitor, orderId);
    if (this.openStreams >= MAX_STREAMS) throw tooManyStreams();
    this.openStreams += 1;
    try {
      const signal = AbortSignal.any([
        getDisconnectSignal(reply),
        this.shutdown.signal,
        AbortSignal.timeout(MAX_DURATION_MS),
      ]);
      await streamServerSentEvents(reply, this.listReadableFrames(visitor, orderId, signal));
    } finally {
      this.openStreams -= 1;
    }
  }

  /** Ends with the link: nothing that changed since then is sent. */
  private async *listReadableFrames(visitor: Visitor, orderId: string, signal: AbortSignal): AsyncGenerator<string> {
    for await (const frame of this.orderWatches.listFrames(orderId, signal)) {
      if (!(await this.access.canRead(visitor, orderId))) return;
      yield frame;
    }
  }
}
