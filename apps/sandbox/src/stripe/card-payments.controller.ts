import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'qs';
import type Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { findAccountByPublishableKey, readKey } from './accounts.rules.js';
import { CardPaymentsService } from './card-payments.service.js';
import { parseParams } from './payment-intents.service.js';
import { resourceMissing, StripeError } from './stripe-error.js';
import { StripeStore } from './stripe.store.js';

type RawRequest = FastifyRequest & { rawBody?: Buffer };

/** Two digits mean this century. */
const year = z.coerce
  .number()
  .int()
  .transform((given) => (given < 100 ? 2_000 + given : given));

const confirmSchema = z.object({
  client_secret: z.string(),
  payment_method_data: z.object({
    type: z.literal('card'),
    card: z.object({
      number: z.string().transform((number) => number.replaceAll(/\s/g, '')),
      exp_month: z.coerce.number().int(),
      exp_year: year,
      cvc: z.string(),
    }),
  }),
  return_url: z.string().optional(),
});
const authenticateSchema = z.object({ client_secret: z.string(), outcome: z.enum(['succeed', 'fail']) });
const retrieveSchema = z.object({ client_secret: z.string() });

/** What Stripe's browser API shows of an intent: not the shop's notes. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'client_secret',
  'created',
  'currency',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'shipping',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

const toPublicIntent = (intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> =>
  Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));

/** The calls of the browser's script, with the publishable key (`authorization`, or `key`) and the intent's client secret. */
@Controller('sandbox/v1/payment_intents')
export class CardPaymentsController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: StripeStore,
    private readonly payments: CardPaymentsService,
  ) {}

  @Get(':id')
  retrieve(@Req() request: RawRequest, @Res() reply: FastifyReply, @Param('id') id: string, @Query() query: unknown) {
    return this.sendIntent(reply, async () => {
      const { client_secret: secret } = parseParams(retrieveSchema, query);
      return (await this.findIntent(request, id, secret, query)).document;
    });
  }

  @Post(':id/confirm')
  confirm(@Req() request: RawRequest, @Res() reply: FastifyReply, @Param('id') id: string) {
    return this.sendIntent(reply, async () => {
      const params = readForm(request);
      const { client_secret: secret, payment_method_data } = parseParams(confirmSchema, params);
      const { account } = await this.findIntent(request, id, secret, params);
      const { number, exp_month: expMonth, exp_year: expYear } = payment_method_data.card;
      return this.payments.confirm(account, id, { number, expMonth, expYear });
    });
  }

  @Post(':id/authenticate')
  authenticate(@Req() request: RawRequest, @Res() reply: FastifyReply, @Param('id') id: string) {
    return this.sendIntent(reply, async () => {
      const params = readForm(request);
      const { client_secret: secret, outcome } = parseParams(authenticateSchema, params);
      const { account } = await this.findIntent(request, id, secret, params);
      return this.payments.authenticate(account, id, outcome === 'succeed');
    });
  }

  /** @throws StripeError if the key, the intent and the secret do not belong together. */
  private async findIntent(request: RawRequest, id: string, secret: string, params: unknown) {
    const { key } = z.object({ key: z.string().default('') }).parse(params);
    const account = findAccountByPublishableKey(key || readKey(request.headers.authorization ?? ''));
    if (!account) throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    const row = await this.store.find<Stripe.PaymentIntent>(this.dataSource.manager, id);
    if (!row || row.account !== account || row.document.client_secret !== secret)
      throw resourceMissing('payment_intent', id);
    return row;
  }

  private async sendIntent(reply: FastifyReply, call: () => Promise<Stripe.PaymentIntent>): Promise<void> {
    try {
      await reply.status(200).send(toPublicIntent(await call()));
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const { payment_intent: intent, ...body } = error.body;
      await reply
        .status(error.status)
        .send({ error: { ...body, ...(intent && { payment_intent: toPublicIntent(intent) }) } });
    }
  }
}

const readForm = ({ rawBody }: RawRequest): Record<string, unknown> => parse(rawBody?.toString() ?? '');
