import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const [, standard = ''] = page.split('\n## ASVS 5.0\n');
const [summary = '', ...chapters] = standard.split('\n### V');
const [, notApplicable = ''] = summary.split('### What does not apply');

const readCells = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
const rows = chapters.flatMap(readCells);

describe('docs/security.md', () => {
  it('judges each requirement once', () => {
    const judged = [
      ...readCells(notApplicable).flatMap(([numbers = '']) => numbers.split(', ')),
      ...rows.map(([no]) => no),
    ];
    expect(judged.filter((no, at) => judged.indexOf(no) !== at)).toEqual([]);
    expect(judged).toHaveLength(70 + 183);
  });

  it('counts its judgements', () => {
    for (const [level, , , ...counts] of readCells(summary.split('### What')[0] ?? '')) {
      const results = rows.filter((row) => row[1] === level).map((row) => row[3]);
      expect([
        level,
        ...['pass', 'partly', 'fail'].map((result) => results.filter((one) => one === result).length),
      ]).toEqual([level, ...counts.map(Number)]);
    }
  });

  it('names files that exist', () => {
    const named = [...page.matchAll(/`((?:apps|libs|tools|deploy)\/[^`\s]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
