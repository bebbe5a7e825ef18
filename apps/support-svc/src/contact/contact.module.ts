import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { LettersModule } from '../letters/letters.module.js';
import { AdminContactController } from './admin-contact.controller.js';
import { ContactController } from './contact.controller.js';
import { EraseRequests } from './erase-requests.js';
import { PersonalRequestsController } from './personal-requests.controller.js';
import { PersonalRequests } from './personal-requests.js';
import { ReceiveRequest } from './receive-request.js';
import { ReplyToRequest } from './reply-to-request.js';
import { RequestsConsumer } from './requests.consumer.js';
import { RequestsRepository } from './requests.repository.js';
import { RequestsService } from './requests.service.js';

@Module({
  imports: [AuditModule, LettersModule],
  controllers: [ContactController, AdminContactController, PersonalRequestsController, RequestsConsumer],
  providers: [RequestsRepository, RequestsService, ReceiveRequest, ReplyToRequest, EraseRequests, PersonalRequests],
})
export class ContactModule {}
