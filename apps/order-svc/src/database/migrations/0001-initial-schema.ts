import { AUDIT_ENTRIES, defineInitialMigration } from '@shop/service-kit';
import { CARTS } from './initial-schema/carts.sql.js';
import { FIGURES } from './initial-schema/figures.sql.js';
import { FULFILMENT, ORDER_SIGNALS } from './initial-schema/fulfilment.sql.js';
import { ORDERS } from './initial-schema/orders.sql.js';
import { PAYMENTS } from './initial-schema/payments.sql.js';
import { REPRINTS } from './initial-schema/reprints.sql.js';
import { READ_MODELS } from './initial-schema/read-models.sql.js';
import { UNCOMPARED_ORDERS } from './initial-schema/uncompared-orders.sql.js';

/** Money is integer cents. Tables are created after the tables that they reference. */
export const InitialSchema = defineInitialMigration('InitialSchema', [
  AUDIT_ENTRIES,
  READ_MODELS,
  CARTS,
  ORDERS,
  PAYMENTS,
  FULFILMENT,
  REPRINTS,
  ORDER_SIGNALS,
  ...FIGURES,
  UNCOMPARED_ORDERS,
]);
