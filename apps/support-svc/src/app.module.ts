import { supportEvents } from '@shop/contracts-support';
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule, CONFIG, ServiceModule } from '@shop/service-kit';
import { getMailDir, type Config } from './config.js';
import { ContactErasureConsumer } from './contact/contact-erasure.consumer.js';
import { ContactPersonalDataService } from './contact/contact-personal-data.service.js';
import { ContactRequestsRepository } from './contact/contact-requests.repository.js';
import { ContactRequestsService } from './contact/contact-requests.service.js';
import { ContactReplyEntity } from './contact/contact-reply.entity.js';
import { ContactSubmissionEntity } from './contact/contact-submission.entity.js';
import { ContactController } from './contact/contact.controller.js';
import { migrations } from './database/migrations.js';
import { EmailDeliveryService } from './emails/delivery/email-delivery.service.js';
import { EmailInputService } from './emails/delivery/email-input.service.js';
import { FileMailer } from './emails/delivery/file-mailer.js';
import { getSender, Mailer } from './emails/delivery/mailer.js';
import { SmtpMailer } from './emails/delivery/smtp-mailer.js';
import { DevMailController } from './emails/dev-mail.controller.js';
import { MailFolder } from './emails/mail-folder.js';
import { EmailOutboxService } from './emails/email-outbox.service.js';
import { EmailTextsRepository } from './emails/email-texts.repository.js';
import { EmailsRepository } from './emails/emails.repository.js';
import { OrderRecipientsRepository } from './emails/order-recipients.repository.js';
import { OrderMockupsRepository } from './emails/order-mockups.repository.js';
import { AccountsConsumer } from './notifications/accounts.consumer.js';
import { ArtworkEmailsConsumer } from './notifications/artwork-emails.consumer.js';
import { PasswordEmailsConsumer } from './notifications/password-emails.consumer.js';
import { SecurityEmailsConsumer } from './notifications/security-emails.consumer.js';
import { AccountsRepository } from './notifications/accounts.repository.js';
import { AlertEmailsConsumer } from './notifications/alert-emails.consumer.js';
import { ConfirmationLinksConsumer } from './notifications/confirmation-links.consumer.js';
import { ContinueLinksConsumer } from './notifications/continue-links.consumer.js';
import { EmailRequestsConsumer } from './notifications/email-requests.consumer.js';
import { OrderChangeEmailsService } from './notifications/order-change-emails.service.js';
import { OrderCodeEmailsConsumer } from './notifications/order-code-emails.consumer.js';
import { OrderRecipientsConsumer } from './notifications/order-recipients.consumer.js';
import { ReviewEmailsConsumer } from './notifications/review-emails.consumer.js';
import { ReprintEmailsConsumer } from './notifications/reprint-emails.consumer.js';
import { OrderEmailsConsumer } from './notifications/order-emails.consumer.js';
import { EmailExportService } from './order-emails/email-export.service.js';
import { OrderEmailsController } from './order-emails/order-emails.controller.js';
import { OwnerEmailsController } from './owner-emails/owner-emails.controller.js';
import { OwnerEmailsRepository } from './owner-emails/owner-emails.repository.js';
import { OwnerNewsConsumer } from './owner-emails/owner-news.consumer.js';
import { OwnerNewsService } from './owner-emails/owner-news.service.js';
import { OwnerSettingsService } from './owner-emails/owner-settings.service.js';
import { OrderEmailsRepository } from './order-emails/order-emails.repository.js';
import { OrderErasureConsumer } from './order-emails/order-erasure.consumer.js';
import { ShopSettingsConsumer } from './shop-settings/shop-settings.consumer.js';
import { ShopSettingsRepository } from './shop-settings/shop-settings.repository.js';

/** Without SMTP_URL, emails are written to files. */
function createMailer(config: Config): Mailer {
  const sender = getSender(config.PUBLIC_ORIGIN, config.MAIL_FROM, config.MAIL_REPLY_TO);
  return config.SMTP_URL ? new SmtpMailer(config.SMTP_URL, sender) : new FileMailer(getMailDir(config), sender);
}

const emails = [
  EmailOutboxService,
  EmailsRepository,
  EmailTextsRepository,
  EmailExportService,
  OrderMockupsRepository,
  OrderRecipientsRepository,
  OrderEmailsRepository,
  EmailInputService,
  EmailDeliveryService,
  { provide: Mailer, useFactory: createMailer, inject: [CONFIG] },
];
const ownerEmails = [OwnerEmailsRepository, OwnerNewsService, OwnerSettingsService];
const notifications = [AccountsRepository, ShopSettingsRepository, OrderChangeEmailsService];
const contact = [ContactRequestsRepository, ContactRequestsService, ContactPersonalDataService];

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    const isDevelopment = config.NODE_ENV !== 'production';
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'support-svc',
          events: supportEvents,
          config,
          entities: [ContactSubmissionEntity, ContactReplyEntity],
          migrations,
        }),
        AuditModule,
      ],
      controllers: [
        AccountsConsumer,
        PasswordEmailsConsumer,
        ConfirmationLinksConsumer,
        ContinueLinksConsumer,
        SecurityEmailsConsumer,
        OrderEmailsConsumer,
        ReprintEmailsConsumer,
        ReviewEmailsConsumer,
        OrderRecipientsConsumer,
        OrderCodeEmailsConsumer,
        EmailRequestsConsumer,
        OrderEmailsController,
        OrderErasureConsumer,
        OwnerEmailsController,
        OwnerNewsConsumer,
        ArtworkEmailsConsumer,
        AlertEmailsConsumer,
        ShopSettingsConsumer,
        ContactController,
        ContactErasureConsumer,
        ...(isDevelopment ? [DevMailController] : []),
      ],
      providers: [...emails, ...notifications, ...ownerEmails, ...contact, ...(isDevelopment ? [MailFolder] : [])],
    };
  }
}
