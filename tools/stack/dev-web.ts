import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { DataFolder } from './data-folder.ts';
import { rotateLog } from './log-files.ts';
import { endProcess, type ProcessRecord, recordOf } from './processes.ts';
import { WEB_APPS, webEnvironment } from './services.ts';
import { PROJECT_ROOT } from './settings.ts';

interface Watcher {
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  record: ProcessRecord;
}

export interface WebWatch {
  /** Variables by which the gateway serves what is watched. */
  env: NodeJS.ProcessEnv;
  /** Ends what watches; resolves when it is gone. */
  stop: () => Promise<void>;
}

const END_WITHIN_MS = 2000;

const END_WITH_INPUT = new URL('./end-with-input.mjs', import.meta.url).href;

/** Has the bundler rebuild the web apps as they change, beside the production build; `onBuilt` is called after every build that went well. */
export function watchWebApps({ root, logs }: DataFolder, onBuilt: (app: string) => void): WebWatch {
  const output = (app: string): string => join(root, 'dev', app);
  const watchers = WEB_APPS.map((app) => watchOne(app, output(app), rotateLog(logs, app), () => onBuilt(app)));
  return {
    env: webEnvironment(output),
    stop: async () => void (await Promise.all(watchers.map(end))),
  };
}

/** Nobody waits for a build that is under way: the next start makes all anew. */
async function end({ child, record }: Watcher): Promise<void> {
  child.stdin.end(); // see end-with-input.mjs
  await endProcess(record, { ask: 'SIGTERM', graceMs: END_WITHIN_MS, force: 'SIGKILL' });
}

function watchOne(app: string, output: string, logFile: string, onBuilt: () => void): Watcher {
  const rspack = join(PROJECT_ROOT, 'node_modules/@rspack/cli/bin/rspack.js');
  // Source maps in files: the page's security policy forbids the eval of the usual ones.
  // The pipe to its input lives as long as the runner: when the runner dies, however it dies, the bundler ends with it.
  const args = [
    '--import',
    END_WITH_INPUT,
    rspack,
    'build',
    '--watch',
    '--mode',
    'development',
    '--devtool',
    'source-map',
    '--output-path',
    output,
  ];
  const child = spawn(process.execPath, args, {
    cwd: join(PROJECT_ROOT, 'apps', app),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' }, // what it says is read here
  });
  const log = createWriteStream(logFile);
  const collect = (chunk: Buffer): void => {
    const text = chunk.toString();
    log.write(text);
    if (/^ERROR in|Module not found/m.test(text))
      console.error(`${app} does not compile:\n${text.trim().split('\n').slice(0, 20).join('\n')}`);
    else if (/compiled (successfully|with \d+ warning)/.test(text)) onBuilt();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, record: recordOf(child.pid ?? 0) };
}
