import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const assessment = page.slice(page.indexOf('## ASVS 5.0'));

interface Row {
  number: string;
  level: string;
  result: string;
  evidence: string;
}
const rows: Row[] = [
  ...assessment.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (pass|partly|fail) \| ([^|]+) \|$/gm),
].map(([, number = '', level = '', result = '', evidence = '']) => ({ number, level, result, evidence }));
const inapplicable = [...assessment.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| [^|]+ \|$/gm)].flatMap(
  ([, numbers = '']) => numbers.split(', '),
);
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
const findAnchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

describe('docs/security.md', () => {
  it('names only files and folders that exist', () => {
    const paths = [
      ...page.matchAll(/`((?:apps|libs|tools|docs|deploy|\.github)\/[^` ]+|[\w.-]+\.(?:yml|json|mjs))`/g),
    ].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('links only to pages and headings that exist', () => {
    const links = [...page.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)];
    const isBroken = ([, file = '', anchor]: RegExpExecArray): boolean => {
      const path = file === '' ? 'docs/security.md' : join('docs', file);
      if (!existsSync(join(ROOT, path))) return true;
      return anchor !== undefined && !findAnchors(readFileSync(join(ROOT, path), 'utf8')).includes(anchor);
    };
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(isBroken).map(([link]) => link)).toEqual([]);
  });

  it('judges each of the 253 requirements of the levels 1 and 2 once', () => {
    const numbers = [...rows.map(({ number }) => number), ...inapplicable];
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toHaveLength(70 + 183);
  });

  it('counts the results as the tables have them', () => {
    for (const level of ['1', '2']) {
      const counts = ['pass', 'partly', 'fail'].map(
        (result) => rows.filter((row) => row.level === level && row.result === result).length,
      );
      expect(assessment).toMatch(new RegExp(`^\\| ${level} \\| \\d+ \\| \\d+ \\| ${counts.join(' \\| ')} \\|$`, 'm'));
    }
  });

  it('has at most 15 open requirements of level 2', () => {
    expect(rows.filter(({ level, result }) => level === '2' && result !== 'pass').length).toBeLessThanOrEqual(15);
  });
});
