import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { EmailsModule } from '../emails/emails.module.js';
import { AdminContactController } from './admin-contact.controller.js';
import { ContactController } from './contact.controller.js';
import { ContactErasureService } from './contact-erasure.service.js';
import { ContactExportController } from './contact-export.controller.js';
import { ContactExportService } from './contact-export.service.js';
import { ContactFormService } from './contact-form.service.js';
import { ContactRepliesService } from './contact-replies.service.js';
import { ContactErasureConsumer } from './contact-erasure.consumer.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { ContactRequestsService } from './contact-requests.service.js';

@Module({
  imports: [AuditModule, EmailsModule],
  controllers: [ContactController, AdminContactController, ContactExportController, ContactErasureConsumer],
  providers: [
    ContactRequestsRepository,
    ContactRequestsService,
    ContactFormService,
    ContactRepliesService,
    ContactErasureService,
    ContactExportService,
  ],
})
export class ContactModule {}
