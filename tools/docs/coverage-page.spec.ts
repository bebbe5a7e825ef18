import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCoveragePage, SECTIONS, testedSentences, untestedSentences } from './coverage-page.js';

const isKnown = (section: string): boolean => section in SECTIONS || /^D\d+[a-z]?$/.test(section);

describe('docs/spec-coverage.md', () => {
  it('is what npm run docs would write now', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/spec-coverage.md'), 'utf8');
    expect(page).toBe(renderCoveragePage(await testedSentences(), untestedSentences()));
  }, 30_000);

  it('counts a test once, however many sections it stands under', () => {
    const shown = { screen: '/cart', sentence: 'minimum 1', file: 'screens/cart.screen.ts' };
    const page = renderCoveragePage([{ ...shown, section: '5' }, { ...shown, section: '9' }, { ...shown, section: '9', screen: '/checkout' }], []);
    expect(page).toContain('2 browser tests show them, under 3 entries here; 0 sentences have none.');
  });

  it('gives each sentence a section that exists, once on its screen', async () => {
    const all = [...(await testedSentences()), ...untestedSentences()];
    expect(all.filter(({ section }) => !isKnown(section))).toEqual([]);
    const titles = all.map(({ screen, section, sentence }) => `${screen} | ${section} | ${sentence}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  }, 30_000);
});
