import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { backoffMs, pause } from '@shop/jobs/retry';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import { EmailsRepository, type LeasedEmail } from '../emails.repository.js';
import { OrderMockupsRepository } from '../order-mockups.repository.js';
import { renderEmail, type RenderedEmail } from '../render-email.js';
import { ShopLinks } from '../shop-links.js';
import { Mailer } from './mailer.js';
import { classifySendingFailure, getRetryDelayMs } from './sending-failure.rules.js';

/** Marking is retried, because an email that was sent but not marked would be sent again. */
const MARK_ATTEMPTS = 6;

/** Leases due emails, sends one, and stores the outcome. */
@Injectable()
export class EmailDeliveryService {
  private readonly shop: ShopLinks;

  constructor(
    private readonly emailsRepository: EmailsRepository,
    private readonly orderMockupsRepository: OrderMockupsRepository,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.shop = new ShopLinks(config.PUBLIC_ORIGIN);
  }

  async leaseDueEmails(limit: number): Promise<{ lease: string; leased: LeasedEmail[] }> {
    const lease = randomUUID();
    return { lease, leased: await this.emailsRepository.leaseDue(lease, this.config.MAIL_LEASE_MS, limit) };
  }

  /** Throws if the mail server is unavailable; the email is back in the queue then. */
  async deliverEmail(email: LeasedEmail, lease: string): Promise<void> {
    const rendered = await this.render(email, lease);
    if (!rendered) return;
    const logFields = { emailId: email.id, template: email.template };
    try {
      const destination = await this.mailer.sendEmail({
        ...rendered,
        id: email.id,
        template: email.template,
        to: email.recipient,
        createdAt: email.createdAt,
      });
      this.logger.info({ ...logFields, destination }, 'email sent');
    } catch (error) {
      await this.handleFailure(email, lease, error);
      return;
    }
    await this.markSent(email.id, lease);
  }

  /** An email that cannot be rendered is marked dead, so that it does not block others. */
  private async render(email: LeasedEmail, lease: string): Promise<RenderedEmail | undefined> {
    const props = await this.orderMockupsRepository.addMockups(email);
    try {
      return renderEmail(email.template, props, this.shop);
    } catch (error) {
      this.logger.error({ err: error, emailId: email.id, template: email.template }, 'email could not be rendered');
      await this.emailsRepository.markDead(
        email.id,
        lease,
        `could not be rendered: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }
  }

  private async handleFailure(
    { id, template, attempts, createdAt }: LeasedEmail,
    lease: string,
    error: unknown,
  ): Promise<void> {
    const { kind, reason } = classifySendingFailure(error, Date.now() - createdAt.getTime());
    switch (kind) {
      case 'dead':
        this.logger.error({ emailId: id, template, attempts }, 'email was refused permanently');
        return this.emailsRepository.markDead(id, lease, reason);
      case 'later':
        this.logger.warn({ emailId: id, template, attempts }, 'email was refused temporarily');
        return this.emailsRepository.postpone(id, lease, {
          reason,
          pauseMs: getRetryDelayMs(attempts, this.config.MAIL_RETRY_DELAYS_MS),
        });
      case 'outage':
        await this.emailsRepository.releaseLease(id, lease);
        throw error;
    }
  }

  private async markSent(id: string, lease: string): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.emailsRepository.markSent(id, lease);
      } catch (error) {
        if (failures + 1 === MARK_ATTEMPTS) throw error;
        await pause(backoffMs(failures));
      }
    }
  }
}
