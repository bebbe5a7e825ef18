export * from './http-entry.js';
export { AccessGuard } from './access/access.guard.js';
export { assertPermission } from './access/access-level.js';
export { Caller, callerFromClaims, Client, listPermissions, toOwner, type Owner } from './access/caller.js';
export { assertRecentSecondFactor, isSecondFactorRecent } from './access/second-factor.js';
export { AUDIT_ENTRIES } from './audit/audit-entries.sql.js';
export { AuditCheckService } from './audit/audit-check.service.js';
export { AuditModule } from './audit/audit.module.js';
export { checkAuditTrail, type AuditBreak, type AuditCheck, type AuditCheckpoint } from './audit/check-audit-trail.js';
export {
  toAuditActor,
  AuditTrail,
  toTimelineEntry,
  type AuditActor,
  type AuditEntry,
  type AuditState,
  type AuditSubject,
  type NewAuditEntry,
} from './audit/audit-trail.js';
export { bootstrap, startService } from './bootstrap.js';
export { getSessionUrl, parseEnvironment, runsJob, serviceEnvSchema, type ServiceConfig } from './config.js';
export { countConnections, describeConnections } from './database/connections.js';
export { createDataSource, type EntityClass, type MigrationClass } from './database/database.module.js';
export { migrate, OutdatedDatabaseError, type MigrateOptions } from './database/migrate.js';
export { checkSessionDefaults, SESSION_DEFAULTS, storeSessionDefaults } from './database/session-defaults.js';
export { runMigrateCommand } from './migrate-command.js';
export { defineInitialMigration } from '@shop/messaging';
export { rotatingSecretSchema } from './encryption/rotating-secret.js';
export { decryptPayload, encryptPayload } from './encryption/encrypted-payload.js';
export { getDisconnectSignal, formatServerSentEvent, streamServerSentEvents } from './http/server-sent-events.js';
export { idempotencyKeyReused, parseIdempotencyKey } from './http/idempotency-key.js';
export { isSeen, parseIfMatch, type SeenVersions } from './http/if-match.js';
export { cursorTimestampSql, toNextLink, toPage, type Page } from './http/page.js';
export { defineSearchMigration } from './search/search-migration.js';
export { searchConditions } from './search/search-text.sql.js';
export { Access, ACCESS_METADATA, PERMISSION_METADATA, Route } from './http/route.decorator.js';
export { uuidPipe, zodPipe } from './http/zod.pipe.js';
export { createMetricsRegistry } from './metrics/service-metrics.js';
export { toJsonFile, toTarResponse, type PersonalDataFile } from './personal-data/tar-response.js';
export { ServiceModule, type ServiceOptions } from './service.module.js';
export { isLinkValid, signLink, type LinkClaim } from './signed-links/signed-links.js';
export { RowChangeListener, type RowChangeListenerOptions } from './row-changes/row-change.listener.js';
export { installDrain } from './serving/drain.js';
