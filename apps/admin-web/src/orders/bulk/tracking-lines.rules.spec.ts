import { decodeFile, keepLines, listSharedNumbers, readTrackingLines } from './tracking-lines.rules.js';

const read = (text: string, carrier = 'UPS') =>
  readTrackingLines(text, carrier).map((line) =>
    line.problem === null ? [line.line, line.orderNumber, line.number, line.carrier] : [line.line, line.problem],
  );
const ONE = 'PA-7K3M9QX2TV';
const TWO = 'PA-0123456789';

describe('the lines with tracking numbers', () => {
  it.each([
    ['commas', `${ONE},1Z9,DHL`],
    ['semicolons', `${ONE};1Z9;DHL`],
    ['tabs', `${ONE}\t1Z9\tDHL`],
    ['quotes', `"${ONE}";"1Z9";"DHL"`],
    ['spaces around', `  ${ONE} , 1Z9 , DHL `],
    ['a byte order mark', `\uFEFF${ONE},1Z9,DHL`],
    ['any case, without PA-', `7k3m9qx2tv,1Z9,DHL`],
    ['PA and a space', `pa 7k3m9qx2tv,1Z9,DHL`],
  ])('are read with %s', (_, text) => {
    expect(read(text)).toEqual([[1, ONE, '1Z9', 'DHL']]);
  });

  it('keep digits and spaces of numbers, and what spreadsheets write around them', () => {
    const text = `${ONE},"00 340 434 161 094 000 001 234"\n${TWO},"=""00123"""`;
    expect(read(text)).toEqual([
      [1, ONE, '00 340 434 161 094 000 001 234', 'UPS'],
      [2, TWO, '00123', 'UPS'],
    ]);
  });

  it.each([
    ['order number,tracking number,carrier', `${ONE},1Z9,DHL`],
    ['Carrier;Note;Tracking no.;Order', `DHL;"for; her";1Z9;${ONE}`],
  ])('may have the header “%s”', (header, line) => {
    expect(read(`${header}\n${line}`)).toEqual([[2, ONE, '1Z9', 'DHL']]);
  });

  it('may each have another separator, in lines of any system', () => {
    expect(read(`${ONE},1Z9\r\n\r\n${TWO};1Z8;GLS\r`)).toEqual([
      [1, ONE, '1Z9', 'UPS'],
      [3, TWO, '1Z8', 'GLS'],
    ]);
  });

  it.each([
    ['PA-123,1Z9', '“PA-123” is no order number.'],
    [',1Z9', 'The order number is missing.'],
    [ONE, 'The tracking number is missing.'],
    [`${ONE},1.23457E+21`, 'A spreadsheet has shortened the tracking number to 1.23457E+21.'],
    [`${ONE},${'1'.repeat(101)}`, 'The tracking number has more than 100 characters.'],
    [
      `${ONE},1Z9,DHL,heavy`,
      'It has more than three columns. Please name them in a first line: order number, tracking number, carrier.',
    ],
    [`${ONE},"1Z9`, 'A quotation mark is not closed, so the lines after it are part of this one.'],
  ])('name the problem of %j', (text, problem) => {
    expect(read(text)).toEqual([[1, problem]]);
  });

  it('need a carrier', () => {
    expect(read(`${ONE},1Z9`, ' ')).toEqual([[1, 'The carrier is missing. Please enter the one for lines without.']]);
  });

  it('name an order once', () => {
    const text = `${ONE},1Z9\n${ONE.toLowerCase()},1Z9\n${ONE},1Z8`;
    expect(read(text).slice(1)).toEqual([
      [2, 'It says the same as line 1.'],
      [3, 'Line 1 has another number of this order. Please add further parcels in the order.'],
    ]);
  });

  it('are named where several orders have one number, without those that are not sent', () => {
    const text = `${ONE};1Z 9\n${TWO};1z9\nPA-0000000001;1Z8\n${ONE};1Z8\nPA-0000000002;1Z9`;
    expect(listSharedNumbers(readTrackingLines(text, 'UPS'))).toEqual([[1, 2, 5]]);
  });

  it('are counted after a cell of several lines, and sent at most 200 at once', () => {
    const many = Array.from({ length: 201 }, (_, n) => `${String(n).padStart(10, '0')},1Z${n}`).join('\n');
    const lines = read(`"order\nnumber",tracking\n${many}`);
    expect(lines.slice(-2)).toEqual([
      [202, 'PA-0000000199', '1Z199', 'UPS'],
      [203, 'At most 200 lines are sent at once. This one stays for the next time.'],
    ]);
  });

  it('that are not sent stay below their header', () => {
    const text = `Tracking,Note,Order\n1Z9,,${ONE}\n1Z8,,PA-1`;
    const [, unsent] = readTrackingLines(text, 'UPS');
    expect(keepLines(text, [unsent!])).toBe('Tracking,Note,Order\n1Z8,,PA-1');
    expect(read(keepLines(text, [unsent!]))).toEqual([[2, '“PA-1” is no order number.']]);
    expect([keepLines(text, []), keepLines(`${ONE},1Z9`, [{ text: 'x' }])]).toEqual(['', 'x']);
  });

  it('come from files in UTF-8 and UTF-16', () => {
    expect(decodeFile(new TextEncoder().encode('Żabka').buffer)).toBe('Żabka');
    expect(decodeFile(new Uint8Array([0xff, 0xfe, 0x41, 0, 0x7b, 0x01]).buffer)).toBe('AŻ');
    expect(decodeFile(new ArrayBuffer(0))).toBe('');
  });
});
