import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';

/** For features whose admins change something; their service lists the migration `AuditEntries1763700000000`. */
@Module({ providers: [AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
