import type { ProductKind } from './kind.js';

export const petTag = {
  key: 'pet-tag',
  name: { one: 'Pet Tag', many: 'Pet Tags' },
  /** Ø 1 in. */
  printArea: { widthPx: 300, heightPx: 300, shape: 'round' },
  /** 1/16 in. */
  bleedPx: 19,
  sizeAreas: [{ names: ['1.25 IN'], printArea: { widthPx: 375, heightPx: 375, shape: 'round' } }],
  continuesGround: true,
  sizeName: 'size',
  usualOptions: { size: { count: 2, widthCh: 5 }, color: { count: 4, widthCh: 7 } },
  sizeTable: { columns: ['Width', 'Height'], unit: 'in' },
  printed: 'Your artwork on the front, under a clear coat. The back stays bare metal.',
  tile: { position: 4, title: 'Pet tags', text: 'For the star itself' },
} as const satisfies ProductKind;
