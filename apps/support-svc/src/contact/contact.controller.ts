import { Body, Controller, Headers } from '@nestjs/common';
import {
  FORM_OPEN_HEADER,
  FORM_WEBSITE_HEADER,
  type ContactReceipt,
  type ContactRequest,
} from '@shop/contracts/support';
import { sendContactRequest } from '@shop/contracts/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { ContactFormService } from './contact-form.service.js';
import { readSpamSigns } from './spam.rules.js';

@Controller()
export class ContactController {
  constructor(private readonly contactForm: ContactFormService) {}

  @Route(sendContactRequest)
  submitRequest(
    @Caller() caller: Caller,
    @Body(zodPipe(sendContactRequest.body)) request: ContactRequest,
    @Headers(FORM_WEBSITE_HEADER) website: string | undefined,
    @Headers(FORM_OPEN_HEADER) openMs: string | undefined,
  ): Promise<ContactReceipt> {
    return this.contactForm.submitRequest(caller, request, readSpamSigns(website, openMs));
  }
}
