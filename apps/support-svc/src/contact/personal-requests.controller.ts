import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { Access, Caller, ownerOf, tarAnswer } from '@shop/service-kit';
import { PersonalRequests } from './personal-requests.js';

@Controller('internal/personal-data')
export class PersonalRequestsController {
  constructor(private readonly requests: PersonalRequests) {}

  @Get()
  @Access('user')
  download(@Caller() caller: Caller): Promise<StreamableFile> {
    return tarAnswer(this.requests.filesOf(ownerOf(caller).userId ?? ''));
  }
}
