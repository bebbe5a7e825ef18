import { isShown, toRuns } from './font-runs.rules.js';
import { loadReceiptFonts } from './receipt-fonts.js';

const cut = async (text: string) => {
  const { regular } = await loadReceiptFonts(text, '');
  return {
    isShown: isShown(text, regular),
    runs: toRuns(text, regular).map((run) => run.text),
    glyphs: toRuns(text, regular).flatMap(({ font, text: part }) => font.layout(part).glyphs.map(({ id }) => id)),
  };
};

describe('the letters of a receipt', () => {
  it.each([
    'Žofie Łukasz Nguyễn Þórr ŞEKER',
    'Zoe\u0308',
    'Олена Шевченко',
    'Ελένη',
    'ถนนสุขุมวิท',
    'გიორგი',
    '山田 太郎, 丸の内1-1',
    '王小明',
    '김민준',
    '123 $ − “q” …',
  ])('have a font: %s', async (text) => {
    const { runs, glyphs, isShown: isComplete } = await cut(text);
    expect(isComplete).toBe(true);
    expect(runs.join('')).toBe(text.normalize('NFC'));
    expect(glyphs).not.toContain(0);
  });

  it('run from right to left where their script does, and numbers among them from left to right', async () => {
    expect((await cut('שלום 12 ב')).runs).toEqual(['ב', ' ', '12', 'שלום ']);
    expect((await cut('Pat محمد عبد')).runs).toEqual(['Pat ', 'محمد عبد']);
    expect((await cut('محمد\u200f عبد')).glyphs).not.toContain(0);
  });

  it('are a question mark each where no font has them', async () => {
    const { runs, glyphs, isShown: isComplete } = await cut('Pat 👩‍🚀 Doe');
    expect(isComplete).toBe(false);
    expect(runs.join('')).toBe('Pat ? Doe');
    expect(glyphs).not.toContain(0);
  });

  it('of a Latin name need one font', async () => {
    const { regular } = await loadReceiptFonts('Pat Doe', '');
    expect(regular).toHaveLength(1);
  });
});
