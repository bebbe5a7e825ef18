import { Module } from '@nestjs/common';
import { GuestClaimsRepository } from './guest-claims.repository.js';
import { GuestsConsumer } from './guests.consumer.js';
import { OrderClaimsPublisher } from './order-claims.publisher.js';

@Module({
  controllers: [GuestsConsumer],
  providers: [GuestClaimsRepository, OrderClaimsPublisher],
  exports: [GuestClaimsRepository, OrderClaimsPublisher],
})
export class GuestsModule {}
