import { Body, Controller, Get, Headers, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import type { AdminReview, ReviewInvitation, ReviewSummary } from '@shop/contracts-catalog';
import {
  decideReview,
  deleteReview,
  getReviewInvitation,
  getReviewSummary,
  listAdminReviews,
  listReviews,
  writeReview,
} from '@shop/contracts-catalog/routes';
import type { BodyOf, QueryOf } from '@shop/contracts-common/routes';
import {
  Access,
  Caller,
  type Page,
  parseIfMatch,
  Route,
  toAuditActor,
  toNextLink,
  toOwner,
  toTarResponse,
  uuidPipe,
  zodPipe,
} from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { fromCompressed, sendCachedResponse } from '../cached-response/cached-response.js';
import { ReviewModerationService } from './review-moderation.service.js';
import { ReviewPersonalDataService } from './review-personal-data.service.js';
import { ReviewsService } from './reviews.service.js';

/** A review that was erased must disappear at once. */
const REVALIDATE = { 'cache-control': 'no-cache' };

/** With an ETag. Too small to be worth the time of a compression. */
const sendJson = (reply: FastifyReply, answer: unknown): Promise<void> =>
  sendCachedResponse(
    reply,
    fromCompressed('application/json; charset=utf-8', Buffer.from(JSON.stringify(answer))),
    REVALIDATE,
  );

@Controller()
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly moderation: ReviewModerationService,
    private readonly personalData: ReviewPersonalDataService,
  ) {}

  @Route(listReviews)
  async listReviews(
    @Param('id', uuidPipe) id: string,
    @Query(zodPipe(listReviews.query)) page: QueryOf<typeof listReviews>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { items, next } = await this.reviews.listPublished(id, page);
    if (next) void reply.header('link', toNextLink(reply.request.url, next));
    await sendJson(reply, items);
  }

  @Route(getReviewInvitation)
  getInvitation(
    @Query(zodPipe(getReviewInvitation.query)) { key }: QueryOf<typeof getReviewInvitation>,
  ): Promise<ReviewInvitation> {
    return this.reviews.getInvitation(key);
  }

  @Route(writeReview)
  writeReview(
    @Caller() caller: Caller,
    @Body(zodPipe(writeReview.body)) review: BodyOf<typeof writeReview>,
  ): Promise<void> {
    return this.reviews.writeReview(caller, review);
  }

  @Route(listAdminReviews)
  listForAdmin(
    @Query(zodPipe(listAdminReviews.query)) page: QueryOf<typeof listAdminReviews>,
  ): Promise<Page<AdminReview>> {
    return this.moderation.listReviews(page);
  }

  @Route(getReviewSummary)
  countPending(): Promise<ReviewSummary> {
    return this.moderation.countPending();
  }

  @Route(decideReview)
  decide(
    @Param('id', uuidPipe) id: string,
    @Body(zodPipe(decideReview.body)) decision: BodyOf<typeof decideReview>,
    @Caller() caller: Caller,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminReview> {
    return this.moderation.decide(id, decision, toAuditActor(caller), parseIfMatch(ifMatch));
  }

  @Route(deleteReview)
  deleteReview(
    @Param('id', uuidPipe) id: string,
    @Caller() caller: Caller,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    return this.moderation.delete(id, toAuditActor(caller), parseIfMatch(ifMatch));
  }

  @Get('internal/personal-data')
  @Access('user')
  downloadPersonalData(@Caller() caller: Caller): Promise<StreamableFile> {
    return toTarResponse(this.personalData.exportFiles(toOwner(caller).userId ?? ''));
  }
}
