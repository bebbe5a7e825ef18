import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { JobHold } from '../generation/job-hold.js';
import { ImagesRepository } from '../images/images.repository.js';
import { Places } from '../threads/places.js';
import { DrawPrintJob } from './draw-print-job.js';
import { FinishPrintJob } from './finish-print-job.js';
import type { PrintJobEntity } from './print-job.entity.js';
import { isLastAttempt, MAX_ATTEMPTS, pauseAfter } from './print-job.rules.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** The largest takes half a minute of a busy core; what takes this long hangs. */
const TRY_FOR_MS = 300_000;
/** A store that is away is waited for as after this many tries: seconds, as the file may have to be drawn anew each time. */
const STORE_PAUSE = 4;

/** Makes print files and mock-ups, each at most once at a time in all instances together. */
@Injectable()
export class MakePrintFile implements OnModuleDestroy {
  private readonly holds = new Set<JobHold>();
  /** For the queue and the sweep together. */
  private readonly places: Places;
  private stopping = false;

  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly images: ImagesRepository,
    private readonly drawing: DrawPrintJob,
    private readonly finish: FinishPrintJob,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.places = new Places(config.PRINT_CONCURRENCY);
  }

  /** Lets go of all jobs, so that another instance, or this one after its restart, has them at once. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const hold of this.holds) hold.end('stopping');
  }

  /** How many the sweep brings at a time. */
  get placesToFill(): number {
    return this.places.toFill;
  }

  /** One try, as soon as there is a place. Does nothing where the job has ended, waits for its pause, or is held elsewhere; what fails is tried again by the sweep. */
  make(orderItemId: string): Promise<void> {
    return this.places.within(() => this.makeNow(orderItemId));
  }

  private async makeNow(orderItemId: string): Promise<void> {
    if (this.stopping) throw new Error('The service is stopping');
    const claim = randomUUID();
    const job = await this.jobs.claim(orderItemId, claim, this.config.ART_LEASE_MS);
    if (!job) return;
    // Begun this often without an end: the artwork may be what kills the process.
    if (job.attempts > MAX_ATTEMPTS) return this.finish.fail(orderItemId, claim, 'not-drawn');
    const hold = this.hold(orderItemId, claim);
    try {
      await this.attempt(job, claim, hold.signal);
    } catch (error) {
      await this.giveBack(job, claim, hold, error);
    } finally {
      hold.release();
      this.holds.delete(hold);
    }
  }

  private hold(orderItemId: string, claim: string): JobHold {
    const { ART_LEASE_MS: leaseMs } = this.config;
    const hold = new JobHold({
      leaseMs,
      remainingMs: TRY_FOR_MS,
      prolong: () => this.jobs.prolong(orderItemId, claim, leaseMs),
    });
    this.holds.add(hold);
    // The stop may have come while the job was claimed.
    if (this.stopping) hold.end('stopping');
    return hold;
  }

  private async attempt(job: PrintJobEntity, claim: string, signal: AbortSignal): Promise<void> {
    const { orderItemId, artworkId, print } = job;
    const artwork = artworkId ? await this.images.findActive(artworkId) : null;
    if (!artwork) return this.finish.fail(orderItemId, claim, 'artwork-missing');
    if (!print) return this.finish.fail(orderItemId, claim, 'product-unknown');
    const order = { artwork, design: job.design, print };
    if (!job.file) {
      const drawn = await this.drawing.printFile(order, signal, isLastAttempt(job.attempts));
      if (!(await this.finish.keepFile(orderItemId, claim, artwork, drawn))) return;
    }
    const mockup = await this.drawing.mockup(order, signal, isLastAttempt(job.attempts));
    await this.finish.complete(orderItemId, claim, artwork, mockup);
  }

  private async giveBack(
    { orderItemId, attempts }: PrintJobEntity,
    claim: string,
    hold: JobHold,
    error: unknown,
  ): Promise<void> {
    if (hold.ended === 'lost') return;
    if (hold.ended === 'stopping') return this.jobs.handBack(orderItemId, claim, 0);
    this.logger.warn({ err: error, orderItemId, attempts }, 'could not make a print file');
    if (await this.drawing.isStoreAway(error))
      return this.jobs.handBack(orderItemId, claim, pauseAfter(STORE_PAUSE, this.config.PRINT_RETRY_MS));
    if (isLastAttempt(attempts)) await this.finish.fail(orderItemId, claim, 'not-drawn');
    else await this.jobs.postpone(orderItemId, claim, pauseAfter(attempts, this.config.PRINT_RETRY_MS));
  }
}
