import { Controller, Get, type StreamableFile } from '@nestjs/common';
import { Access, Caller, toOwner, toTarResponse } from '@shop/service-kit';
import { ContactExportService } from './contact-export.service.js';

@Controller('internal/personal-data')
export class ContactExportController {
  constructor(private readonly contactExport: ContactExportService) {}

  @Get()
  @Access('user')
  download(@Caller() caller: Caller): Promise<StreamableFile> {
    return toTarResponse(this.contactExport.exportFiles(toOwner(caller).userId ?? ''));
  }
}
