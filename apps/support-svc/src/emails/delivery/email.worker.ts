import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ListenNotifyWorker } from '@shop/messaging';
import { CONFIG, LOGGER, Readiness } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { EMAIL_CHANNEL } from '../email-channel.js';
import { EmailsRepository } from '../emails.repository.js';
import { EmailDeliveryService } from './email-delivery.service.js';
import { Mailer } from './mailer.js';

const BATCH_SIZE = 10;
const CLEANUP_INTERVAL_MS = 3_600_000;
/** Shorter than the time that a process supervisor gives a service to stop. */
const SHUTDOWN_TIMEOUT_MS = 2_500;

/** Sends waiting emails as soon as they are due. Several instances may run at once. */
@Injectable()
export class EmailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: ListenNotifyWorker;
  private lastCleanupAt = 0;

  constructor(
    private readonly emailsRepository: EmailsRepository,
    private readonly emailDelivery: EmailDeliveryService,
    private readonly mailer: Mailer,
    private readonly readiness: Readiness,
    @Inject(CONFIG) { DATABASE_URL: url }: Config,
    @Inject(LOGGER) log: Logger,
  ) {
    this.loop = new ListenNotifyWorker({
      url,
      channel: EMAIL_CHANNEL,
      log,
      processPending: (stop) => this.sendDueEmails(stop),
      failureMessage: 'emails could not be sent and are retried',
    });
  }

  onApplicationBootstrap(): void {
    // Optional: the shop works without a mail server, and emails wait.
    this.readiness.addOptionalCheck('mail', () => this.mailer.checkConnection());
    this.loop.start();
  }

  /** Waits for emails that are being sent. Unfinished ones are sent after the next start or by another instance. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close(SHUTDOWN_TIMEOUT_MS);
    this.mailer.close();
  }

  private async sendDueEmails(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.sendBatch()) === BATCH_SIZE);
    await this.cleanUp();
  }

  /** Returns the number of leased emails. Throws if the mail server is unavailable, after all leases are released. */
  private async sendBatch(): Promise<number> {
    await this.emailsRepository.dropExpired();
    const { lease, leased } = await this.emailDelivery.leaseDueEmails(BATCH_SIZE);
    const outcomes = await Promise.allSettled(leased.map((email) => this.emailDelivery.deliverEmail(email, lease)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return leased.length;
  }

  private async cleanUp(): Promise<void> {
    if (Date.now() - this.lastCleanupAt < CLEANUP_INTERVAL_MS) return;
    this.lastCleanupAt = Date.now();
    await this.emailsRepository.deleteOld();
  }
}
