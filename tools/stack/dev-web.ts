import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { rotateLog } from './log-files.ts';
import { WEB_APPS, webEnvironment } from './services.ts';
import { PROJECT_ROOT } from './settings.ts';

export interface WebWatch {
  /** Variables by which the gateway serves what is watched. */
  env: NodeJS.ProcessEnv;
  stop: () => void;
}

/** Has webpack rebuild the web apps as they change, beside the production build; `onBuilt` is called after every build that went well. */
export function watchWebApps(dataDir: string, logFolder: string, onBuilt: (app: string) => void): WebWatch {
  const output = (app: string): string => join(dataDir, 'dev', app);
  const children = WEB_APPS.map((app) => watchOne(app, output(app), rotateLog(logFolder, app), () => onBuilt(app)));
  return {
    env: webEnvironment(output),
    stop: () => children.forEach((child) => child.kill('SIGTERM')),
  };
}

function watchOne(app: string, output: string, logFile: string, onBuilt: () => void): ChildProcess {
  const webpack = join(PROJECT_ROOT, 'node_modules', 'webpack', 'bin', 'webpack.js');
  // Source maps in files: the page's security policy forbids the eval of webpack's usual ones.
  // No colours, even where FORCE_COLOR asks for them: what webpack says is read here.
  const args = [webpack, '--watch', '--no-color', '--mode', 'development', '--devtool', 'source-map', '--output-path', output];
  const child = spawn(process.execPath, args, { cwd: join(PROJECT_ROOT, 'apps', app), stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(logFile);
  const collect = (chunk: Buffer): void => {
    const text = chunk.toString();
    log.write(text);
    if (/^ERROR in|Module not found/m.test(text)) console.error(`${app} does not compile:\n${text.trim().split('\n').slice(0, 20).join('\n')}`);
    else if (/compiled (successfully|with \d+ warning)/.test(text)) onBuilt();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return child;
}
