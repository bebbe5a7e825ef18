import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentTraceparent } from '@shop/tracing';
import type { EntityManager } from 'typeorm';
import type { JobDefinition } from './define-job.js';
import type { StoredJob } from './job-outcome.js';
import { MAX_STARTS } from './worker/index.js';

export interface EnqueueOptions {
  /**
   * One job of this kind and key waits at a time: enqueueing again replaces its payload and time. If it runs already, another one
   * runs after it.
   */
  key?: string;
  /** Default: now. */
  runAt?: Date;
}

const ADD_JOB = `SELECT graphile_worker.add_job($1, $2::json, run_at := $3, max_attempts := ${MAX_STARTS}, job_key := $4, priority := $5, flags := $6)`;

const toJobKey = ({ name }: JobDefinition<unknown>, key: string): string => `${name}:${key}`;

/** Adds jobs in the transaction of the change that causes them. */
@Injectable()
export class JobQueue {
  /** The job exists once the transaction of `manager` commits. */
  async enqueue<Payload>(
    manager: EntityManager,
    definition: JobDefinition<Payload>,
    data: Payload,
    { key, runAt }: EnqueueOptions = {},
  ): Promise<void> {
    const { name, priority } = definition;
    const jobKey = toJobKey(definition, key ?? randomUUID());
    const traceparent = currentTraceparent();
    const stored: StoredJob = { data, attempt: 1, outages: 0, hasKey: key !== undefined, traceparent };
    const flags = key === undefined ? [name] : [name, jobKey];
    await manager.query(ADD_JOB, [name, JSON.stringify(stored), runAt ?? null, jobKey, priority, flags]);
  }

  /** Removes the waiting job with this key. A running one ends its run and is not repeated. */
  async cancel(manager: EntityManager, definition: JobDefinition<unknown>, key: string): Promise<void> {
    await manager.query('SELECT graphile_worker.remove_job($1)', [toJobKey(definition, key)]);
  }
}
