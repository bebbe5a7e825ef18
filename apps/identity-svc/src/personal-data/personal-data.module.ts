import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalDataRepository } from './personal-data.repository.js';
import { PersonalData } from './personal-data.js';

@Module({
  imports: [AuditModule],
  controllers: [PersonalDataController],
  providers: [PersonalDataRepository, PersonalData],
})
export class PersonalDataModule {}
