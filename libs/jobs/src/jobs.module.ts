import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobQueue } from './job-queue.js';
import { JobRunner, JOBS_OPTIONS, type JobsOptions } from './job-runner.js';

/** Background jobs and schedules of one service, in its own database. */
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      imports: [DiscoveryModule],
      providers: [{ provide: JOBS_OPTIONS, useValue: options }, JobQueue, JobRunner],
      exports: [JobQueue, JobRunner],
    };
  }
}
