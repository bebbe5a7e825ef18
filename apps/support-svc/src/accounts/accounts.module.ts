import { Module } from '@nestjs/common';
import { EmailsModule } from '../emails/emails.module.js';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './accounts.repository.js';

@Module({
  imports: [EmailsModule],
  controllers: [AccountsConsumer],
  providers: [AccountsRepository],
  exports: [AccountsRepository],
})
export class AccountsModule {}
