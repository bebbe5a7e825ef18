import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  CONFIG,
  LOGGER,
  RowChangeListener,
  formatServerSentEvent,
  getDisconnectSignal,
  streamServerSentEvents,
} from '@shop/service-kit';
import type { Logger } from 'pino';
import { DomainError } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { CustomerOrdersService, type Visitor } from './customer-orders.service.js';

/** The PostgreSQL channel on which triggers announce each change of an order to every instance. */
export const ORDER_CHANNEL = 'orders_changed';

@Injectable()
export class OrderSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) { DATABASE_URL: databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    super({ databaseUrl, channel: ORDER_CHANNEL, logger });
  }
}

/** A poll in case that a signal was lost. */
const POLL_MS = 20_000;

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
    private readonly customerOrders: CustomerOrdersService,
    private readonly orderSignals: OrderSignals,
  ) {}

  /** Open streams must not delay the shutdown. */
  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  async streamOrder(visitor: Visitor, orderId: string, reply: FastifyReply): Promise<void> {
    await this.customerOrders.assertAccess(visitor, orderId);
    if (this.openStreams >= MAX_STREAMS) throw tooManyStreams();
    this.openStreams += 1;
    try {
      const signal = AbortSignal.any([
        getDisconnectSignal(reply),
        this.shutdown.signal,
        AbortSignal.timeout(MAX_DURATION_MS),
      ]);
      await streamServerSentEvents(reply, this.frames(orderId, signal));
    } finally {
      this.openStreams -= 1;
    }
  }

  private async *frames(orderId: string, signal: AbortSignal): AsyncGenerator<string> {
    let last = '';
    for await (const order of this.orderSignals.watch(orderId, () => this.customerOrders.getOrder(orderId), {
      signal,
      pollIntervalMs: POLL_MS,
    })) {
      const { readAt: _, ...visible } = order;
      const current = JSON.stringify(visible);
      if (current !== last) yield formatServerSentEvent('order', order);
      last = current;
    }
  }
}
