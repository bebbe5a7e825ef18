import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { NotifiedRounds } from '@shop/messaging';
import { CONFIG, LOGGER, Readiness } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { LETTER_CHANNEL } from '../letter-channel.js';
import { LettersRepository } from '../letters.repository.js';
import { DeliverLetter } from './deliver-letter.js';
import { Mailer } from './mailer.js';

const BATCH = 10;
const CLEAN_EVERY_MS = 3_600_000;
/** Less than a runner waits for a service to end. */
const LAST_SENDING_MS = 2_500;

/** Carries waiting letters away, as soon as there are any. Any number of instances may do so at once. */
@Injectable()
export class MailRounds implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds: NotifiedRounds;
  private cleanedAt = 0;

  constructor(
    private readonly letters: LettersRepository,
    private readonly deliver: DeliverLetter,
    private readonly mailer: Mailer,
    private readonly readiness: Readiness,
    @Inject(CONFIG) { DATABASE_URL: url }: Config,
    @Inject(LOGGER) log: Logger,
  ) {
    this.rounds = new NotifiedRounds({
      url,
      channel: LETTER_CHANNEL,
      log,
      round: (stop) => this.carry(stop),
      trouble: 'letters wait, trying again',
    });
  }

  onApplicationBootstrap(): void {
    // The shop sells without mail; letters wait.
    this.readiness.addOptional('mail', () => this.mailer.check());
    this.rounds.start();
  }

  /** What is on its way may end; what does not is sent by the next start, or by another instance. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.rounds.close(LAST_SENDING_MS);
    this.mailer.close();
  }

  private async carry(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.sendBatch()) === BATCH);
    await this.clean();
  }

  /** Returns how many letters it took. Throws where the way is closed, once every letter it took is back. */
  private async sendBatch(): Promise<number> {
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
