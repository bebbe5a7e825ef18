import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plane, Raster } from '../kernels/plane.js';

/** Rows and columns of the network's input and output. */
export const NETWORK_SIDE_PX = 320;

/** The process ends after this time without a request, and frees about 250 MB. */
const IDLE_MS = 30_000;

/** An answer takes 0.2 s on an idle core and seconds on a busy one. */
const TIMEOUT_MS = 30_000;

/** U²-Net-p, see docs/licences.md. */
export const WEIGHTS_SHA256 = '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8';
export const COMMITTED_WEIGHTS_PATH = fileURLToPath(new URL('../../weights/u2netp.onnx', import.meta.url));

interface Waiting {
  resolve(map: Float32Array | null): void;
  reject(error: Error): void;
}

interface Answer {
  readonly id: number;
  readonly map?: Float32Array | null;
  readonly error?: string;
}

/** The forked process that runs the network: starts at the first request, answers one at a time, ends when idle. */
export class NetworkProcess {
  private child: ChildProcess | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(
    readonly weightsPath: string,
    private readonly idleMs = IDLE_MS,
  ) {}

  /**
   * Starts the process and loads the weights.
   *
   * @throws Error with the reason if the runtime or the weights are missing or the weights have another checksum
   */
  async load(): Promise<void> {
    await this.request(null);
  }

  /**
   * Returns the network's map of a photo, 0…1 before any scaling: 1 on what stands out.
   *
   * @param photo {@link NETWORK_SIDE_PX} rows and columns
   * @throws Error as {@link load}, or if the process fails twice
   */
  async infer({ pixels }: Raster): Promise<Plane> {
    const values = (await this.request(pixels)) ?? new Float32Array();
    return { width: NETWORK_SIDE_PX, height: NETWORK_SIDE_PX, values };
  }

  /** Ends the process; the next request starts it again. */
  release(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  /** An idle process may end while a request is on its way, so a request is sent a second time. */
  private async request(pixels: Uint8Array | null): Promise<Float32Array | null> {
    try {
      return await this.send(pixels);
    } catch (error) {
      if (!(error instanceof ProcessEndedError)) throw error;
      return this.send(pixels);
    }
  }

  private async send(pixels: Uint8Array | null): Promise<Float32Array | null> {
    const child = (this.child ??= this.start());
    const id = ++this.lastId;
    // The process only keeps this thread alive during a request.
    child.ref();
    child.channel?.ref();
    const timeout = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    try {
      return await new Promise<Float32Array | null>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        child.send({ id, pixels }, (error) => {
          if (error) reject(new ProcessEndedError(error.message));
        });
      });
    } finally {
      clearTimeout(timeout);
      this.waiting.delete(id);
      if (this.waiting.size === 0) {
        child.unref();
        child.channel?.unref();
      }
    }
  }

  private start(): ChildProcess {
    const file = fileURLToPath(new URL(`./network.process${extname(import.meta.url)}`, import.meta.url));
    const child = fork(file, [this.weightsPath, WEIGHTS_SHA256, String(this.idleMs)], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', ({ id, map, error }: Answer) => {
      const waiting = this.waiting.get(id);
      if (error === undefined) waiting?.resolve(map ?? null);
      else waiting?.reject(new Error(error));
    });
    const fail = (why: string): void => {
      if (this.child === child) this.child = null;
      for (const { reject } of this.waiting.values()) reject(new ProcessEndedError(why));
    };
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => fail(`The network's process ended with ${code ?? signal}`));
    return child;
  }
}

class ProcessEndedError extends Error {}
