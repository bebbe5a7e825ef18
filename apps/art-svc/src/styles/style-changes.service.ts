import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AdminStyle, styleChangeSchema, StyleMove } from '@shop/contracts-art';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { AuditTrail, isSeen, type AuditActor, type SeenVersions } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { assertOneActive, findChanges, placeStyle } from './style-changes.rules.js';
import { StyleEntity } from './style.entity.js';
import { StylesService, toStyle } from './styles.service.js';

type Change = z.output<typeof styleChangeSchema>;

const IN_ORDER = { position: 'ASC', key: 'ASC' } as const;

/** Without a new version, which counts what an admin edits. */
const SAVE_ORDER = `
  UPDATE ai_styles SET position = ordered.place - 1 FROM unnest($1::text[]) WITH ORDINALITY ordered (key, place) WHERE ai_styles.key = ordered.key`;

const toAdminStyle = (style: StyleEntity): AdminStyle => ({
  ...toStyle(style),
  active: style.active,
  version: style.version,
});

const toFields = ({ name, description, active, exampleUrl }: StyleEntity): Record<string, unknown> => ({
  name,
  description,
  active,
  exampleUrl,
});

const styleNotFound = (): DomainError => new DomainError('STYLE_NOT_FOUND', 'not-found', MESSAGES.notFound);

/** Changes by admins. All styles are locked, so that two changes see each other's result. */
@Injectable()
export class StyleChangesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly styles: StylesService,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** All styles, in the order in which customers see those that are offered. */
  async listStyles(): Promise<AdminStyle[]> {
    return (await this.dataSource.manager.find(StyleEntity, { order: IN_ORDER })).map(toAdminStyle);
  }

  /** Changes the sent fields. Without a difference nothing happens, whatever the version. Throws 409 for an outdated version. */
  async changeStyle(key: string, change: Change, actor: AuditActor, seen: SeenVersions): Promise<AdminStyle> {
    return this.withLockedStyle(key, async (style, all, manager) => {
      const before = toFields(style);
      Object.assign(style, change);
      const changed = findChanges(before, toFields(style));
      if (!changed) return toAdminStyle(style);
      if (!isSeen(seen, style.version))
        throw new DomainError(
          'STYLE_STALE',
          'conflict',
          'This style has changed in between. Please look at it again; nothing was changed now.',
        );
      assertOneActive(all);
      if ('exampleUrl' in changed.after) await this.assertUploaded(style.exampleUrl, manager);
      const saved = await manager.save(style);
      await this.addEntry(manager, { actor, style, action: 'style.changed', ...changed });
      return toAdminStyle(saved);
    });
  }

  /** Places the style directly before or after another one. Throws 409 if there is no such other one. */
  async moveStyle(key: string, place: StyleMove, actor: AuditActor): Promise<void> {
    await this.withLockedStyle(key, async (style, all, manager) => {
      const keys = placeStyle(all, key, place);
      if (!keys)
        throw new DomainError(
          'STYLE_NEIGHBOR_GONE',
          'conflict',
          'The style beside which this one should be is gone. The list has changed in between.',
        );
      const before = all.map((each) => each.key);
      if (keys.join() === before.join()) return;
      await manager.query(SAVE_ORDER, [keys]);
      await this.addEntry(manager, {
        actor,
        style,
        action: 'style.moved',
        before: { order: before },
        after: { order: keys },
      });
    });
  }

  private async withLockedStyle<T>(
    key: string,
    work: (style: StyleEntity, all: readonly StyleEntity[], manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const result = await this.dataSource.transaction(async (manager) => {
      // By key, so that two transactions lock in the same sequence.
      await manager.query('SELECT 1 FROM ai_styles ORDER BY key FOR UPDATE');
      const all = await manager.find(StyleEntity, { order: IN_ORDER });
      const style = all.find((each) => each.key === key);
      if (!style) throw styleNotFound();
      return work(style, all, manager);
    });
    this.styles.clearCache();
    return result;
  }

  private async assertUploaded(url: string | null, manager: EntityManager): Promise<void> {
    if (url === null) return;
    const id = url.slice(url.lastIndexOf('/') + 1);
    const found = await manager.query<unknown[]>(
      `SELECT 1 FROM images WHERE id = $1 AND type = 'product' AND status = 'active'`,
      [id],
    );
    if (found.length > 0) return;
    const message = 'Please upload the example picture';
    throw new DomainError('STYLE_EXAMPLE', 'invalid', message, { fieldErrors: { exampleUrl: message } });
  }

  private addEntry(
    manager: EntityManager,
    { style, ...entry }: Omit<Parameters<AuditTrail['addEntry']>[1], 'subject'> & { style: StyleEntity },
  ): Promise<void> {
    return this.auditTrail.addEntry(manager, { ...entry, subject: { type: 'style', id: style.id } });
  }
}
