import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron, type JobContext } from '@shop/jobs';
import type { Logger } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LOGGER } from '../logger.js';
import { checkAuditTrail } from './check-audit-trail.js';

const TIMEOUT_MS = 60 * 60_000;

/** One row, also for an empty trail. A trail that was never checked is unchecked since its first entry. */
const SELECT_STATE = `
  SELECT COALESCE((SELECT max(position) FROM audit_chain), 0) AS length, (SELECT max(at) FROM audit_checkpoints) AS "foundWholeAt",
    COALESCE(extract(epoch FROM clock_timestamp() - COALESCE((SELECT max(at) FROM audit_checkpoints),
      (SELECT e.at FROM audit_chain c JOIN audit_entries e ON e.id = c.entry_id ORDER BY c.position LIMIT 1))), 0)::float8 AS "uncheckedSeconds"`;

interface TrailState {
  length: number;
  foundWholeAt: Date | null;
  uncheckedSeconds: number;
}

const UNKNOWN: TrailState = { length: NaN, foundWholeAt: null, uncheckedSeconds: NaN };

/** Each night: reads the whole audit trail, logs its end, and reports what was changed in it (docs/runbook.md). */
@Injectable()
export class AuditCheckService {
  private breaks = { count: 0, at: new Date(0) };

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    registry: Registry,
  ) {
    // Prometheus remembers it, so that an end that was cut off shows.
    this.addGauge(registry, 'audit_trail_entries', 'Length of the audit trail', ({ length }) => length);
    this.addGauge(
      registry,
      'audit_trail_unchecked_seconds',
      'Time since a check found the audit trail whole',
      ({ uncheckedSeconds }) => uncheckedSeconds,
    );
    // Each night another process may check.
    this.addGauge(
      registry,
      'audit_trail_breaks',
      'Entries of the audit trail that were changed, deleted or inserted, at the last check of this process. 0 after another process found it whole',
      ({ foundWholeAt }) => (foundWholeAt !== null && foundWholeAt > this.breaks.at ? 0 : this.breaks.count),
    );
  }

  private addGauge(registry: Registry, name: string, help: string, pick: (state: TrailState) => number): void {
    const readState = (): Promise<TrailState> => this.readState();
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(pick(await readState()));
      },
    });
  }

  @Cron('53 3 * * *', { name: 'audit.check', timeoutMs: TIMEOUT_MS })
  async checkTrail(_: unknown, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    const { breaks, position, hash } = await checkAuditTrail((sql, values) => this.dataSource.query(sql, values), {
      signal,
    });
    this.breaks = { count: breaks.length, at: new Date() };
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

  /** Without the database nothing is known. */
  private async readState(): Promise<TrailState> {
    const [state = UNKNOWN] = await this.dataSource.query<TrailState[]>(SELECT_STATE).catch(() => []);
    return state;
  }
}
