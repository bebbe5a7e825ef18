import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  type ContactListQuery,
  type ContactReply,
  type ContactReplyRequest,
  type ContactStatus,
  type ContactSubmission,
  type ContactSubmissionDetail,
  type ContactSummary,
} from '@shop/contracts/support';
import {
  changeContactStatus,
  getContactRequest,
  getContactSummary,
  listContactRequests,
  replyToContactRequest,
} from '@shop/contracts/routes';
import { toAuditActor, Caller, uuidPipe, zodPipe, type Page, Route } from '@shop/service-kit';
import { ContactRepliesService } from './contact-replies.service.js';
import { ContactRequestsRepository } from './contact-requests.repository.js';
import { ContactRequestsService } from './contact-requests.service.js';

@Controller()
export class AdminContactController {
  constructor(
    private readonly contactRequests: ContactRequestsService,
    private readonly contactRequestsRepository: ContactRequestsRepository,
    private readonly contactReplies: ContactRepliesService,
  ) {}

  @Route(listContactRequests)
  list(@Query(zodPipe(listContactRequests.query)) query: ContactListQuery): Promise<Page<ContactSubmission>> {
    return this.contactRequestsRepository.listPage(query);
  }

  @Route(getContactSummary)
  count(): Promise<ContactSummary> {
    return this.contactRequestsRepository.countByStatus();
  }

  @Route(getContactRequest)
  show(@Param('id', uuidPipe) id: string): Promise<ContactSubmissionDetail> {
    return this.contactRequests.getDetail(id);
  }

  @Route(replyToContactRequest)
  reply(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(replyToContactRequest.body)) reply: ContactReplyRequest,
  ): Promise<ContactReply> {
    return this.contactReplies.sendReply(toAuditActor(caller), id, reply);
  }

  @Route(changeContactStatus)
  changeStatus(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeContactStatus.body)) { status }: { status: ContactStatus },
  ): Promise<ContactSubmission> {
    return this.contactRequests.changeStatus(toAuditActor(caller), id, status);
  }
}
