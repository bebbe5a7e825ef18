import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import { AccountsModule } from './accounts/accounts.module.js';
import type { Config } from './config.js';
import { ContactReplyEntity } from './contact/contact-reply.entity.js';
import { ContactModule } from './contact/contact.module.js';
import { ContactSubmissionEntity } from './contact/contact-submission.entity.js';
import { migrations } from './database/migrations.js';
import { DevMailController } from './dev-mail/dev-mail.controller.js';
import { MailFolder } from './dev-mail/mail-folder.js';
import { EmailsModule } from './emails/emails.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          service: 'support-svc',
          config,
          entities: [ContactSubmissionEntity, ContactReplyEntity],
          migrations,
        }),
        EmailsModule,
        AccountsModule,
        NotificationsModule,
        ContactModule,
      ],
      ...(config.NODE_ENV === 'production' ? {} : { controllers: [DevMailController], providers: [MailFolder] }),
    };
  }
}
