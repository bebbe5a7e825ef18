import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

let app: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(app, path)), { recursive: true });
  writeFileSync(join(app, path), text);
}

/** As `npm run build` of an app calls it. */
const bundle = () =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'bundle.ts')], { cwd: app, encoding: 'utf8' });

/** What the app says when it is started, its sources and the packages it was made of being gone. */
function started(env: NodeJS.ProcessEnv = {}): string {
  expect(bundle()).toMatchObject({ status: 0 });
  for (const path of globSync(join(app, '{dist/parts,node_modules/there}'))) rmSync(path, { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(app, 'dist/main.js')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return stdout + stderr;
}

beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), 'shop-bundle-'));
  write('package.json', '{"type":"module"}');
});
afterEach(() => rmSync(app, { recursive: true }));

describe('the bundle of a service', () => {
  it('has our modules and others’ packages, ES modules and CommonJS', () => {
    write(
      'dist/main.js',
      "import { part } from './parts/part.js';\nimport there from 'there';\nconsole.log(part, there.name);",
    );
    write('dist/parts/part.js', "export const part = 'a part';");
    write('node_modules/there/package.json', '{"main":"index.cjs"}');
    write('node_modules/there/index.cjs', "module.exports = { name: require('./name.cjs') };");
    write('node_modules/there/name.cjs', "module.exports = 'another’s';");
    expect(started()).toBe('a part another’s\n');
  });

  it('has what a package requires by a function that it made for it, once', () => {
    write(
      'dist/main.js',
      "import { name } from 'there';\nimport other from 'there/other.cjs';\nconsole.log(name === other.name, name);",
    );
    write('node_modules/there/package.json', '{"type":"module","main":"index.js"}');
    write(
      'node_modules/there/index.js',
      "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nexport const { name } = require('./other.cjs');",
    );
    write('node_modules/there/other.cjs', "module.exports = { name: Symbol('one') };");
    expect(started()).toBe('true Symbol(one)\n');
  });

  it('leaves classes their names, also two of one name: migrations are told apart by them', () => {
    for (const name of ['one', 'two']) write(`dist/parts/${name}.js`, `export class Migration${1_700} {}`);
    write(
      'dist/main.js',
      "import { Migration1700 as One } from './parts/one.js';\nimport { Migration1700 as Two } from './parts/two.js';\nconsole.log(One.name, Two.name, One === Two);",
    );
    expect(started()).toBe('Migration1700 Migration1700 false\n');
  });

  it('tells our modules where they were compiled to, where the files of their threads are', () => {
    write('dist/main.js', "import './parts/inner/threads.js';");
    write('dist/parts/inner/threads.js', "console.log(new URL('../draw.worker.js', import.meta.url).pathname);");
    expect(started()).toBe(`${join(app, 'dist/parts/draw.worker.js')}\n`);
  });

  it('asks in which environment it runs when it runs', () => {
    write('dist/main.js', 'console.log(process.env.NODE_ENV);');
    expect(started({ NODE_ENV: 'development' })).toBe('development\n');
  });

  it('does without a package that is not there, as its reader can', () => {
    write('dist/main.js', "console.log(await import('not-there').catch(({ code }) => code));");
    expect(started()).toBe('ERR_MODULE_NOT_FOUND\n');
  });

  it('loads what is seldom needed when it is', () => {
    write('dist/main.js', "console.log('started');\nconsole.log((await import('./parts/seldom.js')).it);");
    write('dist/parts/seldom.js', "console.log('loaded');\nexport const it = 'needed';");
    expect(started()).toBe('started\nloaded\nneeded\n');
  });

  it('names the line of our source in an error', () => {
    write(
      'dist/main.js',
      "import { fail } from './parts/fail.js';\ntry { fail(); } catch (error) { console.log(error.stack); }",
    );
    write('dist/parts/fail.js', "export function fail() { throw new Error('so'); }\n//# sourceMappingURL=fail.js.map");
    // Line 1 of the compiled file is line 5 of the source (AAIA).
    write(
      'dist/parts/fail.js.map',
      JSON.stringify({
        version: 3,
        sources: ['../../src/parts/fail.ts'],
        names: [],
        mappings: 'AAIA',
        sourcesContent: ['\n\n\n\nexport function fail() {}'],
      }),
    );
    expect(started()).toContain(`${join(app, 'src/parts/fail.ts')}:5`);
  });

  it('does not say where the maps of packages lie: they are not there', () => {
    write('dist/main.js', "import { name } from 'there';\nconsole.log(name());");
    write('node_modules/there/package.json', '{"type":"module","main":"index.js"}');
    write('node_modules/there/index.js', "export const name = () => 'there';\n//# sourceMappingURL=index.js.map");
    expect(started()).toBe('there\n');
    expect(readFileSync(join(app, 'dist/main.packages.js'), 'utf8')).not.toContain('sourceMappingURL');
  });

  it('is made again in place of the one before, of which nothing is left', () => {
    write('dist/main.js', "console.log((await import('./parts/seldom.js')).it);");
    write('dist/parts/seldom.js', "export const it = 'first';");
    bundle();
    const before = globSync('dist/main.*.js', { cwd: app });
    write('dist/main.js', "console.log('second');");
    expect(started()).toBe('second\n');
    expect([before.length, globSync('dist/main.*.js', { cwd: app })]).toEqual([1, []]);
  });

  it('is not made, with the reason, of what lacks a module of ours', () => {
    write('dist/main.js', "import './gone.js';");
    const { status, stderr } = bundle();
    expect([status, stderr]).toEqual([1, expect.stringMatching(/can't be bundled:[\s\S]*\.\/gone\.js/)]);
  });

  it('is not made of a module of ours that makes up what it imports while it runs: that would not be there', () => {
    write('dist/main.js', 'await import(process.env.MADE_UP);');
    expect(bundle()).toMatchObject({ status: 1, stderr: expect.stringContaining("can't be bundled") });
  });

  it('is made of packages that could do so, and of which ours do not ask it', () => {
    write('dist/main.js', "import { name } from 'there';\nconsole.log(name);");
    write('node_modules/there/package.json', '{"type":"module","main":"index.js"}');
    write('node_modules/there/index.js', "export const name = 'there';\nexport const load = (other) => import(other);");
    expect(started()).toBe('there\n');
  });
});
