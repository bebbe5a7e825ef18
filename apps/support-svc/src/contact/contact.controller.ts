import { Body, Controller, Post } from '@nestjs/common';
import { contactRequestSchema, type ContactReceipt, type ContactRequest } from '@shop/contracts/support';
import { Access, Caller, zod } from '@shop/service-kit';
import { ReceiveRequest } from './receive-request.js';

@Controller('api/contact')
export class ContactController {
  constructor(private readonly requests: ReceiveRequest) {}

  @Post()
  @Access('public')
  receive(@Caller() caller: Caller, @Body(zod(contactRequestSchema)) request: ContactRequest): Promise<ContactReceipt> {
    return this.requests.receive(caller, request);
  }
}
