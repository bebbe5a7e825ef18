import { type ProductKind, rectangle } from './kind.js';

export const phoneCase = {
  key: 'phone-case',
  name: { one: 'Phone Case', many: 'Phone Cases' },
  /** 2.93 × 6.10 in, printed over the whole back. */
  printArea: rectangle(879, 1830),
  continuesGround: true,
  canBeFilled: true,
  sizeName: 'model',
  needsSize: true,
  usualOptions: { size: { count: 6, widthCh: 9 }, color: { count: 4, widthCh: 4 } },
  sizeTable: { columns: ['Width', 'Height'], unit: 'cm' },
  printed: 'The whole back, around the camera. The rim keeps the color of the case.',
  tile: { position: 2, title: 'Phone cases', text: 'Always at hand' },
} as const satisfies ProductKind;
