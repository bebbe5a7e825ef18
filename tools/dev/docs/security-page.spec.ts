import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const [, standard = ''] = page.split('\n## ASVS 5.0\n');
const [summary = '', ...chapters] = standard.split('\n### V');
const [, notApplicable = ''] = summary.split('### What does not apply');

/** Of ASVS 5.0.0: section → the level of each of its requirements, in their order. */
const LEVELS: Record<string, string> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223' },
  ...{ '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22' },
  ...{ '10.7': '222' },
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
};
const requirements = Object.entries(LEVELS).flatMap(([section, levels]) =>
  [...levels].map((level, at) => ({ no: `${section}.${at + 1}`, level })).filter(({ level }) => level !== '3'),
);

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
  const notApplying = readCells(notApplicable).flatMap(([numbers = '']) => numbers.split(', '));

  it('judges each requirement of levels 1 and 2 once, at its level', () => {
    expect([...notApplying, ...rows.map(([no]) => no)].sort()).toEqual(requirements.map(({ no }) => no).sort());
    const levels = new Map(requirements.map(({ no, level }) => [no, level]));
    expect(rows.filter(([no = '', level]) => levels.get(no) !== level)).toEqual([]);
  });

  it('counts its judgements', () => {
    const counted = ['1', '2'].map((level) => {
      const ofLevel = requirements.filter((requirement) => requirement.level === level);
      const results = rows.filter((row) => row[1] === level).map((row) => row[3]);
      const counts = ['pass', 'partly', 'fail'].map((result) => results.filter((one) => one === result).length);
      return [level, ofLevel.length, ofLevel.filter(({ no }) => notApplying.includes(no)).length, ...counts].map(
        String,
      );
    });
    expect(readCells(summary.split('### What')[0] ?? '')).toEqual(counted);
  });

  it('names what shows each pass: a file or a section', () => {
    const passed = rows.filter(([, , , result]) => result === 'pass');
    expect(passed.filter(([, , , , evidence = '']) => !/`[^`]*[/.][^`]*`|\]\(/.test(evidence))).toEqual([]);
  });

  it('has each threat once', () => {
    const threats = /## Threats\n+\|.*\n\|.*\n((?:\|.*\n)+)/.exec(page)?.[1]?.trim().split('\n') ?? [];
    const attackers = threats.map((line) => line.split('|')[1]?.trim());
    expect(attackers.length).toBeGreaterThan(10);
    expect(attackers.filter((who, at) => attackers.indexOf(who) !== at)).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...page.matchAll(/`((?:apps|libs|tools|deploy)\/[^`\s]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
