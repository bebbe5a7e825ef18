import { Controller, Param } from '@nestjs/common';
import { listOrderEmails, listRefusedEmails } from '@shop/contracts-support/routes';
import type { OrderEmail, RefusedEmail } from '@shop/contracts-support';
import { Route, uuidPipe } from '@shop/service-kit';
import { OrderEmailsRepository } from './order-emails.repository.js';

@Controller()
export class OrderEmailsController {
  constructor(private readonly orderEmails: OrderEmailsRepository) {}

  @Route(listOrderEmails)
  listByOrder(@Param('id', uuidPipe) id: string): Promise<OrderEmail[]> {
    return this.orderEmails.listByOrder(id);
  }

  @Route(listRefusedEmails)
  listRefused(): Promise<RefusedEmail[]> {
    return this.orderEmails.listRefused();
  }
}
