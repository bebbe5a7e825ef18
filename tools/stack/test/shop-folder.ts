import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataFolder, openDataFolder } from '../data-folder.ts';
import type { Ids } from '../postgres-account.ts';
import { freePorts } from '../ports.ts';
import { readRunRecord, type RunRecord } from '../run-record.ts';
import { eventually } from './eventually.ts';
import type { Program } from './shop-process.ts';

/** A data folder and a port for one shop, and what runs on them. */
export class ShopFolder {
  readonly root: string;
  readonly port: number;

  private constructor(root: string, port: number) {
    this.root = root;
    this.port = port;
  }

  /** Under the temporary folder; of the account where one is given. */
  static async make(owner?: Ids): Promise<ShopFolder> {
    const [port] = (await freePorts(1)) as [number];
    const root = mkdtempSync(join(tmpdir(), 'shop-run-'));
    if (owner) chownSync(root, owner.uid, owner.gid);
    return new ShopFolder(root, port);
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get parts(): DataFolder {
    return openDataFolder(this.root);
  }

  get record(): RunRecord | undefined {
    return readRunRecord({ run: join(this.root, 'run') });
  }

  /** What the start of a shop leaves in `run/` while it runs. */
  get traces(): string[] {
    const run = join(this.root, 'run');
    return existsSync(run) ? readdirSync(run) : [];
  }

  get letters(): string[] {
    return readdirSync(join(this.root, 'mail')).filter((name) => name.endsWith('.eml'));
  }

  /** Every process that was started for this folder: it stands in its command or in its environment. */
  processes(): string[] {
    return readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
      const command = read(`/proc/${pid}/cmdline`);
      const isOurs = command.includes(this.root) || read(`/proc/${pid}/environ`).includes(`DATA_DIR=${this.root}`);
      return isOurs && command !== '' ? [`${pid} ${command}`] : []; // a dead process that nobody has waited for yet has no command
    });
  }

  /** Resolves when no process of it is left; throws with their names after the milliseconds. */
  async deserted(withinMs: number): Promise<void> {
    await eventually(`the end of:\n${this.processes().join('\n')}`, () => this.processes().length === 0, withinMs);
  }

  /** After the tests: stops what a failed one left running, and takes the folder away. */
  async clear(shop?: Program): Promise<void> {
    if (this.processes().length > 0) shop?.signalGroup('SIGTERM');
    await this.deserted(30_000).finally(() => this.remove());
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended, or belongs to somebody else
  }
}
