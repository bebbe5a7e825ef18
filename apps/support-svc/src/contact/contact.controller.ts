import { Body, Controller, Post } from '@nestjs/common';
import { contactRequestSchema, type ContactReceipt, type ContactRequest } from '@shop/contracts/support';
import { Access, Caller, zodPipe } from '@shop/service-kit';
import { ContactFormService } from './contact-form.service.js';

@Controller('api/contact')
export class ContactController {
  constructor(private readonly contactForm: ContactFormService) {}

  @Post()
  @Access('public')
  submitRequest(
    @Caller() caller: Caller,
    @Body(zodPipe(contactRequestSchema)) request: ContactRequest,
  ): Promise<ContactReceipt> {
    return this.contactForm.submitRequest(caller, request);
  }
}
