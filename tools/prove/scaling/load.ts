/** What customers do while the number of replicas changes, and what each replica did of it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { generateArtwork, uploadPhoto } from '@shop/contracts-art/routes';
import { Shopper } from '../kills/shopper.ts';
import { MachineLoad } from './quota.ts';

/** More than the replicas can serve. */
const SHOPPERS = 16;
const DRAWING_TIMEOUT_MS = 280_000;

export interface Measurement {
  perSecond: number;
  busyShare: number;
}

/** Shoppers who buy one item after another. */
export class Checkouts {
  private readonly stopping = new AbortController();
  private readonly shoppers: Shopper[];
  private running: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.shoppers = Array.from({ length: SHOPPERS }, () => new Shopper(url, this.stopping.signal));
  }

  async start(photo: Buffer): Promise<void> {
    for (const shopper of this.shoppers) {
      await shopper.register();
      await shopper.prepare(photo);
    }
    this.running = Promise.all(this.shoppers.map((shopper) => shopper.buyUntilStopped()));
  }

  async measure(ms: number): Promise<Measurement> {
    const [load, before, startedAt] = [new MachineLoad(), this.count, performance.now()];
    await delay(ms);
    const seconds = (performance.now() - startedAt) / 1_000;
    return { perSecond: (this.count - before) / seconds, busyShare: load.busyShare };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private get count(): number {
    return this.shoppers.reduce((sum, { checkouts }) => sum + checkouts, 0);
  }
}

/** Each customer has a photo and asks for one drawing of it. */
export class Drawings {
  private readonly stopping = new AbortController();
  private readonly customers: { shopper: Shopper; imageUrl: string }[] = [];

  /** As many customers as there are drawings at a time. Each has a drawing already, so the pets of all photos are cut out. */
  async prepare(url: string, count: number, photo: Buffer): Promise<void> {
    while (this.customers.length < count) {
      const shopper = new Shopper(url, this.stopping.signal);
      await shopper.register();
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'pet.jpg');
      const { json } = await shopper.callUntilDone(uploadPhoto, { form });
      this.customers.push({ shopper, imageUrl: (json as { url: string }).url });
    }
    await this.draw(count);
  }

  /** Resolves when all are drawn. Rejects if one failed. */
  async draw(count: number): Promise<Measurement> {
    const [load, startedAt] = [new MachineLoad(), performance.now()];
    await Promise.all(
      this.customers.slice(0, count).map(async ({ shopper, imageUrl }) => {
        const { status, json } = await shopper.callUntilDone(generateArtwork, {
          body: { imageUrl, styleKey: 'minimalistic' },
          headers: { 'idempotency-key': randomUUID() },
          timeoutMs: DRAWING_TIMEOUT_MS,
        });
        if (status !== 201) throw new Error(`A drawing got ${status} ${JSON.stringify(json)}`);
      }),
    );
    return { perSecond: count / ((performance.now() - startedAt) / 1_000), busyShare: load.busyShare };
  }

  /** Customers whose drawing goes on stop waiting. */
  stop(): void {
    this.stopping.abort();
  }
}

export interface Work {
  requests: number;
  jobs: number;
}

const HEALTH = /route="\/(?:healthz|readyz|metrics)/;

/** The requests that a process has answered, and the runs of jobs that it has ended. */
export async function readWork(url: string): Promise<Work> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const sum = (metric: string): number =>
    lines
      .filter((line) => line.startsWith(`${metric}{`) && !HEALTH.test(line))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return { requests: sum('http_request_duration_seconds_count'), jobs: sum('jobs_runs_total') };
}
