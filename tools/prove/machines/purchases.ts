/** Customers who together begin one purchase a second, whatever dies. */
import { setTimeout as delay } from 'node:timers/promises';
import { drawnPet } from '../bench/photo.ts';
import { Shopper } from '../kills/shopper.ts';

/** A purchase takes less than this many seconds, so each customer begins one in so many. */
const SHOPPERS = 3;

interface Purchase {
  begun: number;
  paid: number;
}

export class Purchases {
  private readonly stopping = new AbortController();
  private readonly shoppers: Shopper[];
  /** Of each shopper. */
  private readonly made: Purchase[][];
  private buying: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.shoppers = Array.from({ length: SHOPPERS }, () => new Shopper(url, this.stopping.signal));
    this.made = this.shoppers.map(() => []);
  }

  get count(): number {
    return this.made.flat().length;
  }

  get failedCalls(): number {
    return this.shoppers.reduce((sum, { failedCalls }) => sum + failedCalls, 0);
  }

  async start(): Promise<void> {
    const photo = await drawnPet().resize(1200).jpeg().toBuffer();
    for (const shopper of this.shoppers) {
      await shopper.register();
      await shopper.prepare(photo);
    }
    this.buying = Promise.all(this.shoppers.map((shopper, index) => this.buy(shopper, index)));
    this.buying.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.buying;
  }

  private async buy(shopper: Shopper, index: number): Promise<void> {
    const { signal } = this.stopping;
    try {
      await delay(index * 1_000, undefined, { signal });
      while (!signal.aborted) {
        const [begun, before] = [Date.now(), shopper.checkouts];
        await Promise.all([
          shopper.buyOne().then(() => {
            if (shopper.checkouts > before) this.made[index]?.push({ begun, paid: Date.now() });
          }),
          delay(SHOPPERS * 1_000, undefined, { signal }),
        ]);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Waits until every customer has begun and paid a purchase since then. Returns how many seconds that took. */
  async measureRecovery(since: number, limitMs: number): Promise<number> {
    const firstOf = (purchases: Purchase[]): number =>
      Math.min(...purchases.filter(({ begun }) => begun >= since).map(({ paid }) => paid));
    for (;;) {
      const recovered = Math.max(...this.made.map(firstOf));
      if (Number.isFinite(recovered)) return (recovered - since) / 1_000;
      if (Date.now() > since + limitMs) return Infinity;
      await delay(100);
    }
  }
}
