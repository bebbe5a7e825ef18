import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { AlertEmailsConsumer } from './alert-emails.consumer.js';
import { ArtworkEmailsConsumer } from './artwork-emails.consumer.js';
import { OrderChangeEmailsService } from './order-change-emails.service.js';
import { OrderEmailsConsumer } from './order-emails.consumer.js';
import { PasswordEmailsConsumer } from './password-emails.consumer.js';

/** Consumers of events that cause emails. */
@Module({
  imports: [AccountsModule, EmailsModule],
  providers: [OrderChangeEmailsService],
  controllers: [PasswordEmailsConsumer, OrderEmailsConsumer, ArtworkEmailsConsumer, AlertEmailsConsumer],
})
export class NotificationsModule {}
