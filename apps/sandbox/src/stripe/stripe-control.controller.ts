import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { parseParams } from './payment-intents.service.js';
import { StripeControl } from './stripe-control.service.js';
import { StripeError } from './stripe-error.js';

const disputeSchema = z.object({ reason: z.string().optional(), amount: z.coerce.number().int().optional() });
const outcomeSchema = z.object({ status: z.enum(['won', 'lost']) });
const reviewSchema = z.object({ reason: z.enum(['approved', 'refunded_as_fraud', 'refunded']) });
const refundSchema = z.object({ amount: z.coerce.number().int().optional() });

/** `StripeControl` for developers. Not in production. The gateway does not pass these calls on. */
@Controller('sandbox/control/stripe')
export class StripeControlController {
  constructor(private readonly control: StripeControl) {}

  @Post('payment_intents/:id/dispute')
  openDispute(@Param('id') id: string, @Body() body: unknown, @Res() reply: FastifyReply) {
    const { reason, amount } = parseParams(disputeSchema, body ?? {});
    return send(reply, this.control.openDispute(id, reason, amount));
  }

  @Post('disputes/:id/close')
  closeDispute(@Param('id') id: string, @Body() body: unknown, @Res() reply: FastifyReply) {
    return send(reply, this.control.closeDispute(id, parseParams(outcomeSchema, body).status));
  }

  @Post('payment_intents/:id/review')
  openReview(@Param('id') id: string, @Res() reply: FastifyReply) {
    return send(reply, this.control.openReview(id));
  }

  @Post('reviews/:id/close')
  closeReview(@Param('id') id: string, @Body() body: unknown, @Res() reply: FastifyReply) {
    return send(reply, this.control.closeReview(id, parseParams(reviewSchema, body).reason));
  }

  @Post('payment_intents/:id/fraud-warning')
  warnOfFraud(@Param('id') id: string, @Res() reply: FastifyReply) {
    return send(reply, this.control.warnOfFraud(id));
  }

  @Post('payment_intents/:id/refund')
  refund(@Param('id') id: string, @Body() body: unknown, @Res() reply: FastifyReply) {
    return send(reply, this.control.refund(id, parseParams(refundSchema, body ?? {}).amount));
  }

  @Post(':id/settle')
  settleNow(@Param('id') id: string, @Res() reply: FastifyReply) {
    return send(reply, this.control.settleNow(id));
  }
}

async function send(reply: FastifyReply, result: Promise<unknown>): Promise<void> {
  try {
    await reply.status(200).send((await result) ?? {});
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    await reply.status(error.status).send({ error: error.body });
  }
}
