import { Module } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { mailDir, type Config } from '../config.js';
import { DeliverLetter } from './delivery/deliver-letter.js';
import { FileMailer } from './delivery/file-mailer.js';
import { senderOf } from './delivery/mail-message.js';
import { MailRounds } from './delivery/mail-rounds.js';
import { Mailer } from './delivery/mailer.js';
import { SmtpMailer } from './delivery/smtp-mailer.js';
import { LetterDesk } from './letter-desk.js';
import { LettersRepository } from './letters.repository.js';
import { OrderMockups } from './order-mockups.js';

/** D31: an SMTP server where there is one, else files. */
function createMailer(config: Config): Mailer {
  const sender = senderOf(config.PUBLIC_ORIGIN, config.MAIL_FROM);
  return config.SMTP_URL ? new SmtpMailer(config.SMTP_URL, sender) : new FileMailer(mailDir(config), sender);
}

@Module({
  providers: [
    LetterDesk,
    LettersRepository,
    OrderMockups,
    DeliverLetter,
    MailRounds,
    { provide: Mailer, useFactory: createMailer, inject: [CONFIG] },
  ],
  exports: [LetterDesk, OrderMockups],
})
export class LettersModule {}
