import { Module } from '@nestjs/common';
import { GuestClaimsRepository } from './guest-claims.repository.js';
import { GuestsConsumer } from './guests.consumer.js';

@Module({ controllers: [GuestsConsumer], providers: [GuestClaimsRepository], exports: [GuestClaimsRepository] })
export class GuestsModule {}
