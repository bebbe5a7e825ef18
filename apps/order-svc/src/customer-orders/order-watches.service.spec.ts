import type { CustomerOrder } from '@shop/contracts-order';
import { OrderWatches } from './order-watches.service.js';

/** Orders in memory: `publish` is a change in the database. */
class FakeOrders {
  readonly reads: string[] = [];
  private status = 'paid';
  private readonly waiting = new Set<PromiseWithResolvers<void>>();

  getOrder(orderId: string): Promise<CustomerOrder> {
    this.reads.push(orderId);
    return Promise.resolve({ readAt: String(this.reads.length), order: { status: this.status } } as CustomerOrder);
  }

  async *watch<Row>(_id: string, read: () => Promise<Row>, { signal }: { signal: AbortSignal }): AsyncGenerator<Row> {
    while (!signal.aborted) {
      yield await read();
      const change = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => change.resolve(), { once: true });
      this.waiting.add(change);
      await change.promise;
    }
  }

  publish(status: string): void {
    this.status = status;
    for (const change of this.waiting) change.resolve();
    this.waiting.clear();
  }

  fail(error: Error): void {
    for (const change of this.waiting) change.reject(error);
    this.waiting.clear();
  }
}

interface Listener {
  next: () => Promise<string | undefined>;
  leave: () => Promise<void>;
}

const setUp = () => {
  const orders = new FakeOrders();
  const watches = new OrderWatches(orders, orders);
  const listen = (orderId: string): Listener => {
    const abort = new AbortController();
    const frames = watches.listFrames(orderId, abort.signal);
    const next = async () => {
      const { value, done } = await frames.next();
      return done ? undefined : /"status":"(\w+)"/.exec(value)?.[1];
    };
    const leave = async () => {
      abort.abort();
      await frames.return(undefined);
    };
    return { next, leave };
  };
  return { orders, listen };
};

describe('order watches', () => {
  it('read an order once for each change, however many listen', async () => {
    const { orders, listen } = setUp();
    const listeners = Array.from({ length: 50 }, () => listen('a'));
    const allNext = () => Promise.all(listeners.map(({ next }) => next()));
    expect(new Set(await allNext())).toEqual(new Set(['paid']));
    const changed = allNext();
    orders.publish('shipped');
    expect(new Set(await changed)).toEqual(new Set(['shipped']));
    expect(orders.reads).toEqual(['a', 'a']);
    expect(await listen('b').next()).toBe('shipped');
    expect(orders.reads).toEqual(['a', 'a', 'b']);
  });

  it('give the last state at once to a listener that comes later', async () => {
    const { orders, listen } = setUp();
    const first = listen('a');
    await first.next();
    const waiting = first.next();
    orders.publish('processing');
    await waiting;
    expect(await listen('a').next()).toBe('processing');
    expect(orders.reads).toHaveLength(2);
  });

  it('send no frame if a poll finds the same state', async () => {
    const { orders, listen } = setUp();
    const listener = listen('a');
    await listener.next();
    const waiting = listener.next();
    orders.publish('paid');
    orders.publish('shipped');
    expect(await waiting).toBe('shipped');
  });

  it('end with the last listener, and start again for the next one', async () => {
    const { orders, listen } = setUp();
    const [first, second] = [listen('a'), listen('a')];
    await Promise.all([first.next(), second.next()]);
    await first.leave();
    const waiting = second.next();
    orders.publish('shipped');
    expect(await waiting).toBe('shipped');
    await second.leave();
    orders.publish('delivered');
    expect(orders.reads).toHaveLength(2);
    expect(await listen('a').next()).toBe('delivered');
  });

  it('fail for all listeners if the order can’t be read, and start again for the next one', async () => {
    const { orders, listen } = setUp();
    const listeners = [listen('a'), listen('a')];
    await Promise.all(listeners.map(({ next }) => next()));
    const waiting = listeners.map(({ next }) => next());
    await Promise.resolve();
    orders.fail(new Error('no database'));
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    expect(await listen('a').next()).toBe('paid');
  });
});
