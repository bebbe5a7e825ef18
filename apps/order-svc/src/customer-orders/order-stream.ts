import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { departureOf, eventFrame, streamEvents } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { CustomerOrders } from './customer-orders.js';
import { OrderAccess, type Visitor } from './order-access.js';
import { OrderSignals } from './order-signals.js';

/** Signals say when to look; this is only for one that was lost. */
const LOOK_AGAIN_MS = 20_000;
/** A stream ends after this long; the browser opens the next one by itself. Keys and sessions are looked at anew then. */
const LONGEST_MS = 15 * 60_000;
/** Each costs a socket and some kilobytes; whoever comes when it is full looks every so often instead. */
const MOST_STREAMS = 2_000;

const tooMany = (): DomainError =>
  new DomainError(
    'ORDER_STREAMS_FULL',
    'unavailable',
    'Too many orders are being watched right now. Please reload the page in a moment.',
    { retryAfterSeconds: 30 },
  );

/** Tells who looks at an order each change of it, as server-sent events. */
@Injectable()
export class OrderStream implements OnModuleDestroy {
  private readonly stop = new AbortController();
  private open = 0;

  constructor(
    private readonly access: OrderAccess,
    private readonly orders: CustomerOrders,
    private readonly signals: OrderSignals,
  ) {}

  /** Streams must not hold the service open. */
  onModuleDestroy(): void {
    this.stop.abort();
  }

  async send(visitor: Visitor, orderId: string, reply: FastifyReply): Promise<void> {
    await this.access.assert(visitor, orderId);
    if (this.open >= MOST_STREAMS) throw tooMany();
    this.open += 1;
    try {
      const signal = AbortSignal.any([departureOf(reply), this.stop.signal, AbortSignal.timeout(LONGEST_MS)]);
      await streamEvents(reply, this.frames(orderId, signal));
    } finally {
      this.open -= 1;
    }
  }

  private async *frames(orderId: string, signal: AbortSignal): AsyncGenerator<string> {
    let last = '';
    for await (const order of this.signals.watch(orderId, () => this.orders.read(orderId), {
      signal,
      lookAgainMs: LOOK_AGAIN_MS,
    })) {
      const { readAt: _, ...seen } = order;
      const now = JSON.stringify(seen);
      if (now !== last) yield eventFrame('order', order);
      last = now;
    }
  }
}
