import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Headers, Param, Query, type StreamableFile } from '@nestjs/common';
import type { CustomerSearchRequest } from '@shop/contracts-identity';
import {
  FORM_OPEN_HEADER,
  FORM_WEBSITE_HEADER,
  type ContactListQuery,
  type ContactReceipt,
  type ContactReply,
  type ContactReplyRequest,
  type ContactRequest,
  type ContactStatus,
  type ContactSubmission,
  type ContactSubmissionDetail,
  type ContactSummary,
} from '@shop/contracts-support';
import {
  changeContactStatus,
  getContactRequest,
  getContactSummary,
  listContactRequests,
  searchContactRequests,
  replyToContactRequest,
  sendContactRequest,
} from '@shop/contracts-support/routes';
import {
  Access,
  Caller,
  parseIdempotencyKey,
  parseIfMatch,
  Route,
  toAuditActor,
  toOwner,
  toTarResponse,
  uuidPipe,
  zodPipe,
  type Page,
  type PersonalDataFile,
} from '@shop/service-kit';
import { EmailExportService } from '../order-emails/email-export.service.js';
import { ContactPersonalDataService } from './contact-personal-data.service.js';
import { ContactRequestsService } from './contact-requests.service.js';
import { readSpamSigns } from './spam.rules.js';

async function* joinFiles(...parts: AsyncGenerator<PersonalDataFile>[]): AsyncGenerator<PersonalDataFile> {
  for (const files of parts) yield* files;
}

@Controller()
export class ContactController {
  constructor(
    private readonly contactRequests: ContactRequestsService,
    private readonly contactPersonalData: ContactPersonalDataService,
    private readonly emailExport: EmailExportService,
  ) {}

  @Route(sendContactRequest)
  submitRequest(
    @Caller() caller: Caller,
    @Body(zodPipe(sendContactRequest.body)) request: ContactRequest,
    @Headers(FORM_WEBSITE_HEADER) website: string | undefined,
    @Headers(FORM_OPEN_HEADER) openMs: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ContactReceipt> {
    const id = parseIdempotencyKey(key) ?? randomUUID();
    return this.contactRequests.submitRequest(caller, { id, ...request }, readSpamSigns(website, openMs));
  }

  @Route(listContactRequests)
  list(@Query(zodPipe(listContactRequests.query)) query: ContactListQuery): Promise<Page<ContactSubmission>> {
    return this.contactRequests.listPage(query);
  }

  @Route(searchContactRequests)
  search(
    @Query(zodPipe(searchContactRequests.query)) query: ContactListQuery,
    @Body(zodPipe(searchContactRequests.body)) search: CustomerSearchRequest,
  ): Promise<Page<ContactSubmission>> {
    return this.contactRequests.listPage(query, search);
  }

  @Route(getContactSummary)
  count(): Promise<ContactSummary> {
    return this.contactRequests.countByStatus();
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
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<ContactReply> {
    // Without the header no earlier reply was seen; `*` allows any.
    const seen = ifMatch === undefined ? undefined : parseIfMatch(ifMatch);
    return this.contactRequests.sendReply(toAuditActor(caller), id, reply, seen);
  }

  @Route(changeContactStatus)
  changeStatus(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(changeContactStatus.body)) { status }: { status: ContactStatus },
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<ContactSubmission> {
    return this.contactRequests.changeStatus(toAuditActor(caller), id, status, parseIfMatch(ifMatch));
  }

  @Get('internal/personal-data')
  @Access('user')
  downloadPersonalData(@Caller() caller: Caller): Promise<StreamableFile> {
    const userId = toOwner(caller).userId ?? '';
    return toTarResponse(joinFiles(this.contactPersonalData.exportFiles(userId), this.emailExport.exportFiles(userId)));
  }
}
