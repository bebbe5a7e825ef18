import { Body, Controller, Inject } from '@nestjs/common';
import type { ConfirmEmailRequest } from '@shop/contracts-identity';
import { confirmEmail, sendConfirmationLink } from '@shop/contracts-identity/routes';
import { Caller, Route, zodPipe } from '@shop/service-kit';
import { SignInClient } from '../security/sign-in-client.js';
import { EmailConfirmationService } from './email-confirmation.service.js';

@Controller()
export class EmailConfirmationController {
  constructor(@Inject(EmailConfirmationService) private readonly emailConfirmation: EmailConfirmationService) {}

  @Route(confirmEmail)
  async confirmEmail(
    @SignInClient() client: SignInClient,
    @Body(zodPipe(confirmEmail.body)) { token }: ConfirmEmailRequest,
  ): Promise<void> {
    await this.emailConfirmation.confirmEmail(token, client);
  }

  @Route(sendConfirmationLink)
  async sendLink(@Caller() caller: Caller): Promise<void> {
    await this.emailConfirmation.sendLinkAgain(caller);
  }
}
