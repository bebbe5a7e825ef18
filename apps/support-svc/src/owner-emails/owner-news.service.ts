import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron, deleteOldRows } from '@shop/jobs';
import { OWNER_EMAIL_KINDS, type OwnerEmailKind } from '@shop/contracts-support';
import { DataSource, type EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { OwnerEmailsRepository, type StoredSettings } from './owner-emails.repository.js';
import { formatPeriod, type NewsRow, toOwnerNews } from './owner-news.rules.js';

/** Of one kind within ten minutes. Further ones come together. */
const EMAILS_AT_ONCE_MAX = 10;

/** It names customers, who may be erased while the mail server is unavailable. */
const EXPIRY_MS = 3 * 86_400_000;

interface OwnerEmail {
  /** Of the idempotency key: ids only. */
  key: string;
  userId?: string | null;
  period?: string;
}

/** Emails to the owner about new orders and requests. */
@Injectable()
export class OwnerNewsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly ownerEmails: OwnerEmailsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  /** In the transaction of the event or request. A second call with the same id has no effect. */
  async addNews(manager: EntityManager, news: NewsRow): Promise<void> {
    if ((await this.ownerEmails.getSettings(manager))[news.kind] === 'off') return;
    const settings = await this.ownerEmails.getSettingsLocked(manager);
    const timing = settings[news.kind];
    if (timing === 'off' || !(await this.ownerEmails.insert(manager, news)) || timing === 'daily') return;
    if (!(await this.ownerEmails.mayEmailAtOnce(manager, news, EMAILS_AT_ONCE_MAX))) return;
    const { kind, id, userId } = news;
    await this.ownerEmails.takeWaiting(manager, kind, new Date(news.happenedAt.getTime() + 1));
    await this.enqueueEmail(manager, settings, [news], { key: `${kind}/${id}`, userId });
  }

  /** Every minute. */
  @Cron('* * * * *', { name: 'owner-emails.send' })
  async sendWaiting(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const settings = await this.ownerEmails.getSettingsLocked(manager);
      for (const kind of listKinds(settings, 'at-once')) await this.sendSum(manager, settings, kind);
      const daily = listKinds(settings, 'daily');
      if (daily.length > 0) await this.sendDaily(manager, settings, daily);
    });
  }

  /** Their ids prevent a second email about the same. */
  @Cron('43 3 * * *', { name: 'owner-emails.delete-old' })
  async deleteOld(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'owner_news', time: 'emailed_at', age: '60 days' });
  }

  private async sendSum(manager: EntityManager, settings: StoredSettings, kind: OwnerEmailKind): Promise<void> {
    if (!(await this.ownerEmails.hasOverdue(manager, kind))) return;
    const news = await this.ownerEmails.takeWaiting(manager, kind, new Date());
    await this.enqueueEmail(manager, settings, news, { key: randomUUID() });
  }

  private async sendDaily(
    manager: EntityManager,
    settings: StoredSettings,
    kinds: readonly OwnerEmailKind[],
  ): Promise<void> {
    const midnight = await this.ownerEmails.takeDay(manager);
    if (!midnight) return;
    const news: NewsRow[] = [];
    for (const kind of kinds) news.push(...(await this.ownerEmails.takeWaiting(manager, kind, midnight)));
    if (news.length === 0) return;
    const period = formatPeriod(news, midnight, settings.timeZone);
    await this.enqueueEmail(manager, settings, news, { key: randomUUID(), period });
  }

  private async enqueueEmail(
    manager: EntityManager,
    { recipients }: StoredSettings,
    news: readonly NewsRow[],
    { key, userId, period }: OwnerEmail,
  ): Promise<void> {
    for (const [index, to] of recipients.entries())
      await this.emailOutbox.enqueueEmail(manager, {
        key: `owner-news/${key}/${index}`,
        to,
        userId,
        template: 'owner-news',
        props: toOwnerNews(news, period),
        expiresAt: new Date(Date.now() + EXPIRY_MS),
      });
  }
}

const listKinds = (settings: StoredSettings, timing: StoredSettings[OwnerEmailKind]): OwnerEmailKind[] =>
  OWNER_EMAIL_KINDS.filter((kind) => settings[kind] === timing);
