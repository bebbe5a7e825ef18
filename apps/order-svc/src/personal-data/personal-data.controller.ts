import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { Access, Caller, tarAnswer } from '@shop/service-kit';
import { PersonalData } from './personal-data.js';

/** Asked by the gateway when somebody takes along what the shop knows. */
@Controller()
export class PersonalDataController {
  constructor(private readonly personalData: PersonalData) {}

  @Get('internal/personal-data')
  @Access('user')
  read(@Caller() caller: Caller): Promise<StreamableFile> {
    return tarAnswer(this.personalData.filesOf(caller));
  }
}
