import { Body, Controller, Headers, Param } from '@nestjs/common';
import type { AdminStyle } from '@shop/contracts-art';
import { changeStyle, listAdminStyles, moveStyle } from '@shop/contracts-art/routes';
import type { BodyOf } from '@shop/contracts-common/routes';
import { Caller, parseIfMatch, Route, toAuditActor, zodPipe } from '@shop/service-kit';
import { StyleChangesService } from './style-changes.service.js';

@Controller()
export class AdminStylesController {
  constructor(private readonly styleChanges: StyleChangesService) {}

  @Route(listAdminStyles)
  listStyles(): Promise<AdminStyle[]> {
    return this.styleChanges.listStyles();
  }

  @Route(changeStyle)
  changeStyle(
    @Param('key') key: string,
    @Body(zodPipe(changeStyle.body)) change: BodyOf<typeof changeStyle>,
    @Caller() caller: Caller,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminStyle> {
    return this.styleChanges.changeStyle(key, change, toAuditActor(caller), parseIfMatch(ifMatch));
  }

  @Route(moveStyle)
  moveStyle(
    @Param('key') key: string,
    @Body(zodPipe(moveStyle.body)) place: BodyOf<typeof moveStyle>,
    @Caller() caller: Caller,
  ): Promise<void> {
    return this.styleChanges.moveStyle(key, place, toAuditActor(caller));
  }
}
