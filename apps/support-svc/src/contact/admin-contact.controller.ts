import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { contactStatusChangeSchema, type ContactStatus, type ContactSubmission } from '@shop/contracts/support';
import { Access, uuidParam, zod } from '@shop/service-kit';
import { ContactService } from './contact.service.js';

@Controller('api/admin/contact-submissions')
export class AdminContactController {
  constructor(private readonly contact: ContactService) {}

  @Get()
  @Access('admin')
  list(): Promise<ContactSubmission[]> {
    return this.contact.list();
  }

  @Patch(':id/status')
  @Access('admin')
  move(@Param('id', uuidParam) id: string, @Body(zod(contactStatusChangeSchema)) { status }: { status: ContactStatus }): Promise<ContactSubmission> {
    return this.contact.move(id, status);
  }
}
