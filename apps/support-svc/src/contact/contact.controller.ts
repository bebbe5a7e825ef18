import { Body, Controller, Headers, Post } from '@nestjs/common';
import {
  contactRequestSchema,
  FORM_OPEN_HEADER,
  FORM_WEBSITE_HEADER,
  type ContactReceipt,
  type ContactRequest,
} from '@shop/contracts/support';
import { Access, Caller, zodPipe } from '@shop/service-kit';
import { ContactFormService } from './contact-form.service.js';
import { readSpamSigns } from './spam.rules.js';

@Controller('api/contact')
export class ContactController {
  constructor(private readonly contactForm: ContactFormService) {}

  @Post()
  @Access('public')
  submitRequest(
    @Caller() caller: Caller,
    @Body(zodPipe(contactRequestSchema)) request: ContactRequest,
    @Headers(FORM_WEBSITE_HEADER) website: string | undefined,
    @Headers(FORM_OPEN_HEADER) openMs: string | undefined,
  ): Promise<ContactReceipt> {
    return this.contactForm.submitRequest(caller, request, readSpamSigns(website, openMs));
  }
}
