export { Access, ACCESS_METADATA } from './access/access.decorator.js';
export { AccessGuard, assertAccess } from './access/access.guard.js';
export { Caller, callerFromClaims, ownerOf, type Owner } from './access/caller.js';
export { AuditEntries1763700000000 } from './audit/audit-entries.migration.js';
export { AuditModule } from './audit/audit.module.js';
export {
  actorOf,
  AuditTrail,
  toTimelineEntry,
  type AuditActor,
  type AuditEntry,
  type AuditState,
  type AuditSubject,
  type NewAuditEntry,
} from './audit/audit-trail.js';
export { bootstrap, startService } from './bootstrap.js';
export { CONFIG, ConfigurationError, parseEnvironment, serviceEnvSchema, type ServiceConfig } from './config.js';
export { createDataSource, type EntityClass, type MigrationClass } from './database/database.module.js';
export { migrate, OutdatedDatabaseError } from './database/migrate.js';
export { Readiness, type ComponentState } from './health/readiness.js';
export { departureOf, eventFrame, streamEvents } from './http/server-sent-events.js';
export { idempotencyKeyOf } from './http/idempotency-key.js';
export { keyMoment, toNextLink, Paged, pageOf, type Page } from './http/page.js';
export { toProblem, toErrorResponse } from './http/error-response.js';
export { uuidParam, zod } from './http/zod.pipe.js';
export { LOGGER } from './logger.js';
export { jsonFile, tarAnswer, type PersonalFile } from './personal-data/tar-response.js';
export { ServiceModule, type ServiceOptions } from './service.module.js';
export { isLinkGood, signLink, type LinkClaim } from './signed-links/signed-links.js';
export { RowSignals, type RowChangeListenerOptions } from './row-changes/row-change.listener.js';
export { RepeatingTask } from './tasks/repeating-task.js';
