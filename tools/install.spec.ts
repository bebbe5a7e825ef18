import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { isAlive, recordOf, signal } from './stack/processes.ts';
import { eventually } from './stack/test/eventually.ts';
import { nodeFor, ordinaryAccount, permissionsCount } from './stack/test/ordinary-account.ts';
import { type Program, type ProgramOptions, run } from './stack/test/shop-process.ts';

/** A project whose lock asks for two packages, with the scripts that install them. */
let root: string;
/** The temporary folder of its starts. */
let temporary: string;
const account = ordinaryAccount();

const at = (path: string): string => join(root, path);
function write(path: string, content: unknown): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'shop-install-')));
  temporary = realpathSync(mkdtempSync(join(tmpdir(), 'shop-install-tmp-')));
  write('package-lock.json', {
    packages: { '': {}, 'node_modules/node': { version: '24.0.0' }, 'node_modules/left': { version: '1.0.0' } },
  });
  write('package.json', { allowScripts: { node: true, left: true, right: false, absent: true } });
  write('settings.json', { registry: 'https://npm.example/all', '@shop:registry': 'https://shop.example/' });
  for (const name of ['bootstrap.mjs', 'install.mjs', 'package-addresses.mjs', 'stack/born-at.mjs']) {
    write(`tools/${name}`, '');
    copyFileSync(join(import.meta.dirname, name), at(`tools/${name}`));
  }
});
afterEach(() => [root, temporary].forEach((folder) => rmSync(folder, { recursive: true })));

