/** Customers during a release: two that buy, one that uploads slowly, and one with an open stream. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadPhoto } from '@shop/contracts-art/routes';
import { listOrders, streamOrder } from '@shop/contracts-order/routes';
import { toPath } from '@shop/contracts-common/routes';
import { Shopper } from '../kills/shopper.ts';

/** Two shoppers, each at most one purchase a second. */
const SHOPPERS = 2;
const PURCHASE_MS = 1_000;
const UPLOAD_MS = 20_000;
const UPLOAD_PARTS = 40;
const BOUNDARY = 'photo-of-a-pet';

export class Traffic {
  /** What no page repeats. */
  readonly failures: string[] = [];
  uploads = 0;
  /** Uploads that got 503 with Retry-After, and were sent again. */
  refusedUploads = 0;
  /** Uploads that a version from before this promise has cut when it ended. */
  cutUploads = 0;
  streams = 0;
  private readonly stopping = new AbortController();
  private readonly shoppers: Shopper[];
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly photo: Buffer,
    private readonly mayCutUploads: () => boolean,
  ) {
    this.shoppers = Array.from({ length: SHOPPERS }, () => new Shopper(url, this.stopping.signal));
  }

  get purchases(): number {
    return this.shoppers.reduce((sum, { checkouts }) => sum + checkouts, 0);
  }

  async start(): Promise<void> {
    for (const shopper of this.shoppers) {
      await shopper.register();
      await shopper.prepare(this.photo);
      await shopper.buyOne();
      shopper.failedCalls = 0;
    }
    const [first] = this.shoppers as [Shopper];
    const [order] = (await first.callUntilDone(listOrders)).json as { id: string }[];
    this.running = Promise.all([
      ...this.shoppers.map((shopper) => this.untilStopped(() => this.buy(shopper))),
      this.untilStopped(() => this.uploadOnce(first)),
      this.untilStopped(() => this.stream(first, order?.id ?? '')),
    ]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async untilStopped(work: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await work().catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.failures.push(String(error));
      });
    }
  }

  private async buy(shopper: Shopper): Promise<void> {
    const before = shopper.failedCalls;
    await Promise.all([shopper.buyOne(), delay(PURCHASE_MS)]);
    if (shopper.failedCalls > before) throw new Error(`${shopper.failedCalls - before} × ${shopper.lastFailure}`);
  }

  private async uploadOnce(shopper: Shopper): Promise<void> {
    try {
      await this.upload(shopper);
    } catch (error) {
      if (!this.mayCutUploads()) throw error;
      this.cutUploads += 1;
    }
  }

  /** As slowly as a phone. The page repeats an upload after a 503 with Retry-After. */
  private async upload({ cookie }: Shopper): Promise<void> {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="pet.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), this.photo, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    const sending = request(new URL(uploadPhoto.path, this.url), {
      method: 'POST',
      agent: false,
      headers: {
        cookie,
        origin: this.url,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': String(body.length),
      },
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    const size = Math.ceil(body.length / UPLOAD_PARTS);
    for (let at = 0; at < body.length && !sending.destroyed && !this.stopping.signal.aborted; at += size) {
      sending.write(body.subarray(at, at + size));
      await Promise.race([delay(UPLOAD_MS / UPLOAD_PARTS), answered]);
    }
    if (this.stopping.signal.aborted) return void sending.destroy();
    sending.end();
    const [{ statusCode, headers }] = await answered;
    sending.destroy();
    if (statusCode === 503 && headers['retry-after'] !== undefined) {
      this.refusedUploads += 1;
      await delay(Number(headers['retry-after']) * 1_000, undefined, { signal: this.stopping.signal });
    } else if (statusCode === 201 || statusCode === 200) this.uploads += 1;
    else throw new Error(`The upload got ${statusCode}`);
  }

  /** A browser opens a stream again that ended. */
  private async stream({ cookie }: Shopper, id: string): Promise<void> {
    const response = await fetch(new URL(toPath(streamOrder.path, { orderId: id }), this.url), {
      headers: { cookie },
      signal: this.stopping.signal,
    });
    if (response.status !== 200) throw new Error(`The stream got ${response.status} ${await response.text()}`);
    this.streams += 1;
    // Its end, in whatever way, is none.
    await response.arrayBuffer().catch(() => undefined);
    await delay(500);
  }
}
