import { Module } from '@nestjs/common';
import { ClaimGuest } from './claim-guest.js';
import { GuestsConsumer } from './guests.consumer.js';

@Module({ controllers: [GuestsConsumer], providers: [ClaimGuest], exports: [ClaimGuest] })
export class GuestsModule {}
