import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfirmErasure } from './confirm-erasure.js';
import { EraseAccount } from './erase-account.js';
import { ErasuresConsumer } from './erasures.consumer.js';
import { ErasuresController } from './erasures.controller.js';
import { ErasuresRepository } from './erasures.repository.js';
import { WaitingErasures } from './waiting-erasures.js';

@Module({
  imports: [UsersModule, SessionsModule, PasswordsModule],
  controllers: [ErasuresController, ErasuresConsumer],
  providers: [ErasuresRepository, EraseAccount, ConfirmErasure, WaitingErasures],
  exports: [WaitingErasures],
})
export class ErasuresModule {}
