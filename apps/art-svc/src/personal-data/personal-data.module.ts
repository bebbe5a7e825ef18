import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalPictures } from './personal-pictures.js';

@Module({ imports: [ImagesModule], controllers: [PersonalDataController], providers: [PersonalPictures] })
export class PersonalDataModule {}
