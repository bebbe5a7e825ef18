import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { JOB_CONNECTIONS, LOCK_CONNECTIONS } from '@shop/jobs/worker';
import { EVENT_TRANSPORT, type EventTransport } from '@shop/messaging';
import { isWorker, type ServiceConfig } from '../config.js';
import { CONFIG } from '../environment.js';
import { RowChangeListener } from '../row-changes/row-change.listener.js';

/** How many connections to PostgreSQL a process may open, by kind. */
export interface Connections {
  /** To DATABASE_URL; all others but events are to DATABASE_SESSION_URL. */
  queries: number;
  jobs: number;
  locks: number;
  listen: number;
  /** To EVENTS_DATABASE_URL. */
  events: number;
}

/** Listens for new events in the outbox. */
const OUTBOX_LISTENERS = 1;

/** Of a service that is started. */
export function countConnections(app: INestApplicationContext): Connections {
  const config = app.get<ServiceConfig>(CONFIG, { strict: false });
  const providers = app.get(DiscoveryService, { strict: false }).getProviders();
  const rowListeners = new Set(providers.map(({ instance }) => instance as unknown)).values();
  return {
    queries: config.DATABASE_POOL,
    jobs: isWorker(config) ? JOB_CONNECTIONS : 0,
    locks: isWorker(config) ? LOCK_CONNECTIONS : 0,
    listen: OUTBOX_LISTENERS + [...rowListeners].filter((one) => one instanceof RowChangeListener).length,
    events: app.get<EventTransport>(EVENT_TRANSPORT, { strict: false }).databaseConnections,
  };
}

const LABELS: Record<keyof Connections, string> = {
  queries: 'for queries (DATABASE_POOL)',
  jobs: 'for jobs',
  locks: 'for locks',
  listen: 'for LISTEN',
  events: 'for events (EVENTS_DATABASE_URL)',
};

/** One line for the operator, who adds up the sums of all processes. */
export function describeConnections(connections: Connections): string {
  const kinds = (Object.keys(LABELS) as (keyof Connections)[]).filter((kind) => connections[kind] > 0);
  const sum = kinds.reduce((total, kind) => total + connections[kind], 0);
  return `Opens at most ${sum} connections to PostgreSQL: ${kinds.map((kind) => `${connections[kind]} ${LABELS[kind]}`).join(', ')}`;
}
