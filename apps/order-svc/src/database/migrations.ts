import { InitialSchema } from './migrations/0001-initial-schema.js';
import { OrderSearch } from './migrations/0002-order-search.js';
import { BulkActions } from './migrations/0003-bulk-actions.js';
import { SalesFigures } from './migrations/0004-figures.js';
import { ShopSettingsTable } from './migrations/0005-shop-settings.js';
import { OrderArrival } from './migrations/0006-arrival.js';
import { GiftMessage } from './migrations/0007-gift-message.js';

/** In the order of execution. */
export const migrations = [
  InitialSchema,
  OrderSearch,
  BulkActions,
  SalesFigures,
  ShopSettingsTable,
  OrderArrival,
  GiftMessage,
];
