import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { Access, Caller, toTarResponse } from '@shop/service-kit';
import { PersonalDataService } from './personal-data.service.js';

@Controller('internal/personal-data')
export class PersonalDataController {
  constructor(private readonly personalData: PersonalDataService) {}

  @Get()
  @Access('user')
  download(@Caller() caller: Caller): Promise<StreamableFile> {
    return toTarResponse(this.personalData.listFiles(caller));
  }
}
