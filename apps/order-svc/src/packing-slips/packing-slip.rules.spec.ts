import {
  layOutMissing,
  layOutPackingSlip,
  listSlipTexts,
  toPackingSlip,
  findSlipProblem,
} from './packing-slip.rules.js';

const PAGE = { width: 612, height: 792 };
/** Every letter is half as wide as high. */
const measure = (text: string, { size }: { size: number }): number => text.length * size * 0.5;

const ORDER = {
  orderNumber: 'PA-7K3M9QX2TV',
  status: 'processing' as const,
  createdAt: new Date('2026-11-20T14:05:00Z'),
  anonymisedAt: null,
  giftMessage: null,
  shippingAddress: {
    ...{ name: '山田 太郎', address: '12 Harbor Lane', address2: 'Apt 4', city: 'Portland' },
    ...{ state: 'ME', zip: '04101', country: 'US' },
  },
};
const createItem = (n: number) => ({
  title: `Classic T-Shirt ${n}`,
  variantSelections: { size: 'M', color: 'Sand' },
  quantity: n,
  unitPriceCents: 2_400,
});
const createSlip = (count: number, timeZone = 'UTC') =>
  toPackingSlip(
    ORDER,
    Array.from({ length: count }, (_, n) => createItem(n + 1)),
    { shop: 'Pet Art Studio', timeZone },
  );
const listPages = (count: number): string[][] =>
  layOutPackingSlip(createSlip(count), PAGE, measure).map(({ texts }) => texts.map(({ text }) => text));

describe('a packing slip', () => {
  it('names shop, address and articles, and no price', () => {
    const [page] = listPages(1);
    expect(page).toEqual([
      ...['Packing slip', 'Pet Art Studio'],
      ...['Ship to', '山田 太郎', '12 Harbor Lane', 'Apt 4', 'Portland, ME 04101', 'US'],
      ...['Order', 'PA-7K3M9QX2TV', 'Ordered', 'November 20, 2026'],
      ...['Item', 'Quantity', '1', 'Classic T-Shirt 1', 'M, Sand'],
      ...['Order PA-7K3M9QX2TV', 'Page 1 of 1'],
    ]);
    expect(listSlipTexts(createSlip(3)).join(' ')).not.toContain('$');
  });

  it('has the message of a gift above the articles', () => {
    const gift = { ...ORDER, giftMessage: 'Happy birthday, Sam!\nFrom all of us' };
    const slip = toPackingSlip(gift, [createItem(1)], { shop: 'Pet Art Studio', timeZone: 'UTC' });
    const texts = layOutPackingSlip(slip, PAGE, measure).flatMap((page) => page.texts.map(({ text }) => text));
    const lines = ['A message for you', 'Happy birthday, Sam!', 'From all of us'];
    expect(texts.slice(texts.indexOf('Item') - 3, texts.indexOf('Item'))).toEqual(lines);
    expect(listSlipTexts(slip)).toEqual(expect.arrayContaining(lines));
  });

  it('goes on below the same heading, with each article once', () => {
    const pages = listPages(60);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.every((page) => page.includes('Quantity'))).toBe(true);
    expect(pages.flat().filter((text) => text.startsWith('Classic T-Shirt'))).toHaveLength(60);
    expect(pages.at(-1)?.at(-1)).toBe(`Page ${pages.length} of ${pages.length}`);
  });

  it('has the day on which the order was placed in the shop', () => {
    const days = ['UTC', 'Pacific/Kiritimati', 'Asia/Tokyo'].map((timeZone) => createSlip(1, timeZone).orderedOn);
    expect(days).toEqual(['November 20, 2026', 'November 21, 2026', 'November 20, 2026']);
  });

  it.each([
    [{ status: 'created' as const, anonymisedAt: null }, 'it is not paid'],
    [{ status: 'cancelled' as const, anonymisedAt: null }, 'it was cancelled'],
    [{ status: 'delivered' as const, anonymisedAt: new Date() }, 'its customer was forgotten'],
    [{ status: 'shipped' as const, anonymisedAt: null }, null],
  ])('%j: %s', (order, problem) => {
    expect(findSlipProblem(order)).toBe(problem);
  });
});

it('names each order without a slip, on as many pages as it takes', () => {
  const missing = Array.from({ length: 200 }, (_, n) => `PA-${n}: it was cancelled`);
  const texts = layOutMissing(missing, PAGE, measure).flatMap((page) => page.texts.map(({ text }) => text));
  expect(texts).toEqual(['Not in this file', ...missing]);
});
