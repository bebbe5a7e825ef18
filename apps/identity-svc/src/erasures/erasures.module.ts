import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ErasureConfirmationService } from './erasure-confirmation.service.js';
import { AccountErasureService } from './account-erasure.service.js';
import { ErasuresConsumer } from './erasures.consumer.js';
import { ErasuresController } from './erasures.controller.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasureReminderService } from './erasure-reminder.service.js';

@Module({
  imports: [UsersModule, SessionsModule, PasswordsModule],
  controllers: [ErasuresController, ErasuresConsumer],
  providers: [ErasuresRepository, AccountErasureService, ErasureConfirmationService, ErasureReminderService],
  exports: [ErasureReminderService],
})
export class ErasuresModule {}
