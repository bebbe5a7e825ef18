export { AuditEntries1763700000000 } from '@shop/service-kit';
