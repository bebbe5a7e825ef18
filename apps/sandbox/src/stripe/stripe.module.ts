import { Module } from '@nestjs/common';

/** The part of Stripe's API that the shop uses. */
@Module({})
export class StripeModule {}
