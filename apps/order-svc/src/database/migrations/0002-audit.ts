/** Re-exported here because `npm run db:migrate` runs each file of this folder. */
export { AuditEntries1763700000000 } from '@shop/service-kit';
