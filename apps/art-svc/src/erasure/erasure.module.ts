import { Module } from '@nestjs/common';
import { CleanupModule } from '../cleanup/cleanup.module.js';
import { CustomerErasureService } from './customer-erasure.service.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasuresRepository } from './erasures.repository.js';

@Module({
  imports: [CleanupModule],
  controllers: [ErasureConsumer],
  providers: [CustomerErasureService, ErasuresRepository],
})
export class ErasureModule {}
