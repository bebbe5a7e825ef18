import { Module } from '@nestjs/common';
import { AuditCheckService } from './audit-check.service.js';
import { AuditTrail } from './audit-trail.js';

/** For features with admin actions. The first migration of their service has `AUDIT_ENTRIES`. */
@Module({ providers: [AuditTrail, AuditCheckService], exports: [AuditTrail] })
export class AuditModule {}
