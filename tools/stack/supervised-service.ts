import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lastProblem } from './log-files.ts';
import { endProcess, type ProcessRecord, recordOf } from './processes.ts';
import { StartRefusal } from './start-refusal.ts';

export interface ServiceSettings {
  name: string;
  /** The app's folder; `dist/main.js` in it is run. */
  folder: string;
  /** Where its /readyz is asked. */
  url: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Told of every process that starts, and of one that dies unasked. */
  onStart: (name: string, process: ProcessRecord) => void;
  onDeath: (name: string, how: string, problem: string, restartInMs: number) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const STEADY_AFTER_MS = 20_000; // a process that lived this long starts its pauses from the shortest again
const READY_WITHIN_MS = 60_000;
const CHILD_WATCH = pathToFileURL(join(import.meta.dirname, 'child-watch.mjs')).href;

/** One service as a process of its own: started, watched, and started again when it dies unasked. */
export class SupervisedService {
  readonly #settings: ServiceSettings;
  /** Variables of this start, above the settings'. */
  #env: NodeJS.ProcessEnv = {};
  #child: ChildProcess | undefined;
  #record: ProcessRecord | undefined;
  /** `starting`: a death is a failed start; `wanted`: a death is mended; `down`: it stays down. */
  #state: 'down' | 'starting' | 'wanted' = 'down';
  #pauseMs = FIRST_PAUSE_MS;
  #restart: NodeJS.Timeout | undefined;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
  }

  get name(): string {
    return this.#settings.name;
  }

  /** Starts the process and waits for its /readyz. Throws StartRefusal with the service's own words where it dies instead. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    if (this.#state !== 'down') return;
    this.#env = env;
    this.#state = 'starting';
    this.#launch();
    await this.#untilReady();
    this.#refuseIfStopped();
    this.#state = 'wanted';
  }

  /** Ends the process and leaves it down. */
  async stop(graceMs: number): Promise<void> {
    this.#state = 'down';
    clearTimeout(this.#restart);
    if (this.#record) await endProcess(this.#record, { ask: 'SIGTERM', graceMs, force: 'SIGKILL' });
  }

  /** Sends a signal as an outsider would; a process that dies of it is started again. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  #launch(): void {
    const { folder, env, logFile } = this.#settings;
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--import', CHILD_WATCH, join(folder, 'dist', 'main.js')], {
      cwd: folder,
      env: { ...env, ...this.#env },
      detached: true, // its own process group: Ctrl-C in a terminal reaches the runner alone, which stops all in order
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    const launchedAt = Date.now();
    this.#child = child;
    if (child.pid !== undefined) {
      this.#record = recordOf(child.pid);
      this.#settings.onStart(this.name, this.#record);
    }
    child.once('error', () => undefined); // a process that could not be spawned is seen as ended
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `code ${code}`, Date.now() - launchedAt));
  }

  #ended(child: ChildProcess, how: string, livedMs: number): void {
    if (child !== this.#child || this.#state !== 'wanted') return;
    if (livedMs >= STEADY_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    this.#settings.onDeath(this.name, how, lastProblem(this.#settings.logFile), pauseMs);
    this.#restart = setTimeout(() => this.#launch(), pauseMs);
  }

  async #untilReady(): Promise<void> {
    const end = Date.now() + READY_WITHIN_MS;
    const { url, logFile } = this.#settings;
    while (!(await answersReady(url))) {
      const child = this.#child;
      this.#refuseIfStopped();
      if (child === undefined || child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
        this.#state = 'down';
        throw new StartRefusal(`${this.name} does not start: ${lastProblem(logFile)}\nIts log: ${logFile}`);
      }
      if (Date.now() > end)
        throw new StartRefusal(
          `${this.name} was not ready after ${READY_WITHIN_MS / 1000} s: ${lastProblem(logFile)}\nIts log: ${logFile}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #refuseIfStopped(): void {
    if (this.#state === 'down') throw new StartRefusal(`${this.name} was stopped while it started.`);
  }
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
