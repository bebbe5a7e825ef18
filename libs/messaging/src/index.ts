export { EventMetrics, type EventFigures } from './event-metrics.js';
export { EventContext, type HandlerOptions } from './inbox/event-context.js';
export { EVENT_TRANSPORT } from './messaging-options.js';
export { InboxStrategy } from './inbox/inbox-strategy.js';
export { OnEvent, OnRepublish } from './inbox/on-event.decorator.js';
export { MessagingModule } from './messaging.module.js';
export type { MessagingOptions } from './messaging-options.js';
export { EventCleanup } from './outbox/event-cleanup.js';
export { defineInitialMigration, type InitialMigration } from './outbox/migrations/initial-migration.js';
export { EventOutbox, type NewEvent } from './outbox/event-outbox.js';
export { OutboxRelay } from './outbox/outbox-relay.js';
export { republishInPages, REPUBLISH_PAGE_SIZE } from './outbox/republish-in-pages.js';
export * from './transport/index.js';
export { ListenNotifyWorker, PostgresListener } from './transport/postgres-listener.js';

import { MessagingTables } from './outbox/migrations/messaging-tables.migration.js';

/** Run with each service's own migrations. */
export const messagingMigrations = [MessagingTables];

/** Outbox and inbox use plain SQL and have no entities. */
export const messagingEntities: (new () => object)[] = [];
