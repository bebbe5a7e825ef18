import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';

/** For features with admin actions. Their service also lists the migration `AuditEntries1763700000000`. */
@Module({ providers: [AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
