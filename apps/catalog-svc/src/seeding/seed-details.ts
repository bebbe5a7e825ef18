/** Material, care and sizes of the products of a new shop, by their cut. An admin replaces them by those of the printer's article. */
import type { ProductDetails, SizeRow } from '@shop/contracts-catalog';
import { type CutKey, getBackPictureUrl } from '@shop/product-pictures';
import type { SeedProduct } from './seed-products.js';

const COTTON = {
  material: '100% combed ringspun cotton, 145 g/m². Heather colors with some polyester.',
  care: 'Machine wash cold, inside out. Tumble dry low. Do not iron the print. Do not bleach.',
};
const FLEECE = {
  material: '50% cotton, 50% polyester; brushed fleece, 270 g/m².',
  care: 'Machine wash cold, inside out. Tumble dry low. Do not iron the print. Do not bleach.',
};
const CASE = {
  material: 'Impact-resistant polycarbonate with a satin finish. Wireless charging works through it.',
  care: 'Wipe with a soft damp cloth. Keep it away from solvents.',
};
const METAL = {
  material: 'Stainless steel under clear resin.',
  care: 'Wipe dry after swimming. Do not polish the printed side.',
};
const PAPER = {
  material: 'Matte paper, 189 g/m², 0.26 mm thick. Not framed.',
  care: 'Keep it out of direct sunlight and damp rooms. Dust with a dry cloth.',
};

const rows = (columns: Readonly<Record<string, readonly number[]>>): SizeRow[] =>
  Object.entries(columns).map(([size, values]) => ({ size, values: [...values] }));

const TEE_SIZES = rows({
  XS: [42, 68.5],
  S: [45.7, 71],
  M: [50.8, 73.7],
  L: [55.9, 76],
  XL: [61, 78.7],
  '2XL': [66, 81.3],
  '3XL': [71, 83.8],
});
const WOMENS_SIZES = rows({ XS: [41, 62], S: [43.5, 64], M: [46, 66], L: [50, 68], XL: [54, 70], '2XL': [59, 72] });
const HOODIE_SIZES = rows({
  XS: [48, 66, 82],
  S: [51, 69, 85],
  M: [56, 71, 88],
  L: [61, 74, 90],
  XL: [66, 76, 93],
  '2XL': [71, 79, 95],
  '3XL': [76, 81, 98],
});
const KIDS_SIZES = rows({
  '3–4 years': [35, 43, 48],
  '5–6 years': [38, 47, 54],
  '7–8 years': [41, 51, 60],
  '9–11 years': [44, 56, 66],
  '12–13 years': [47, 60, 71],
});

const DETAILS: Readonly<Record<CutKey, Pick<ProductDetails, 'material' | 'care' | 'sizeTable'>>> = {
  'classic-tee': { ...COTTON, sizeTable: TEE_SIZES },
  'womens-tee': { ...COTTON, sizeTable: WOMENS_SIZES },
  'long-sleeve': { ...COTTON, sizeTable: TEE_SIZES },
  'pullover-hoodie': { ...FLEECE, sizeTable: HOODIE_SIZES },
  'kids-hoodie': { ...FLEECE, sizeTable: KIDS_SIZES },
  'iphone-case': { ...CASE, sizeTable: [] },
  'galaxy-case': { ...CASE, sizeTable: [] },
  'pixel-case': { ...CASE, sizeTable: [] },
  'round-tag': { ...METAL, sizeTable: rows({ '1 in': [1, 1], '1.25 in': [1.25, 1.25] }) },
  'bone-tag': { ...METAL, sizeTable: [] },
  'dog-tag': { ...METAL, sizeTable: [] },
  'heart-tag': { ...METAL, sizeTable: [] },
  'square-poster': {
    ...PAPER,
    sizeTable: rows({ '10 × 10 in': [10, 10], '14 × 14 in': [14, 14], '18 × 18 in': [18, 18] }),
  },
};

export const getSeedDetails = ({ cut }: SeedProduct): ProductDetails => ({
  ...DETAILS[cut],
  printed: null,
  backImageUrl: getBackPictureUrl(cut),
});
