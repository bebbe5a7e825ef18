import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnginesModule } from '../engines/engines.module.js';
import { ImagesModule } from '../images/images.module.js';
import { StylesModule } from '../styles/styles.module.js';
import { UpkeepModule } from '../upkeep/upkeep.module.js';
import { AwaitArtwork } from './await-artwork.js';
import { Commissions } from './commissions.js';
import { DrawJob } from './draw-job.js';
import { Easels } from './easels.js';
import { FinishJob } from './finish-job.js';
import { GenerationConsumer } from './generation.consumer.js';
import { GenerationController } from './generation.controller.js';
import { JobAudience } from './job-audience.js';
import { JobPartials } from './job-partials.js';
import { JobQueue } from './job-queue.js';
import { JobSignals } from './job-signals.js';
import { JobSweep } from './job-sweep.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { PaintArtwork } from './paint-artwork.js';
import { ProgressStream } from './progress-stream.js';
import { ProviderCalls } from './provider-calls.js';
import { RepublishArtworks } from './republish-artworks.js';
import { RequestArtwork } from './request-artwork.js';

@Module({
  imports: [TypeOrmModule.forFeature([JobEntity]), EnginesModule, ImagesModule, StylesModule, UpkeepModule],
  controllers: [GenerationController, GenerationConsumer],
  providers: [
    AwaitArtwork,
    Commissions,
    DrawJob,
    Easels,
    FinishJob,
    JobAudience,
    JobPartials,
    JobQueue,
    JobSignals,
    JobSweep,
    JobsRepository,
    PaintArtwork,
    ProgressStream,
    ProviderCalls,
    RepublishArtworks,
    RequestArtwork,
  ],
  exports: [JobsRepository],
})
export class GenerationModule {}
