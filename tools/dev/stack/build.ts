import { execa } from 'execa';
import { SERVICES, WEB_APPS } from './services.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { StartError } from '../../ops/shop/start-error.ts';

export interface BuildOptions {
  projects?: readonly string[];
  /** The checkout; default is this one. */
  root?: string;
  /** Shows Nx's output only if the build fails. */
  quiet?: boolean;
  signal?: AbortSignal;
}

/** Builds changed projects. Throws StartError. */
export async function buildShop({ projects, root = PROJECT_ROOT, quiet, signal }: BuildOptions = {}): Promise<void> {
  const names = (projects ?? ['sandbox', ...SERVICES, ...WEB_APPS]).map((name) => `@shop/${name}`).join(',');
  const { failed, all } = await execa('nx', ['run-many', '-t', 'build', '-p', names], {
    cwd: root,
    preferLocal: true,
    // No daemon and plugin processes, as they would survive an aborted build.
    env: { NODE_ENV: '', NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' },
    cancelSignal: signal,
    stdin: 'ignore',
    stdout: quiet ? 'pipe' : 'inherit',
    stderr: quiet ? 'pipe' : 'inherit',
    all: quiet,
    reject: false,
  });
  signal?.throwIfAborted();
  if (failed) throw new StartError(`The build failed.${all ? `\n${all.slice(-4000)}` : ''}`);
}
