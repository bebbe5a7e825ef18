import { Module } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { getMailDir, type Config } from '../config.js';
import { EmailDeliveryService } from './delivery/email-delivery.service.js';
import { FileMailer } from './delivery/file-mailer.js';
import { getSender } from './delivery/mail-message.js';
import { Mailer } from './delivery/mailer.js';
import { SmtpMailer } from './delivery/smtp-mailer.js';
import { EmailOutboxService } from './email-outbox.service.js';
import { EmailsRepository } from './emails.repository.js';
import { OrderMockupsRepository } from './order-mockups.repository.js';

/** Without SMTP_URL, emails are written to files. */
function createMailer(config: Config): Mailer {
  const sender = getSender(config.PUBLIC_ORIGIN, config.MAIL_FROM);
  return config.SMTP_URL ? new SmtpMailer(config.SMTP_URL, sender) : new FileMailer(getMailDir(config), sender);
}

@Module({
  providers: [
    EmailOutboxService,
    EmailsRepository,
    OrderMockupsRepository,
    EmailDeliveryService,
    { provide: Mailer, useFactory: createMailer, inject: [CONFIG] },
  ],
  exports: [EmailOutboxService, OrderMockupsRepository],
})
export class EmailsModule {}
