import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { AutomaticCutOutsService } from './automatic-cut-outs.service.js';
import { CutOutWorkerPool } from './cut-out-worker-pool.js';
import { SubjectFinderCheckService } from './subject-finder-check.service.js';
import { CorrectionsService } from './corrections.service.js';
import { CutOutsController } from './cut-outs.controller.js';
import { CutOutsService } from './cut-outs.service.js';
import { CutOutsRepository } from './cut-outs.repository.js';
import { PetFilesService } from './pet-files.service.js';

@Module({
  imports: [ImagesModule],
  controllers: [CutOutsController],
  providers: [
    AutomaticCutOutsService,
    CorrectionsService,
    CutOutWorkerPool,
    CutOutsRepository,
    CutOutsService,
    PetFilesService,
    SubjectFinderCheckService,
  ],
  exports: [AutomaticCutOutsService, CutOutsRepository, PetFilesService],
})
export class CutOutsModule {}
