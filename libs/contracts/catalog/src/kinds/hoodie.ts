import { type ProductKind, rectangle } from './kind.js';

export const hoodie = {
  key: 'hoodie',
  name: { one: 'Hoodie', many: 'Hoodies' },
  /** 12 × 14 in, above the pouch pocket. */
  printArea: rectangle(3600, 4200),
  isGarment: true,
  sizeName: 'size',
  needsSize: true,
  usualOptions: { size: { count: 5, widthCh: 7.5 }, color: { count: 4, widthCh: 8 } },
  sizeTable: { columns: ['Chest width', 'Body length', 'Sleeve length'], unit: 'cm' },
  printed: 'Your artwork on the chest, above the pocket. The back stays plain.',
  tile: { position: 1, title: 'Hoodies', text: 'For cold walks' },
} as const satisfies ProductKind;
