import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/**
 * A variable, or the content of the file that NAME_FILE names, without a line break at its end. The variable takes precedence, because an operator
 * sets it for one command in a container that has the file. Empty counts as unset.
 */
export function readVariable(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const file = env[`${name}_FILE`];
  if (env[name] || !file) return env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new StartError(`${name}_FILE can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
