import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { backoffMs, endedWithin, pause, PostgresListener } from '@shop/messaging';
import { CONFIG, LOGGER, Readiness } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { LETTER_CHANNEL } from '../letter-channel.js';
import { LettersRepository } from '../letters.repository.js';
import { DeliverLetter } from './deliver-letter.js';
import { Mailer } from './mailer.js';

/** NOTIFY wakes the rounds; this catches letters that wait for their time, and what a lost connection missed. */
const LOOK_EVERY_MS = 2_000;
const BATCH = 10;
const CLEAN_EVERY_MS = 3_600_000;
/** Less than a runner waits for a service to end. */
const LAST_SENDING_MS = 2_500;

/** Carries waiting letters away, as soon as there are any. Any number of instances may do so at once. */
@Injectable()
export class MailRounds implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private listener: PostgresListener | undefined;
  private loop: Promise<void> | undefined;
  private wake: () => void = () => undefined;
  private isWoken = true;
  private cleanedAt = 0;

  constructor(
    private readonly letters: LettersRepository,
    private readonly deliver: DeliverLetter,
    private readonly mailer: Mailer,
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // The shop sells without mail; letters wait.
    this.readiness.addOptional('mail', () => this.mailer.check());
    const nudge = (): void => this.nudge();
    this.listener = new PostgresListener({ url: this.config.DATABASE_URL, channel: LETTER_CHANNEL, log: this.logger, onNotify: nudge, onListening: nudge });
    void this.listener.start();
    this.loop = this.run();
  }

  /** What is on its way may end; what does not is sent by the next start, or by another instance. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await endedWithin(Promise.all([this.loop, this.listener?.close()]), LAST_SENDING_MS);
    this.mailer.close();
  }

  private nudge(): void {
    this.isWoken = true;
    this.wake();
  }

  private async sleep(): Promise<void> {
    if (this.isWoken) return;
    const nap = new AbortController();
    this.wake = () => nap.abort();
    await pause(LOOK_EVERY_MS, AbortSignal.any([nap.signal, this.stop.signal]));
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stop.signal.aborted) {
      await this.sleep();
      this.isWoken = false;
      try {
        while (!this.stop.signal.aborted && (await this.round()) === BATCH);
        failures = 0;
        await this.clean();
      } catch (error) {
        if (this.stop.signal.aborted) return;
        this.logger.warn({ err: error, failures: failures + 1 }, 'letters wait, trying again');
        await pause(backoffMs(failures), this.stop.signal);
        failures += 1;
        this.isWoken = true;
      }
    }
  }

  /** Returns how many letters it took. Throws where the way is closed, once every letter it took is back. */
  private async round(): Promise<number> {
    await this.letters.dropExpired();
    const { lease, taken } = await this.deliver.take(BATCH);
    const outcomes = await Promise.allSettled(taken.map((letter) => this.deliver.execute(letter, lease)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return taken.length;
  }

  private async clean(): Promise<void> {
    if (Date.now() - this.cleanedAt < CLEAN_EVERY_MS) return;
    this.cleanedAt = Date.now();
    await this.letters.clean();
  }
}
