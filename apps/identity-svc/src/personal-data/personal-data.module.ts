import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalDataRepository } from './personal-data.repository.js';
import { PersonalDataService } from './personal-data.service.js';

@Module({
  imports: [AuditModule],
  controllers: [PersonalDataController],
  providers: [PersonalDataRepository, PersonalDataService],
})
export class PersonalDataModule {}
