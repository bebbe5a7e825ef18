/** `npm run db:migrate` runs every file of this folder, so the shared table needs one here. */
export { AuditEntries1763700000000 } from '@shop/service-kit';
