import { Inject, Injectable } from '@nestjs/common';
import { formatServerSentEvent } from '@shop/service-kit';
import { CustomerOrdersService } from './customer-orders.service.js';
import { OrderSignals } from './order-signals.service.js';

/** A poll in case that a signal was lost. */
const POLL_MS = 20_000;

interface OrderWatch {
  listeners: number;
  readonly end: AbortController;
  /** The order's last state as a server-sent event. */
  frame?: string;
  /** Resolves with the next frame, and rejects if the order can't be read. */
  next: PromiseWithResolvers<void>;
}

const createSignal = (): PromiseWithResolvers<void> => {
  const signal = Promise.withResolvers<void>();
  // A failure without a listener is not an unhandled rejection.
  signal.promise.catch(() => undefined);
  return signal;
};

/** Reads an order once for each change, for all streams that show it. */
@Injectable()
export class OrderWatches {
  private readonly watches = new Map<string, OrderWatch>();

  constructor(
    @Inject(CustomerOrdersService) private readonly customerOrders: Pick<CustomerOrdersService, 'getOrder'>,
    @Inject(OrderSignals) private readonly orderSignals: Pick<OrderSignals, 'watch'>,
  ) {}

  /** Yields the order's state at once and after each change, as server-sent events. Ends when `signal` is aborted. */
  async *listFrames(orderId: string, signal: AbortSignal): AsyncGenerator<string> {
    if (signal.aborted) return;
    const watch = this.joinWatch(orderId);
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => aborted.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      let sent: string | undefined;
      while (!signal.aborted) {
        const { frame, next } = watch;
        if (frame === sent) await Promise.race([next.promise, aborted.promise]);
        else if (frame !== undefined) yield (sent = frame);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.leaveWatch(orderId, watch);
    }
  }

  private joinWatch(orderId: string): OrderWatch {
    const running = this.watches.get(orderId);
    const watch = running ?? { listeners: 0, end: new AbortController(), next: createSignal() };
    watch.listeners += 1;
    if (running) return running;
    this.watches.set(orderId, watch);
    this.readChanges(orderId, watch).catch((error: unknown) => {
      this.removeWatch(orderId, watch);
      watch.next.reject(error);
    });
    return watch;
  }

  private leaveWatch(orderId: string, watch: OrderWatch): void {
    watch.listeners -= 1;
    if (watch.listeners > 0) return;
    this.removeWatch(orderId, watch);
    watch.end.abort();
  }

  /** The next stream starts a new watch. */
  private removeWatch(orderId: string, watch: OrderWatch): void {
    if (this.watches.get(orderId) === watch) this.watches.delete(orderId);
  }

  private async readChanges(orderId: string, watch: OrderWatch): Promise<void> {
    let last = '';
    const options = { signal: watch.end.signal, pollIntervalMs: POLL_MS };
    for await (const order of this.orderSignals.watch(orderId, () => this.customerOrders.getOrder(orderId), options)) {
      const { readAt: _, ...visible } = order;
      const current = JSON.stringify(visible);
      if (current === last) continue;
      last = current;
      watch.frame = formatServerSentEvent('order', order);
      const { next } = watch;
      watch.next = createSignal();
      next.resolve();
    }
  }
}
