/** A file of its own, because `npm run db:migrate` runs what lies in this folder. */
export { AuditEntries1763700000000 } from '@shop/service-kit';
