import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalDataService } from './personal-data.service.js';

@Module({ imports: [ImagesModule], controllers: [PersonalDataController], providers: [PersonalDataService] })
export class PersonalDataModule {}