/** An npm that notes what it is asked to do, and does what the script says in its place. */
const STAND_IN = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, relative } = require('node:path');
const here = relative(__dirname, process.cwd());
process.chdir(__dirname);
const command = process.argv[2];
if (command === 'config') {
  console.log(readFileSync('settings.json', 'utf8'));
  process.exit();
}
const put = (path, text, mode) => (mkdirSync(dirname(path), { recursive: true }), writeFileSync(path, text, { mode }));
const putNode = () => put('node_modules/node/bin/node', '#!/bin/sh\\n', 0o755);
const putPackages = () => {
  put('node_modules/left/package.json', '{}');
  put('node_modules/node/package.json', '{"version":"24.0.0"}');
  put('node_modules/.package-lock.json', readFileSync('package-lock.json', 'utf8'));
};
const untilToldTo = (act) => (existsSync('go') ? act() : setTimeout(untilToldTo, 20, act));
const asked = command === 'run' ? [command, process.argv[3], here] : [command];
appendFileSync('asked', [process.pid, ...asked].join(' ') + '\\n');
`;
const INSTALLS = 'putPackages(), putNode();';
const HOLDS = `untilToldTo(() => { ${INSTALLS} });`;

function start(npm: string, { env, as }: ProgramOptions = {}): Program {
  write('npm.cjs', STAND_IN + npm);
  const node = nodeFor(as, root);
  return run([node, at('tools/bootstrap.mjs')], {
    env: { npm_execpath: at('npm.cjs'), npm_node_execpath: node, TMPDIR: temporary, ...env },
    as,
  });
}

const asked = (): string[] => (existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trim().split('\n') : []);
const askedFor = (): string[] => asked().map((line) => line.replace(/^\d+ /, ''));

describe('a first start', () => {
  it('installs once where two begin at once: the second waits for the first', async () => {
    const first = start(HOLDS);
    await first.until('Installing the packages (nothing is installed yet).');
    const second = start(HOLDS);
    await second.until('waiting for it');
    write('go', '');
    expect(await first.ended).toEqual({
      how: 0,
      said: expect.stringMatching(/^Installing the packages .*\nPackages installed in \d+ s\.\n$/),
    });
    expect(await second.ended).toEqual({ how: 0, said: 'Another start is installing the packages; waiting for it.\n' });
    expect(askedFor()).toEqual(['ci']);
    expect(readdirSync(temporary)).toEqual([]);
  }, 30_000);

  it('tells every five seconds how far it is', async () => {
    const said: unknown[] = [];
    jest.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
    jest.useFakeTimers({
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setImmediate',
        'nextTick',
        'queueMicrotask',
        'Date',
        'performance',
        'hrtime',
      ],
    });
    const before = process.env.npm_execpath;
    process.env.npm_execpath = at('npm.cjs');
    try {
      write('npm.cjs', `${STAND_IN} put('node_modules/left/package.json', '{}'); ${HOLDS}`);
      const installed = bootstrap(root);
      await eventually('the first package', () => existsSync(at('node_modules/left/package.json')));
      jest.advanceTimersByTime(5000);
      write('go', '');
      await installed;
      expect(said.slice(1)).toEqual([
        expect.stringMatching(/^ {2}… \d+ s: 1 of about 2 packages in place$/),
        expect.stringContaining('Packages installed'),
      ]);
    } finally {
      if (before === undefined) delete process.env.npm_execpath;
      else process.env.npm_execpath = before;
      jest.useRealTimers();
      jest.restoreAllMocks();
    }
  }, 30_000);

  it('says in a sentence why npm failed, and the next one tries again', async () => {
    const failed = await start(`console.error('npm error code ENOTFOUND'); process.exit(1);`).ended;
    expect(failed).toEqual({
      how: 1,
      said: expect.stringMatching(/\nInstalling the packages failed\. The npm registry can't be reached\. .*\n$/),
    });
    expect((await start(INSTALLS).ended).how).toBe(0);
  }, 30_000);

  it.each([
    ['Ctrl-C', (starting: Program) => starting.signalGroup('SIGINT')],
    ['SIGTERM', (starting: Program) => void signal(starting.pid, 'SIGTERM')],
  ])(
    'is given up at %s, npm with it',
    async (_, stop) => {
      const starting = start(HOLDS);
      const [line] = await eventually('npm', () => (asked().length > 0 ? asked() : undefined));
      const npm = recordOf(Number(line?.split(' ')[0]));
      stop(starting);
      expect(await starting.ended).toEqual({
        how: 130,
        said: expect.stringMatching(/\nInstalling the packages was given up\. The next start begins it again\.\n$/),
      });
      expect(isAlive(npm)).toBe(false);
      expect(readdirSync(temporary)).toEqual([]);
      expect(existsSync(at('npm-shrinkwrap.json'))).toBe(false);
    },
    30_000,
  );

  it('tells npm where the packages lie, and leaves nothing of it behind', async () => {
    write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/node': { version: '24.0.0', integrity: 'sha512-a' },
        'node_modules/left': { version: '1.0.0' },
      },
    });
    write('npm-shrinkwrap.json', 'half of what a killed start');
    const [before, { how }] = [
      readFileSync(at('package-lock.json'), 'utf8'),
      await start(`put('told', readFileSync('npm-shrinkwrap.json')); ${INSTALLS}`).ended,
    ];
    expect([how, existsSync(at('npm-shrinkwrap.json')), readFileSync(at('package-lock.json'), 'utf8')]).toEqual([
      0,
      false,
      before,
    ]);
    expect(JSON.parse(readFileSync(at('told'), 'utf8'))).toMatchObject({
      packages: { 'node_modules/node': { resolved: 'https://npm.example/all/node/-/node-24.0.0.tgz' } },
    });
  }, 30_000);

  it.each([
    [
      'the registry keeps them elsewhere',
      ['ci', 'ci'],
      `existsSync('npm-shrinkwrap.json') ? (console.error('npm error code E404'), process.exit(1)) : ${INSTALLS}`,
    ],
    ['npm does not tell its settings', ['ci'], `existsSync('npm-shrinkwrap.json') ? process.exit(1) : ${INSTALLS}`],
  ])(
    'lets npm look for them where %s',
    async (_, times, npm) => {
      if (times.length === 1) write('settings.json', 'npm warn: what is this?');
      write('npm-shrinkwrap.json', 'what a killed start left');
      expect((await start(npm).ended).how).toBe(0);
      expect(askedFor()).toEqual(times);
    },
    30_000,
  );

  describe('sets up what needs it', () => {
    const scripted = `for (const name of ['left', 'right', 'node']) put('node_modules/' + name + '/package.json', JSON.stringify({ version: '24.0.0', scripts: { test: 'x', install: 'x', preinstall: 'x' } }));`;

    it("itself, as far as package.json allows, the project's own Node last; npm runs no script by itself", async () => {
      const npm = `if (command === 'ci') { putPackages(); ${scripted} put('told', process.argv.slice(2).join(' ')); } else if (here.endsWith('/node')) putNode();`;
      expect((await start(npm).ended).how).toBe(0);
      expect(askedFor()).toEqual([
        'ci',
        ...['left', 'node'].flatMap((name) =>
          ['preinstall', 'install'].map((script) => `run ${script} node_modules/${name}`),
        ),
      ]);
      expect(readFileSync(at('told'), 'utf8').split(' ')).toContain('--ignore-scripts');
      expect(readlinkSync(at('node_modules/.bin/node'))).toBe('../node/bin/node');
    }, 30_000);

    it('and says in a sentence what could not be', async () => {
      const closed = await start(`put('node_modules/.bin', 'no folder'); ${INSTALLS}`).ended;
      expect(closed).toEqual({
        how: 1,
        said: expect.stringMatching(/\nSetting up node failed\. npm said:\n {2}EEXIST.*\n$/),
      });
      rmSync(at('node_modules'), { recursive: true });
      const failed = await start(
        `if (command === 'ci') { putPackages(); ${scripted} } else { console.error('npm error code ENOSPC'); process.exit(1); }`,
      ).ended;
      expect(failed).toEqual({
        how: 1,
        said: expect.stringMatching(/\nSetting up left failed\. The disk is full\. .*\n$/),
      });
      rmSync(at('node_modules'), { recursive: true });
      expect(await start('putPackages();').ended).toEqual({
        how: 1,
        said: expect.stringContaining("The project's own Node was not installed, or does not run on this machine."),
      });
    }, 30_000);
  });

  (permissionsCount() ? it : it.skip).each(['.', 'node_modules'])(
    'refuses a project whose %s is closed to the user',
    async (closed) => {
      mkdirSync(at('node_modules'));
      for (const name of ['.', 'node_modules']) chmodSync(at(name), name === closed ? 0o555 : 0o777);
      chmodSync(temporary, 0o777);
      const { how, said } = await run([nodeFor(account, root), at('tools/bootstrap.mjs')], {
        env: { TMPDIR: temporary },
        as: account,
      }).ended;
      chmodSync(at(closed), 0o755);
      expect([how, said.trim()]).toEqual([
        1,
        `The packages can't be installed: no permission to write to ${at(closed)}. Make the folder yours (chown) or use a copy of the project that is.`,
      ]);
    },
    30_000,
  );
});

