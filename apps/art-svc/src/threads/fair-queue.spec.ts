import { jest } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue, type FairQueueOptions } from './fair-queue.js';

const OPTIONS: FairQueueOptions = {
  capacity: 1,
  maxWaiting: 1_000,
  maxWaitingPerOwner: 1_000,
  maxWaitMs: 60_000,
  errors: { busy: () => new Error('busy'), tooManyOfOwner: () => new Error('too many') },
};

/** Works that wait and run; `started` has their names in order. Each runs until it is finished. */
class Works {
  readonly started: string[] = [];
  readonly rejected: [name: string, reason: string][] = [];
  private readonly finishes = new Map<string, () => void>();
  private readonly queue: FairQueue;

  constructor(options: Partial<FairQueueOptions> = {}) {
    this.queue = new FairQueue({ ...OPTIONS, ...options });
  }

  add(name: string, owner: string, network: string | null = null, weight = 1): void {
    const work = (): Promise<void> => {
      this.started.push(name);
      return new Promise((resolve) => this.finishes.set(name, resolve));
    };
    this.queue
      .run({ owner, network }, weight, work)
      .catch((error: Error) => void this.rejected.push([name, error.message]));
  }

  async finish(name: string): Promise<void> {
    this.finishes.get(name)?.();
    this.finishes.delete(name);
    await settle();
  }

  get running(): string[] {
    return [...this.finishes.keys()];
  }

  async finishAll(): Promise<string[]> {
    await settle();
    for (let [next] = this.running; next !== undefined; [next] = this.running) await this.finish(next);
    return this.started;
  }
}
const settle = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

describe('FairQueue', () => {
  it('serves a newcomer next, however much two networks with many sessions have sent', async () => {
    const works = new Works();
    for (let n = 0; n < 120; n++) works.add(`attack ${n}`, `session ${n}`, `network ${n % 2}`);
    await settle();
    await works.finish('attack 0');
    works.add('newcomer', 'ada', 'home');
    await works.finish('attack 1');
    expect(works.started).toEqual(['attack 0', 'attack 1', 'newcomer']);
    expect(await works.finishAll()).toHaveLength(121);
  });

  it('serves networks in turns, within them customers in turns, and a customer’s work in order', async () => {
    const works = new Works();
    for (const name of ['a1', 'a2', 'a3']) works.add(name, 'ada', 'office');
    for (const name of ['b1', 'b2']) works.add(name, 'ben', 'office');
    for (const name of ['c1', 'c2']) works.add(name, 'cleo', 'home');
    expect(await works.finishAll()).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3']);
  });

  it('runs one work of a customer at a time, although there is room', async () => {
    const works = new Works({ capacity: 10 });
    for (const name of ['a1', 'a2']) works.add(name, 'ada', 'home');
    works.add('b1', 'ben', 'home');
    await settle();
    expect(works.running).toEqual(['a1', 'b1']);
    await works.finish('a1');
    expect(works.running).toEqual(['b1', 'a2']);
  });

  it('never runs more than its capacity, runs heavier work alone, and lets nothing overtake it', async () => {
    const works = new Works({ capacity: 50 });
    works.add('light', 'ada', '1', 20);
    works.add('heavy', 'ben', '2', 160);
    works.add('lighter', 'cleo', '3', 10);
    await settle();
    expect(works.running).toEqual(['light']);
    await works.finish('light');
    expect(works.running).toEqual(['heavy']);
    await works.finish('heavy');
    expect(works.running).toEqual(['lighter']);
  });

  it('makes room in a full queue at the cost of the network that waits most', async () => {
    const works = new Works({ maxWaiting: 3 });
    works.add('running', 'x', 'x');
    for (const name of ['a1', 'a2', 'a3']) works.add(name, name, 'office');
    works.add('newcomer', 'ada', 'home');
    works.add('a4', 'a4', 'office');
    await settle();
    expect(works.rejected).toEqual([
      ['a3', 'busy'],
      ['a4', 'busy'],
    ]);
    expect(await works.finishAll()).toEqual(['running', 'a1', 'newcomer', 'a2']);
  });

  it('rejects what waits too long, and too much of one customer', async () => {
    jest.useFakeTimers();
    const works = new Works({ maxWaitMs: 1_000, maxWaitingPerOwner: 1 });
    for (const name of ['a1', 'a2', 'a3']) works.add(name, 'ada');
    await settle();
    expect(works.rejected).toEqual([['a3', 'too many']]);
    jest.advanceTimersByTime(1_000);
    await settle();
    expect(works.rejected).toEqual([
      ['a3', 'too many'],
      ['a2', 'busy'],
    ]);
    jest.useRealTimers();
    await works.finish('a1');
    works.add('a4', 'ada');
    await settle();
    expect(works.running).toEqual(['a4']);
  });

  it('gives the room of failed work to the next', async () => {
    const queue = new FairQueue(OPTIONS);
    const requester = { owner: 'ada', network: null };
    await expect(queue.run(requester, 1, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await queue.run(requester, 1, async () => 'next')).toBe('next');
  });

  it('starts everything once, and between two works of a network at most one of each other waiting network', async () => {
    const arrivals = fc.array(
      fc.record({ owner: fc.integer({ min: 0, max: 5 }), network: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (list) => {
        const works = new Works();
        list.forEach(({ owner, network }, n) => works.add(`${network} ${n}`, `${network}/${owner}`, `${network}`));
        const order = (await works.finishAll()).map((name) => name.split(' ')[0]!);
        expect(new Set(works.started).size).toBe(list.length);
        // The first work starts before the others arrive.
        const served = order.slice(1);
        const left = new Map<string, number>();
        for (const network of served) left.set(network, (left.get(network) ?? 0) + 1);
        const lastAt = new Map<string, number>();
        served.forEach((network, at) => {
          left.set(network, left.get(network)! - 1);
          for (const [other, count] of left)
            if (other !== network && count > 0 && lastAt.has(network))
              expect(lastAt.get(other) ?? -1).toBeGreaterThan(lastAt.get(network)!);
          lastAt.set(network, at);
        });
      }),
    );
  });
});
