import { Controller, Get, Inject, type StreamableFile } from '@nestjs/common';
import { Access, Caller, toTarResponse } from '@shop/service-kit';
import { PersonalDataService } from './personal-data.service.js';

@Controller('internal')
export class PersonalDataController {
  constructor(@Inject(PersonalDataService) private readonly personalData: PersonalDataService) {}

  @Get('personal-data')
  @Access('user')
  download(@Caller() caller: Caller): Promise<StreamableFile> {
    return toTarResponse(this.personalData.exportFiles(caller));
  }
}