describe('the note that a start is installing', () => {
  const note = (): string =>
    join(temporary, `install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.pid`);
  function leaveNote(text = JSON.stringify({ pid: 2 ** 22 - 3, born: '1' })): void {
    writeFileSync(note(), text);
    utimesSync(note(), 1, 1);
  }

  it.each([
    ['that was killed', undefined],
    ['whose number another program has got', JSON.stringify({ pid: process.pid, born: 'long ago' })],
    ['that was killed while it wrote it', '{"pid":'],
  ])(
    'is taken over from a start %s',
    async (_, text) => {
      leaveNote(text);
      expect((await start(INSTALLS).ended).how).toBe(0);
      expect(readdirSync(temporary)).toEqual([]);
    },
    30_000,
  );

  (account ? it : it.skip)(
    'is named where another user left it and it can not be removed',
    async () => {
      leaveNote();
      chmodSync(root, 0o777);
      chmodSync(temporary, 0o1777); // as /tmp is: all may write, and nobody takes away what is another's
      const { how, said } = await start(INSTALLS, { as: account }).ended;
      expect([how, said]).toEqual([
        1,
        `The packages can't be installed: ${note()}, which another user left, is in the way and can't be removed (EPERM). Have it removed and try again.\n`,
      ]);
      expect(askedFor()).toEqual([]);
    },
    30_000,
  );
});

describe('while a shop runs', () => {
  const leaveLock = (folder: string, rest: object = {}): void =>
    write(`${folder}/run/runner.lock`, {
      runner: recordOf(process.pid),
      port: 3000,
      project: root,
      stopping: false,
      ...rest,
    });

  it.each([
    ['its data folder', '.data', undefined],
    ['another data folder', 'elsewhere', 'elsewhere'],
    ['the usual data folder, and this one would run on another', '.data', 'elsewhere'],
  ])(
    'on %s its packages are not touched',
    async (_, folder, DATA_DIR) => {
      leaveLock(folder);
      const refused = await start(INSTALLS, { env: { DATA_DIR } }).ended;
      expect(refused).toEqual({
        how: 1,
        said: `The packages have to be installed anew (nothing is installed yet), and the shop at http://localhost:3000 (process ${process.pid}) runs on those that are there. Stop it with Ctrl-C or \`kill ${process.pid}\`, and try again.\n`,
      });
      expect(askedFor()).toEqual([]);
    },
    30_000,
  );

  it.each([
    ['from another copy of the project', { project: '/srv/another' }],
    ['no longer', { runner: { pid: process.pid, born: 'long ago' } }],
  ])(
    '%s, they are installed',
    async (_, rest) => {
      leaveLock('.data', rest);
      expect((await start(INSTALLS).ended).how).toBe(0);
      expect(askedFor()).toEqual(['ci']);
    },
    30_000,
  );

  it('that is stopping, they are installed when it has', async () => {
    const shop = run([process.execPath, '-e', 'setInterval(() => {}, 1000)']);
    leaveLock('.data', { runner: recordOf(shop.pid), stopping: true });
    const starting = start(INSTALLS);
    await starting.until(`Waiting for the shop that is stopping (process ${shop.pid}).`);
    expect(askedFor()).toEqual([]);
    shop.signalGroup('SIGKILL');
    expect((await starting.ended).how).toBe(0);
    expect(askedFor()).toEqual(['ci']);
  }, 30_000);
});
