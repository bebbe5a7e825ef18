import { type ProductKind, rectangle } from './kind.js';

export const tshirt = {
  key: 'tshirt',
  name: { one: 'T-Shirt', many: 'T-Shirts' },
  /** 15 × 18 in. */
  printArea: rectangle(4500, 5400),
  /** 11.5 × 13.8 in. */
  sizeAreas: [{ names: ['XS', 'S', 'M'], printArea: rectangle(3450, 4140) }],
  isGarment: true,
  sizeName: 'size',
  needsSize: true,
  usualOptions: { size: { count: 7, widthCh: 4 }, color: { count: 6, widthCh: 6 } },
  sizeTable: { columns: ['Chest width', 'Body length'], unit: 'cm' },
  printed: 'Your artwork, large across the chest. The back stays plain.',
  tile: { position: 3, title: 'T-shirts', text: 'The everyday classic' },
} as const satisfies ProductKind;
