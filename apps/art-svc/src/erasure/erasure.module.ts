import { Module } from '@nestjs/common';
import { UpkeepModule } from '../upkeep/upkeep.module.js';
import { EraseCustomer } from './erase-customer.js';
import { ErasureSweep } from './erasure-sweep.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasuresRepository } from './erasures.repository.js';

@Module({
  imports: [UpkeepModule],
  controllers: [ErasureConsumer],
  providers: [EraseCustomer, ErasureSweep, ErasuresRepository],
})
export class ErasureModule {}
