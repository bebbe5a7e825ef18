import { Art1795190400000 } from './migrations/0001-art.js';
import { ProductPictures1795200000000 } from './migrations/0002-product-pictures.js';
import { Watchers1795300000000 } from './migrations/0003-watchers.js';
import { PrintFiles1795400000000 } from './migrations/0004-print-files.js';
import { Erasure1795500000000 } from './migrations/0005-erasure.js';
import { RemovalsOfSomebody1795600000000 } from './migrations/0006-removals-of-somebody.js';
import { Variations1795700000000 } from './migrations/0007-variations.js';
import { QueueLoad1795800000000 } from './migrations/0008-queue-load.js';
import { Providers1795900000000 } from './migrations/0009-providers.js';
import { ChangedOrders1796000000000 } from './migrations/0010-changed-orders.js';
import { FilesBeforeTheirRows1796100000000 } from './migrations/0011-files-before-their-rows.js';
import { PrintShapes1796200000000 } from './migrations/0012-print-shapes.js';

/** In the order they run. */
export const migrations = [
  Art1795190400000,
  ProductPictures1795200000000,
  Watchers1795300000000,
  PrintFiles1795400000000,
  Erasure1795500000000,
  RemovalsOfSomebody1795600000000,
  Variations1795700000000,
  QueueLoad1795800000000,
  Providers1795900000000,
  ChangedOrders1796000000000,
  FilesBeforeTheirRows1796100000000,
  PrintShapes1796200000000,
];
