import { Module } from '@nestjs/common';
import { LettersModule } from '../letters/letters.module.js';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './accounts.repository.js';

@Module({
  imports: [LettersModule],
  controllers: [AccountsConsumer],
  providers: [AccountsRepository],
  exports: [AccountsRepository],
})
export class AccountsModule {}
