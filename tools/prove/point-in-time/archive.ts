/** Continuous archiving with pgBackRest, and copies of the pictures by their time. */
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listFolder } from '../../ops/files/stored-files.ts';
import { count } from '../kills/checks.ts';
import {
  asPostgres,
  createDebianPostgres,
  makePostgresFolder,
  type DebianPostgres,
} from '../machines/debian-postgres.ts';
import { waitUntil } from '../restore/customers.ts';

const STANZA = 'petart';
/** The most that a lost server has not archived. */
const ARCHIVE_SECONDS = 5;
const COPY_INTERVAL_MS = 3_000;

export class ArchivedPostgres {
  private constructor(
    readonly server: DebianPostgres,
    private readonly configuration: string,
  ) {}

  static async create(folder: string): Promise<ArchivedPostgres> {
    const backups = await makePostgresFolder(join(folder, 'backups'));
    const configuration = join(folder, 'pgbackrest.conf');
    const archive = `pgbackrest --config=${configuration} --stanza=${STANZA} archive-push %p`;
    const server = await createDebianPostgres(join(folder, 'postgres'), {
      archive_mode: 'on',
      archive_command: archive,
      archive_timeout: String(ARCHIVE_SECONDS),
    });
    const lines = [
      `[global]\nrepo1-path=${backups}/repository\nrepo1-retention-full=2\nlock-path=${backups}/lock\nlog-level-file=off\nstart-fast=y`,
      `[${STANZA}]\npg1-path=${server.files}\npg1-port=${server.port}\npg1-socket-path=${dirname(server.files)}\npg1-user=postgres`,
    ];
    await writeFile(configuration, `${lines.join('\n')}\n`);
    return new ArchivedPostgres(server, configuration);
  }

  async start(): Promise<void> {
    await this.server.start();
    await this.backUp('stanza-create');
    await this.backUp('check');
  }

  async takeFullBackup(): Promise<void> {
    await this.backUp('backup', '--type=full');
  }

  /** The server is lost with its files. It returns as it was at that time. */
  async loseAndRestore(at: Date): Promise<void> {
    await this.server.stop('immediate');
    await rm(this.server.files, { recursive: true });
    await makePostgresFolder(this.server.files);
    const target = at.toISOString().replace('T', ' ').replace('Z', '+00');
    await this.backUp('restore', '--type=time', `--target=${target}`, '--target-action=promote');
    await this.server.start();
    await waitUntil('the server takes writes', async () => {
      return (await count(this.server.url, 'SELECT WHERE NOT pg_is_in_recovery()')) === 1;
    });
  }

  private async backUp(command: string, ...options: string[]): Promise<void> {
    await asPostgres('pgbackrest', [`--config=${this.configuration}`, `--stanza=${STANZA}`, ...options, command]);
  }
}

/** Stands for the versions of a bucket. Files never change, so a copy is a folder of hard links. */
export class PictureCopies {
  private readonly times: number[] = [];
  private readonly stopping = new AbortController();
  private copying: Promise<void> = Promise.resolve();

  constructor(
    private readonly images: string,
    private readonly copies: string,
  ) {}

  start(): void {
    this.copying = this.copyUntilStopped();
    this.copying.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.copying;
  }

  async copyFiles(): Promise<void> {
    const time = Date.now();
    await linkAll(this.images, join(this.copies, String(time)));
    this.times.push(time);
  }

  /** The last copy before that time lacks the files of its last seconds, and the first one after it those that were deleted since. */
  async loseAndRestore(at: Date): Promise<void> {
    await rm(this.images, { recursive: true });
    const before = this.times.filter((time) => time <= at.getTime()).at(-1);
    const after = this.times.find((time) => time > at.getTime());
    if (before === undefined || after === undefined) throw new Error('The pictures were not copied around that time');
    for (const time of [before, after]) await linkAll(join(this.copies, String(time)), this.images);
  }

  private async copyUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.copyFiles();
      await delay(COPY_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Copies and previews are left out: they are drawn again. */
const isCopied = (key: string): boolean => /^(originals|cut-outs|prints)\//.test(key);

async function linkAll(from: string, to: string): Promise<void> {
  for (const key of (await listFolder(from)).filter(isCopied)) {
    await mkdir(dirname(join(to, key)), { recursive: true });
    await link(join(from, key), join(to, key)).catch((error: NodeJS.ErrnoException) => {
      // Deleted in between, or in the other copy too.
      if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
    });
  }
}
