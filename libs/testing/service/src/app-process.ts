import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { waitFor } from '@shop/testing-database';

/** An app as a process of its own, for what only a process can show. It runs the build. */
export class AppProcess {
  readonly ended: Promise<number | null>;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    this.ended = once(child, 'exit').then(([code]) => code as number | null);
  }

  /** Resolves once the app is ready. */
  static async start(main: URL, env: Record<string, string>, readiness = '/readyz'): Promise<AppProcess> {
    const port = await getPort();
    const child = spawn(process.execPath, [fileURLToPath(main)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: String(port), ...env },
    });
    const app = new AppProcess(child, `http://127.0.0.1:${port}`);
    await waitFor(async () => {
      if (child.exitCode !== null) throw new Error(`The app ended with exit code ${child.exitCode}`);
      expect((await app.fetch(readiness)).status).toBe(200);
    });
    return app;
  }

  fetch(path: string): Promise<Response> {
    return fetch(new URL(path, this.url));
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode === null) this.child.kill(signal);
    if (signal === 'SIGKILL') await this.ended;
  }
}

/**
 * Sends SIGTERM and asserts what balancers rely on: the process is not ready at first, still answers `other`, and then closes its port
 * and ends. SHUTDOWN_DELAY_MS must be several seconds.
 */
export async function expectGracefulShutdown(
  app: AppProcess,
  { readiness = '/readyz', other }: { readiness?: string; other: string },
): Promise<void> {
  expect((await app.fetch(readiness)).status).toBe(200);
  await app.kill('SIGTERM');
  await waitFor(async () => expect((await app.fetch(readiness)).status).toBe(503));
  const answer = await app.fetch(other);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(await app.ended).toBe(0);
  await expect(app.fetch(readiness)).rejects.toThrow();
}
