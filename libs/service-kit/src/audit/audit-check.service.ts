import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron, type JobContext } from '@shop/jobs';
import type { Logger } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LOGGER } from '../logger.js';
import { checkAuditTrail } from './check-audit-trail.js';

const TIMEOUT_MS = 60 * 60_000;

/** In prom-client's global registry. */
const brokenEntries = new Gauge({
  name: 'audit_trail_breaks',
  help: 'Entries of the audit trail that were changed, deleted or inserted, at the last check of this process',
});

const SELECT_LENGTH = 'SELECT position FROM audit_chain ORDER BY position DESC LIMIT 1';

/** Each night: reads the whole audit trail, logs its end, and reports what was changed in it (docs/runbook.md). */
@Injectable()
export class AuditCheckService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    registry: Registry,
  ) {
    // Prometheus remembers it, so that an end that was cut off shows.
    new Gauge({
      name: 'audit_trail_entries',
      help: 'Length of the audit trail. NaN without the database',
      registers: [registry],
      async collect() {
        const rows = await dataSource.query<{ position: number }[]>(SELECT_LENGTH).catch(() => [{ position: NaN }]);
        this.set(rows[0]?.position ?? 0);
      },
    });
  }

  @Cron('53 3 * * *', { name: 'audit.check', timeoutMs: TIMEOUT_MS })
  async checkTrail(_: unknown, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    const { breaks, position, hash } = await checkAuditTrail((sql, values) => this.dataSource.query(sql, values), {
      signal,
    });
    brokenEntries.set(breaks.length);
    if (breaks.length > 0) {
      this.logger.error({ breaks: breaks.slice(0, 20), count: breaks.length }, 'the audit trail was changed');
      return;
    }
    await this.dataSource.query(`INSERT INTO audit_checkpoints (position, hash) VALUES ($1, decode($2, 'hex'))`, [
      position,
      hash,
    ]);
    this.logger.info({ auditTrail: `${position}:${hash}` }, 'the audit trail is whole');
  }
}
