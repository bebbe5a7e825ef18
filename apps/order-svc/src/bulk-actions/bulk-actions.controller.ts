import { randomUUID } from 'node:crypto';
import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { BodyOf } from '@shop/contracts-common/routes';
import type { BulkAction, BulkActionPreview, BulkActionSummary } from '@shop/contracts-order';
import {
  getBulkAction,
  listBulkActions,
  previewBulkAction,
  retryBulkAction,
  startBulkAction,
} from '@shop/contracts-order/routes';
import { Caller, parseIdempotencyKey, Route, toAuditActor, uuidPipe, zodPipe } from '@shop/service-kit';
import { BulkActionsService } from './bulk-actions.service.js';

@Controller()
export class BulkActionsController {
  constructor(private readonly bulkActions: BulkActionsService) {}

  @Route(previewBulkAction)
  preview(@Body(zodPipe(previewBulkAction.body)) body: BodyOf<typeof previewBulkAction>): Promise<BulkActionPreview[]> {
    return this.bulkActions.previewAction(body);
  }

  @Route(startBulkAction)
  start(
    @Caller() caller: Caller,
    @Body(zodPipe(startBulkAction.body)) body: BodyOf<typeof startBulkAction>,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<BulkAction> {
    return this.bulkActions.startAction(parseIdempotencyKey(key) ?? randomUUID(), body, toAuditActor(caller));
  }

  @Route(listBulkActions)
  listLast(): Promise<BulkActionSummary[]> {
    return this.bulkActions.listLastActions();
  }

  @Route(getBulkAction)
  get(@Param('id', uuidPipe) id: string): Promise<BulkAction> {
    return this.bulkActions.getAction(id);
  }

  @Route(retryBulkAction)
  retry(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<BulkAction> {
    return this.bulkActions.retryAction(id, toAuditActor(caller));
  }
}
