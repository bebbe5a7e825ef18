import { Body, Controller, Headers } from '@nestjs/common';
import type { BodyOf } from '@shop/contracts-common/routes';
import type { AdminOwnerEmails } from '@shop/contracts-support';
import { changeOwnerEmails, getOwnerEmails } from '@shop/contracts-support/routes';
import { Caller, parseIfMatch, Route, toAuditActor, zodPipe } from '@shop/service-kit';
import { OwnerSettingsService } from './owner-settings.service.js';

@Controller()
export class OwnerEmailsController {
  constructor(private readonly ownerSettings: OwnerSettingsService) {}

  @Route(getOwnerEmails)
  show(): Promise<AdminOwnerEmails> {
    return this.ownerSettings.getSettings();
  }

  @Route(changeOwnerEmails)
  change(
    @Caller() caller: Caller,
    @Body(zodPipe(changeOwnerEmails.body)) settings: BodyOf<typeof changeOwnerEmails>,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminOwnerEmails> {
    return this.ownerSettings.changeSettings(settings, toAuditActor(caller), parseIfMatch(ifMatch));
  }
}
