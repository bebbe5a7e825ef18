import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts-common';
import { type AdminOwnerEmails, OWNER_EMAILS_STALE, type OwnerEmailSettings } from '@shop/contracts-support';
import { type AuditActor, AuditTrail, isSeen, type SeenVersions } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OwnerEmailsRepository, type StoredSettings } from './owner-emails.repository.js';

const toAnswer = ({ id: _, ...settings }: StoredSettings): AdminOwnerEmails => settings;

/** Without the addresses: audit entries are never deleted. */
const toAuditState = ({ recipients, orders, requests, dailyHour }: OwnerEmailSettings, others: readonly string[]) => ({
  ...{ recipients: recipients.length, orders, requests, dailyHour },
  onlyHere: recipients.filter((address) => !others.includes(address)).length,
});

const isSame = (a: OwnerEmailSettings, b: OwnerEmailSettings): boolean =>
  (['orders', 'requests', 'dailyHour'] as const).every((field) => a[field] === b[field]) &&
  a.recipients.join('\n') === b.recipients.join('\n');

/** Who gets emails about new orders and requests, and when. */
@Injectable()
export class OwnerSettingsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly ownerEmails: OwnerEmailsRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  async getSettings(): Promise<AdminOwnerEmails> {
    return toAnswer(await this.ownerEmails.getSettings(this.dataSource.manager));
  }

  /**
   * Without a difference nothing happens, whatever the version: a call that is repeated because its response was lost finds its own change. Throws
   * 409 for a change that was decided on another version. What waits for an email that was turned off is deleted.
   */
  changeSettings(to: OwnerEmailSettings, by: AuditActor, seen: SeenVersions): Promise<AdminOwnerEmails> {
    return this.dataSource.transaction(async (manager) => {
      const from = await this.ownerEmails.getSettingsLocked(manager);
      if (isSame(from, to)) return toAnswer(from);
      if (!isSeen(seen, String(from.version)))
        throw new DomainError('OWNER_EMAILS_STALE', 'conflict', OWNER_EMAILS_STALE);
      await this.ownerEmails.saveSettings(manager, to);
      await this.ownerEmails.deleteTurnedOff(manager);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'owner-emails.changed',
        subject: { type: 'owner-emails', id: from.id },
        before: toAuditState(from, to.recipients),
        after: toAuditState(to, from.recipients),
      });
      return toAnswer({ ...from, ...to, version: from.version + 1 });
    });
  }
}
