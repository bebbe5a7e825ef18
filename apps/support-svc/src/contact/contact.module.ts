import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { EmailsModule } from '../emails/emails.module.js';
import { ContactErasureConsumer } from './contact-erasure.consumer.js';
import { ContactPersonalDataService } from './contact-personal-data.service.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { ContactRequestsService } from './contact-requests.service.js';
import { ContactController } from './contact.controller.js';

@Module({
  imports: [AuditModule, EmailsModule],
  controllers: [ContactController, ContactErasureConsumer],
  providers: [ContactRequestsRepository, ContactRequestsService, ContactPersonalDataService],
})
export class ContactModule {}
