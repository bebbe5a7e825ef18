import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { Access, Caller, toTarResponse } from '@shop/service-kit';
import { PersonalDataService } from './personal-data.service.js';

/** Called by the gateway for a user's data export. */
@Controller()
export class PersonalDataController {
  constructor(private readonly personalData: PersonalDataService) {}

  @Get('internal/personal-data')
  @Access('user')
  downloadPersonalData(@Caller() caller: Caller): Promise<StreamableFile> {
    return toTarResponse(this.personalData.streamFiles(caller));
  }
}
