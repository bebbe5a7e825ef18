import { Body, Controller, Post } from '@nestjs/common';
import { contactRequestSchema, type ContactReceipt, type ContactRequest } from '@shop/contracts/support';
import { Access, zod } from '@shop/service-kit';
import { ContactService } from './contact.service.js';

@Controller('api/contact')
export class ContactController {
  constructor(private readonly contact: ContactService) {}

  @Post()
  @Access('public')
  receive(@Body(zod(contactRequestSchema)) request: ContactRequest): Promise<ContactReceipt> {
    return this.contact.receive(request);
  }
}
