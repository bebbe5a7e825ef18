import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.js';
import { UpkeepSchedule } from './upkeep.schedule.js';
import { Upkeep } from './upkeep.js';

@Module({ imports: [ErasureModule], providers: [Upkeep, UpkeepSchedule] })
export class UpkeepModule {}
