import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../settings.ts';
import { ordinaryAccount } from './ordinary-account.ts';

/**
 * The sentence in which a call of a module of this folder is refused to an account without rights; empty where it is not. Any other error is told whole.
 * The rights are given up once the module is loaded: the project may lie where only its owner comes, as in a folder made by mktemp.
 */
export function refusalOf(module: string, call: string): string {
  const url = pathToFileURL(join(import.meta.dirname, '..', module)).href;
  const account = ordinaryAccount();
  const giveUpRights = account
    ? `process.setgroups([${account.gid}]); process.setgid(${account.gid}); process.setuid(${account.uid});`
    : '';
  const script = `const module = await import('${url}'); ${giveUpRights} try { module.${call}; } catch (error) { console.log(error.name === 'StartRefusal' ? error.message : error.stack); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}
