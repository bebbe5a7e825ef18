import { Module } from '@nestjs/common';
import { GuestClaimsService } from './guest-claims.service.js';
import { GuestsConsumer } from './guests.consumer.js';

@Module({ controllers: [GuestsConsumer], providers: [GuestClaimsService], exports: [GuestClaimsService] })
export class GuestsModule {}
