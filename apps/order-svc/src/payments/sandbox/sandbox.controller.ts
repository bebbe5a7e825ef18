import { Body, Controller } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { type SandboxChallengeRequest, type SandboxConfirmation } from '@shop/contracts/order';
import { answerSandboxChallenge, confirmSandboxPayment, type BodyOf } from '@shop/contracts/routes';
import { zodPipe, Route } from '@shop/service-kit';
import { SandboxPaymentsService } from './sandbox-payments.service.js';
import { PaymentProviderRegistry } from '../payment-provider.registry.js';

@Controller()
export class SandboxController {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly sandboxPayments: SandboxPaymentsService,
  ) {}

  @Route(confirmSandboxPayment)
  async confirmPayment(
    @Body(zodPipe(confirmSandboxPayment.body)) body: BodyOf<typeof confirmSandboxPayment>,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.sandboxPayments.requireCurrentAmount(body);
    return this.sandboxPayments.confirmPayment(body);
  }

  @Route(answerSandboxChallenge)
  async answerChallenge(
    @Body(zodPipe(answerSandboxChallenge.body)) body: SandboxChallengeRequest,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.sandboxPayments.requireCurrentAmount(body);
    return this.sandboxPayments.answerChallenge(body);
  }

  /** With real payments on, a test card must not pay for an order that was begun in the sandbox. */
  private requireSandbox(): void {
    if (this.paymentProviders.current.name !== 'sandbox')
      throw new DomainError('SANDBOX_OFF', 'not-found', MESSAGES.notFound);
  }
}
