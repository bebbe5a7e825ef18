import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.js';
import { CleanupSchedule } from './cleanup.schedule.js';
import { CleanupService } from './cleanup.service.js';

@Module({ imports: [ErasureModule], providers: [CleanupService, CleanupSchedule] })
export class CleanupModule {}
