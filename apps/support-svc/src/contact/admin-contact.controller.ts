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
import { Access, toAuditActor, Caller, Paged, uuidPipe, zodPipe, type Page } from '@shop/service-kit';
import { ContactRepliesService } from './contact-replies.service.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { ContactRequestsService } from './contact-requests.service.js';

@Controller('api/admin/contact-submissions')
export class AdminContactController {
  constructor(
    private readonly contactRequests: ContactRequestsService,
    private readonly contactRequestsRepository: ContactRequestsRepository,
    private readonly contactReplies: ContactRepliesService,
  ) {}

  @Get()
  @Access('admin')
  @Paged()
  list(@Query(zodPipe(contactListQuerySchema)) query: ContactListQuery): Promise<Page<ContactSubmission>> {
    return this.contactRequestsRepository.listPage(query);
  }

  @Get('summary')
  @Access('admin')
  count(): Promise<ContactSummary> {
    return this.contactRequestsRepository.countByStatus();
  }

  @Get(':id')
  @Access('admin')
  show(@Param('id', uuidPipe) id: string): Promise<ContactSubmissionDetail> {
    return this.contactRequests.getDetail(id);
  }

  @Post(':id/reply')
  @Access('admin')
  reply(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(contactReplyRequestSchema)) reply: ContactReplyRequest,
  ): Promise<ContactReply> {
    return this.contactReplies.sendReply(toAuditActor(caller), id, reply);
  }

  @Patch(':id/status')
  @Access('admin')
  changeStatus(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(contactStatusChangeSchema)) { status }: { status: ContactStatus },
  ): Promise<ContactSubmission> {
    return this.contactRequests.changeStatus(toAuditActor(caller), id, status);
  }
}
