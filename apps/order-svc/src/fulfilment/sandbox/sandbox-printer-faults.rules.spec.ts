import { isOutOfStock, sandboxPrinterFaultsSchema } from './sandbox-printer-faults.rules.js';

const parse = (text?: string) => sandboxPrinterFaultsSchema.parse(text);

describe('sandboxPrinterFaultsSchema', () => {
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

  it('finds the lines that are out of stock', () => {
    const faults = parse('out-of-stock:Tee/S,out-of-stock:Mug');
    expect(isOutOfStock(faults, { title: 'Tee', selections: { size: 'S', color: 'Black' } })).toBe(true);
    expect(isOutOfStock(faults, { title: 'Tee', selections: { size: 'M' } })).toBe(false);
    expect(isOutOfStock(faults, { title: 'Mug', selections: {} })).toBe(true);
  });
});
