import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.js';
import { UpkeepSchedule } from '../upkeep/upkeep.schedule.js';
import { CleanupService } from './cleanup.service.js';

@Module({ imports: [ErasureModule], providers: [CleanupService, UpkeepSchedule] })
export class CleanupModule {}
