import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { Access, Caller, tarAnswer } from '@shop/service-kit';
import { PersonalPictures } from './personal-pictures.js';

@Controller('internal/personal-data')
export class PersonalDataController {
  constructor(private readonly pictures: PersonalPictures) {}

  @Get()
  @Access('user')
  download(@Caller() caller: Caller): Promise<StreamableFile> {
    return tarAnswer(this.pictures.filesOf(caller));
  }
}
