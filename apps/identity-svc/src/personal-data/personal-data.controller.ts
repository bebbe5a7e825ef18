import { Controller, Get, Inject, type StreamableFile } from '@nestjs/common';
import { Access, Caller, tarAnswer } from '@shop/service-kit';
import { PersonalData } from './personal-data.js';

@Controller('internal')
export class PersonalDataController {
  constructor(@Inject(PersonalData) private readonly personalData: PersonalData) {}

  @Get('personal-data')
  @Access('user')
  personal(@Caller() caller: Caller): Promise<StreamableFile> {
    return tarAnswer(this.personalData.filesOf(caller));
  }
}
