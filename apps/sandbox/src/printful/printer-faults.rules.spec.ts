import { isOutOfStock, printerFaultsSchema } from './printer-faults.rules.js';

const parse = (text?: string) => printerFaultsSchema.parse(text);

describe('printerFaultsSchema', () => {
  it.each([
    [undefined, { isCalculating: false, outOfStock: [] }],
    ['calculating', { isCalculating: true, outOfStock: [] }],
    ['out-of-stock:Classic T-Shirt', { isCalculating: false, outOfStock: [{ title: 'Classic T-Shirt', size: null }] }],
    [' calculating , out-of-stock:Hoodie/2XL', { isCalculating: true, outOfStock: [{ title: 'Hoodie', size: '2XL' }] }],
  ])('reads %j', (text, faults) => {
    expect(parse(text)).toEqual(faults);
  });

  it.each(['late', 'out-of-stock', 'out-of-stock:', 'out-of-stock:Tee/'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(`does not know \\"${text}\\"`);
  });

  it('finds the items that are out of stock', () => {
    const faults = parse('out-of-stock:Tee/S,out-of-stock:Mug');
    expect(isOutOfStock(faults, { title: 'Tee', size: 'S' })).toBe(true);
    expect(isOutOfStock(faults, { title: 'Tee', size: 'M' })).toBe(false);
    expect(isOutOfStock(faults, { title: 'Mug', size: null })).toBe(true);
  });
});
