import { Controller, Param } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { getOrderEmail, listOrderEmails, listRefusedEmails } from '@shop/contracts-support/routes';
import type { OrderEmail, RefusedEmail, SentEmail } from '@shop/contracts-support';
import { Route, uuidPipe } from '@shop/service-kit';
import { EmailTextsRepository } from '../emails/email-texts.repository.js';
import { OrderEmailsRepository } from './order-emails.repository.js';

@Controller()
export class OrderEmailsController {
  constructor(
    private readonly orderEmails: OrderEmailsRepository,
    private readonly emailTexts: EmailTextsRepository,
  ) {}

  @Route(listOrderEmails)
  listByOrder(@Param('id', uuidPipe) id: string): Promise<OrderEmail[]> {
    return this.orderEmails.listByOrder(id);
  }

  @Route(getOrderEmail)
  async show(@Param('id', uuidPipe) id: string, @Param('emailId', uuidPipe) emailId: string): Promise<SentEmail> {
    const email = await this.emailTexts.findByOrder(id, emailId);
    if (!email) throw new DomainError('EMAIL_TEXT_UNKNOWN', 'not-found', MESSAGES.notFound);
    return email;
  }

  @Route(listRefusedEmails)
  listRefused(): Promise<RefusedEmail[]> {
    return this.orderEmails.listRefused();
  }
}
