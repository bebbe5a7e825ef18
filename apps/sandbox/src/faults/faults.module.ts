import { Module } from '@nestjs/common';
import { RequestFaultsController } from './request-faults.controller.js';
import { RequestFaultsService } from './request-faults.service.js';

@Module({
  controllers: [RequestFaultsController],
  providers: [RequestFaultsService],
  exports: [RequestFaultsService],
})
export class FaultsModule {}
