import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Cron, HandleJob, OutageError } from '@shop/jobs';
import { CONFIG, LOGGER, PartFault, Readiness } from '@shop/service-kit';
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Config } from '../../config.js';
import type { SentText } from '../email-texts.repository.js';
import { EmailsRepository, type WaitingEmail, sendEmail } from '../emails.repository.js';
import { renderEmail, type RenderedEmail } from '../render-email.js';
import { hideKey, hideKeysInText, storesText } from '../sent-text.rules.js';
import type { ShopLinks } from '../shop-links.js';
import { EmailInputService } from './email-input.service.js';
import { Mailer } from './mailer.js';
import { classifySendingFailure, getRetryDelayMs } from './sending-failure.rules.js';

/** Marking is retried, because an email that was sent but not marked would be sent again. */
const MARK_RETRIES = { retries: 5, minTimeout: 100 };

const emailsSent = new Counter({
  name: 'emails_sent_total',
  help: 'Emails that the mail server took, by template',
  labelNames: ['template'],
});

/** Sends the emails of the outbox and stores the outcome. */
@Injectable()
export class EmailDeliveryService implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The mail server took no email from this shop at the last attempt. */
  private isRefused = false;

  constructor(
    private readonly emailsRepository: EmailsRepository,
    private readonly input: EmailInputService,
    private readonly mailer: Mailer,
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // Optional: the shop works without a mail server, and emails wait.
    this.readiness.addPart('mail', () => this.checkMail());
  }

  /** A sign-in or a sender that the server refuses concerns all emails, and shows only when one is sent. */
  private async checkMail(): Promise<void> {
    await this.mailer.checkConnection();
    if (this.isRefused) throw new PartFault('refused');
  }

  /** After the running jobs have ended. */
  onApplicationShutdown(): void {
    this.mailer.close();
  }

  /** Drops an email that has expired. Throws an OutageError if the email is sent later. */
  @HandleJob(sendEmail)
  async deliverEmail({ emailId }: { emailId: string }): Promise<void> {
    const email = await this.emailsRepository.claim(emailId);
    if (!email) return this.emailsRepository.dropExpired();
    const rendered = await this.render(email);
    if (!rendered) return;
    const { sentText, ...message } = rendered;
    const logFields = { emailId, template: email.template };
    try {
      const destination = await this.mailer.sendEmail({
        ...message,
        id: email.id,
        template: email.template,
        to: email.recipient,
        createdAt: email.createdAt,
      });
      this.isRefused = false;
      emailsSent.inc({ template: email.template });
      this.logger.info({ ...logFields, destination }, 'email sent');
    } catch (error) {
      await this.handleFailure(email, error);
      return;
    }
    await pRetry(() => this.emailsRepository.markSent(email, sentText), MARK_RETRIES);
  }

  /** An email that cannot be rendered is marked dead, so that it is not tried again. */
  private async render(email: WaitingEmail): Promise<(RenderedEmail & { sentText: SentText | null }) | undefined> {
    const { props, shop } = await this.input.load(email);
    try {
      const sentText = storesText(email.template) ? this.renderSentText(email, props, shop) : null;
      return { ...renderEmail(email.template, props, shop), sentText };
    } catch (error) {
      this.logger.error({ err: error, emailId: email.id, template: email.template }, 'email could not be rendered');
      const reason = `could not be rendered: ${error instanceof Error ? error.message : String(error)}`;
      await this.emailsRepository.markDead(email.id, reason);
      return undefined;
    }
  }

  /** What admins read later: without what opens the order. */
  private renderSentText({ template }: WaitingEmail, props: WaitingEmail['props'], shop: ShopLinks): SentText {
    const { subject, text } = renderEmail(template, hideKey(props), shop);
    return { subject: hideKeysInText(subject), text: hideKeysInText(text) };
  }

  private async handleFailure(
    { id, template, attempts: attemptsBefore, createdAt }: WaitingEmail,
    error: unknown,
  ): Promise<void> {
    const { kind, reason } = classifySendingFailure(error, Date.now() - createdAt.getTime());
    const attempts = attemptsBefore + 1;
    switch (kind) {
      case 'dead':
        this.logger.error({ emailId: id, template, attempts }, 'email was refused permanently');
        return this.emailsRepository.markDead(id, reason);
      case 'later': {
        this.logger.warn({ emailId: id, template, attempts }, 'email was refused temporarily');
        const retryAfterMs = getRetryDelayMs(attempts, this.config.MAIL_RETRY_DELAYS_MS);
        await this.emailsRepository.postpone(id, reason, retryAfterMs);
        throw new OutageError(reason, { cause: error, retryAfterMs });
      }
      case 'refused':
        this.isRefused = true;
        this.logger.error({ emailId: id, template, reason }, 'the mail server takes no emails from this shop');
        await this.emailsRepository.releaseClaim(id);
        throw new OutageError(reason, { cause: error });
      case 'outage':
        await this.emailsRepository.releaseClaim(id);
        throw new OutageError(reason, { cause: error });
    }
  }

  /** Every minute. */
  @Cron('* * * * *', { name: 'emails.enqueue-waiting' })
  async enqueueWaiting(): Promise<void> {
    await this.emailsRepository.dropExpired();
    await this.emailsRepository.enqueueWithoutJob();
  }

  @Cron('23 * * * *', { name: 'emails.delete-old' })
  async deleteOld(): Promise<void> {
    await this.emailsRepository.deleteOld();
  }
}
