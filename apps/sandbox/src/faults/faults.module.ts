import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config.js';
import { RequestFaultsController } from './request-faults.controller.js';
import { RequestFaultsService } from './request-faults.service.js';

/** Faults are planned by developers and tests, not in production. */
@Module({})
export class FaultsModule {
  static with({ NODE_ENV }: Config): DynamicModule {
    return {
      module: FaultsModule,
      controllers: NODE_ENV === 'production' ? [] : [RequestFaultsController],
      providers: [RequestFaultsService],
      exports: [RequestFaultsService],
    };
  }
}
