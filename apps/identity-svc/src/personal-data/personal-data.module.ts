import { Module } from '@nestjs/common';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalDataRepository } from './personal-data.repository.js';
import { PersonalData } from './personal-data.js';

@Module({ controllers: [PersonalDataController], providers: [PersonalDataRepository, PersonalData] })
export class PersonalDataModule {}
