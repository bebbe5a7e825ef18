import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCoveragePage, SCREENS, SECTIONS, testedSentences, untestedSentences } from './coverage-page.js';

const isKnown = (section: string): boolean => section in SECTIONS || /^D\d+[a-z]?$/.test(section);

let asked: ReturnType<typeof testedSentences> | undefined;
/** Playwright loads all its tests to tell: it is asked once. */
const tested = (): ReturnType<typeof testedSentences> => (asked ??= testedSentences());

describe('docs/spec-coverage.md', () => {
  it('is what npm run docs would write now', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/spec-coverage.md'), 'utf8');
    expect(page).toBe(renderCoveragePage(await tested(), untestedSentences()));
  }, 30_000);

  it('counts a test once, however many sections it stands under', () => {
    const shown = { screen: '/cart', sentence: 'minimum 1', file: 'screens/cart.screen.ts', line: 1 };
    const page = renderCoveragePage(
      [
        { ...shown, section: '5' },
        { ...shown, section: '9' },
        { ...shown, section: '9', screen: '/checkout' },
      ],
      [],
    );
    expect(page).toContain('2 browser tests show them, under 3 entries here; 0 sentences have none.');
  });

  it('has the screens in the order of the specification, and on each the tests in that of their lines', () => {
    const at = (screen: string, file: string, line: number) => ({
      screen,
      section: '2',
      sentence: `${screen} ${line}`,
      file: `screens/${file}.screen.ts`,
      line,
    });
    const page = renderCoveragePage(
      [
        at('/admin', 'admin', 3),
        at('toasts', 'toasts', 2),
        at('/cart', 'cart', 9),
        at('/cart', 'cart', 5),
        at('/cart', 'cart-changes', 7),
        at('/', 'landing', 1),
      ],
      [],
    );
    expect(page.match(/(?<=^- ).+(?= \()/gm)).toEqual(['/ 1', '/cart 5', '/cart 9', '/cart 7', '/admin 3', 'toasts 2']);
  });

  it('gives each sentence a section and a screen that exist, once on that screen', async () => {
    const all = [...(await tested()), ...untestedSentences()];
    expect(all.filter(({ screen, section }) => !isKnown(section) || !SCREENS.includes(screen))).toEqual([]);
    const titles = all.map(({ screen, section, sentence }) => `${screen} | ${section} | ${sentence}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  }, 30_000);
});
