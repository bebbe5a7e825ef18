import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { CustomerErasureService } from './customer-erasure.service.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasuresRepository } from './erasures.repository.js';
import { GuestArtworksService } from './guest-artworks.service.js';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalDataService } from './personal-data.service.js';
import { ReportPhotosConsumer } from './report-photos.consumer.js';
import { ReviewPhotosConsumer } from './review-photos.consumer.js';
import { ReviewPhotosPublisher } from './review-photos.publisher.js';
import { UnusedUploadsService } from './unused-uploads.service.js';

/** Download and deletion of customers' data. */
@Module({
  imports: [ImagesModule],
  controllers: [ErasureConsumer, PersonalDataController, ReportPhotosConsumer, ReviewPhotosConsumer],
  providers: [
    CustomerErasureService,
    ErasuresRepository,
    GuestArtworksService,
    PersonalDataService,
    ReviewPhotosPublisher,
    UnusedUploadsService,
  ],
})
export class CustomerDataModule {}
