import { type ProductKind, rectangle } from './kind.js';

/** Square, because the printer has no three portrait formats of one aspect, and a design must look the same on each. */
export const poster = {
  key: 'poster',
  name: { one: 'Poster', many: 'Posters' },
  /** 14 × 14 in. */
  printArea: rectangle(4200, 4200),
  sizeAreas: [
    { names: ['10 × 10 IN'], printArea: rectangle(3000, 3000) },
    { names: ['18 × 18 IN'], printArea: rectangle(5400, 5400) },
  ],
  continuesGround: true,
  sizeName: 'size',
  needsSize: true,
  usualOptions: { size: { count: 3, widthCh: 10 }, color: { count: 0, widthCh: 0 } },
  sizeTable: { columns: ['Width', 'Height'], unit: 'in' },
  printed: 'The whole sheet, from edge to edge. The back stays white.',
  standIn: 'pet-tag',
} as const satisfies ProductKind;
