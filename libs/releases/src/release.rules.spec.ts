import {
  addPartial,
  describeFile,
  formatList,
  goBack,
  isFilePath,
  KEEP_MS,
  listBuilds,
  makeLive,
  parseList,
  parsePointer,
  formatPointer,
  type Pointer,
} from './release.rules.js';

const START = Date.parse('2026-11-01T00:00:00Z');
const HOUR = 60 * 60_000;
const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];

/** Builds that became live one hour after the other. */
const release = (...builds: string[]): Pointer =>
  builds.reduce<Pointer | null>((before, build, at) => makeLive(before, build, START + at * HOUR), null) as Pointer;

describe('a pointer', () => {
  it('names the live build and, for open pages, those before it', () => {
    expect(listBuilds(release(A, B, C))).toEqual([C, B, A]);
    expect(listBuilds(release(A, B, A))).toEqual([A, B]);
    const pointer = release(A, B);
    expect(makeLive(pointer, B, START + 9 * HOUR)).toBe(pointer);
    expect(parsePointer(formatPointer(pointer), 'it')).toEqual(pointer);
  });

  it('drops builds that were replaced more than a week ago, and never the one that it replaces', () => {
    const late = makeLive(release(A, B), C, START + 30 * KEEP_MS);
    expect(listBuilds(late)).toEqual([C, B]);
    expect(listBuilds(makeLive(release(A, B), C, START + HOUR + KEEP_MS))).toEqual([C, B, A]);
  });

  it('goes back to the build that was released before, again and again, and forward by name', () => {
    const once = goBack(release(A, B, C), START + 5 * HOUR);
    expect(listBuilds(once)).toEqual([B, C, A]);
    const twice = goBack(once, START + 6 * HOUR);
    expect(twice.live.build).toBe(A);
    expect(() => goBack(twice, START + 7 * HOUR)).toThrow('There is no earlier build');
    expect(goBack(twice, START + 7 * HOUR, C.slice(0, 12)).live.build).toBe(C);
    expect(() => goBack(twice, START, 'ffff')).toThrow(/ffff is no name of one earlier build. Builds: .*cccccccccccc/);
  });

  it('does not go back to a build that was taken back, except by its name', () => {
    const fixed = makeLive(goBack(release(A, B), START + 5 * HOUR), C, START + 6 * HOUR);
    const once = goBack(fixed, START + 7 * HOUR);
    expect(once.live.build).toBe(A);
    expect(() => goBack(once, START + 8 * HOUR)).toThrow('There is no earlier build');
    // It was wrong to take it back.
    const again = goBack(once, START + 8 * HOUR, B);
    expect(goBack(makeLive(again, C, START + 9 * HOUR), START + 10 * HOUR).live.build).toBe(B);
    expect(parsePointer(formatPointer(again), 'it')).toEqual(again);
  });

  it.each(['', 'a'])('goes back to no build by the name %j, which is not one’s alone', (wanted) => {
    const twin = `${'a'.repeat(39)}b`;
    expect(() => goBack(release(A, twin, B), START, wanted)).toThrow(/is no name of one earlier build. Builds: /);
  });

  it('says that a build is live already', () => {
    expect(() => goBack(release(A, B), START, B.slice(0, 12))).toThrow('bbbbbbbbbbbb is live already');
  });

  it('never goes back to a build that has only files for open pages', () => {
    const pointer = addPartial(release(A, B), C, START + 2 * HOUR);
    expect(listBuilds(pointer)).toEqual([B, A, C]);
    expect(goBack(pointer, START + 5 * HOUR).live.build).toBe(A);
    expect(() => goBack(pointer, START, C)).toThrow('is no name of one earlier build');
  });
});

describe('a list of files', () => {
  const file = describeFile(Buffer.from('x'));

  it('has a name that proves its content, whatever the order of the files', () => {
    const { build, text } = formatList({ 'b.js': file, 'a.js': file });
    expect(formatList({ 'a.js': file, 'b.js': file }).build).toBe(build);
    expect(parseList(text, build)).toEqual({ 'a.js': file, 'b.js': file });
    expect(() => parseList(text.replace('a.js', 'c.js'), build)).toThrow('another hash');
  });

  it.each(['../a.js', 'a/../b.js', '/a.js', '.hidden', 'a/.git/config', 'a//b.js', 'a\\b.js', 'release.json', ''])(
    'can not have the path %j',
    (path) => {
      expect(isFilePath(path)).toBe(false);
      expect(() => formatList({ [path]: file })).toThrow('The list of files is not valid: ✖ Invalid key');
    },
  );

  it('has limits', () => {
    expect(() => formatList({ 'a.js': { ...file, bytes: 26_000_000 } })).toThrow();
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.js`, { ...file, bytes: 25_000_000 }]));
    expect(() => formatList(many)).toThrow('has more than 200 MB');
  });
});
