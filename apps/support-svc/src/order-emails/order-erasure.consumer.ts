import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderAnonymised } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { EmailTextsRepository } from '../emails/email-texts.repository.js';

/** Removes what emails about an order said, once the order has no personal data any more. */
@Controller()
export class OrderErasureConsumer {
  constructor(private readonly emailTexts: EmailTextsRepository) {}

  /** With `keepLatest`, so that an email that is sent later stores no text: see EmailTextsRepository. */
  @OnEvent(orderAnonymised, { keepLatest: true })
  async onOrderAnonymised(
    { data }: EventEnvelope<EventPayload<typeof orderAnonymised>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.emailTexts.deleteByOrder(manager, data.orderId);
  }
}
