import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import {
  contactListQuerySchema,
  contactReplyRequestSchema,
  contactStatusChangeSchema,
  type ContactListQuery,
  type ContactReply,
  type ContactReplyRequest,
  type ContactStatus,
  type ContactSubmission,
  type ContactSubmissionDetail,
  type ContactSummary,
} from '@shop/contracts/support';
import { Access, actorOf, Caller, Paged, uuidParam, zod, type Page } from '@shop/service-kit';
import { ReplyToRequest } from './reply-to-request.js';
import { RequestsRepository } from './requests.repository.js';
import { RequestsService } from './requests.service.js';

@Controller('api/admin/contact-submissions')
export class AdminContactController {
  constructor(
    private readonly requests: RequestsService,
    private readonly repository: RequestsRepository,
    private readonly replies: ReplyToRequest,
  ) {}

  @Get()
  @Access('admin')
  @Paged()
  list(@Query(zod(contactListQuerySchema)) query: ContactListQuery): Promise<Page<ContactSubmission>> {
    return this.repository.listPage(query);
  }

  @Get('summary')
  @Access('admin')
  count(): Promise<ContactSummary> {
    return this.repository.count();
  }

  @Get(':id')
  @Access('admin')
  show(@Param('id', uuidParam) id: string): Promise<ContactSubmissionDetail> {
    return this.requests.show(id);
  }

  @Post(':id/reply')
  @Access('admin')
  reply(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(contactReplyRequestSchema)) reply: ContactReplyRequest,
  ): Promise<ContactReply> {
    return this.replies.reply(actorOf(caller), id, reply);
  }

  @Patch(':id/status')
  @Access('admin')
  move(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Body(zod(contactStatusChangeSchema)) { status }: { status: ContactStatus },
  ): Promise<ContactSubmission> {
    return this.requests.move(actorOf(caller), id, status);
  }
}
