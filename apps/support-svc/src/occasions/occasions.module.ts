import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LettersModule } from '../letters/letters.module.js';
import { AlarmLettersConsumer } from './alarm-letters.consumer.js';
import { ArtworkLettersConsumer } from './artwork-letters.consumer.js';
import { ChangeLetters } from './change-letters.js';
import { OrderLettersConsumer } from './order-letters.consumer.js';
import { PasswordLettersConsumer } from './password-letters.consumer.js';

/** What happens in the shop that somebody is written to about. */
@Module({
  imports: [AccountsModule, LettersModule],
  providers: [ChangeLetters],
  controllers: [PasswordLettersConsumer, OrderLettersConsumer, ArtworkLettersConsumer, AlarmLettersConsumer],
})
export class OccasionsModule {}
