import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { lastErrors } from './logs.ts';
import { StartError } from '../../ops/shop/start-error.ts';

export interface ProcessOptions {
  name: string;
  /** Arguments for Node: options and a script. */
  args: string[];
  /** Where it runs unless its start says otherwise. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  isReady: () => Promise<boolean>;
  onDeath?: (message: string) => void;
  /** Default 15 s. */
  maxRestartDelayMs?: number;
}

const MIN_RESTART_DELAY_MS = 250;
const MAX_RESTART_DELAY_MS = 15_000;
const STABLE_AFTER_MS = 20_000;
const READY_TIMEOUT_MS = 60_000;

/** A Node process that is restarted when it dies, with increasing delays. */
export class SupervisedProcess {
  readonly #options: ProcessOptions;
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> | undefined;
  /** If the process dies, the start fails while `starting`, and it is restarted while `running`. */
  #state: 'stopped' | 'starting' | 'running' = 'stopped';
  #pauseMs = MIN_RESTART_DELAY_MS;
  #restart: NodeJS.Timeout | undefined;
  #cwd: string;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#cwd = options.cwd;
  }

  /** Resolves when the process is ready. Throws StartError if it dies before. `cwd` is valid until the next stop. */
  async start(cwd = this.#options.cwd): Promise<void> {
    if (this.#state !== 'stopped') return;
    this.#state = 'starting';
    this.#cwd = cwd;
    this.#launch();
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await this.#options.isReady())) {
      if (this.#state !== 'starting') throw this.#failure('did not start');
      if (Date.now() > deadline) throw this.#failure(`was not ready after ${READY_TIMEOUT_MS / 1000} s`);
      await delay(50);
    }
    if (this.#state === 'starting') this.#state = 'running';
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** SIGTERM, and SIGKILL after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#restart);
    const force = setTimeout(() => this.kill('SIGKILL'), graceMs);
    this.kill('SIGTERM');
    await this.#ended;
    clearTimeout(force);
  }

  /** Unlike `stop`: if the process dies, it is restarted. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  #launch(): void {
    const { args, env, logFile } = this.#options;
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, args, {
      cwd: this.#cwd,
      env,
      detached: true, // Ctrl-C in a terminal reaches the runner only, which stops everything in order
      stdio: ['ignore', log, log, 'ipc'], // the IPC channel closes when the runner dies
    });
    closeSync(log);
    const launchedAt = Date.now();
    this.#child = child;
    this.#ended = once(child, 'exit').then(() => {
      const { exitCode, signalCode } = child;
      if (this.#state === 'running') this.#relaunch(signalCode ?? `code ${exitCode}`, Date.now() - launchedAt);
      if (this.#state === 'starting') this.#state = 'stopped';
    });
  }

  #relaunch(how: string, livedMs: number): void {
    if (livedMs >= STABLE_AFTER_MS) this.#pauseMs = MIN_RESTART_DELAY_MS;
    const { name, logFile, onDeath, maxRestartDelayMs = MAX_RESTART_DELAY_MS } = this.#options;
    onDeath?.(`${name} died (${how}) and is started again in ${this.#pauseMs / 1000} s. ${lastErrors(logFile)}`);
    this.#restart = setTimeout(() => this.#launch(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, maxRestartDelayMs);
  }

  #failure(what: string): StartError {
    const { name, logFile } = this.#options;
    return new StartError(`${name} ${what}: ${lastErrors(logFile)}\nIts log: ${logFile}`);
  }
}
