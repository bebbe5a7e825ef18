import { rm } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { BASE_NAME } from './base.ts';

const LOCAL_BASE = 'localhost/base';

/** What an image says of its processes. */
export interface ImageConfig {
  User: string;
  Env: string[];
  /** Debian's Node has none, that of the registry has one. */
  Entrypoint?: string[];
  Cmd: string[];
  WorkingDir: string;
}

interface Layer {
  /** Of its content. */
  digest: string;
  /** Bytes, uncompressed. */
  size: number;
}

export interface Image {
  config: ImageConfig;
  /** Those on top of the base. */
  layers: Layer[];
}

interface Inspected {
  config: ImageConfig;
  digests: string[];
  /** A layer that was pulled has another digest here than that of its content, because it is compressed. */
  stored: Layer[];
}

/** Images in a folder of their own, so that nothing is reused from another store. */
export class ImageStore {
  readonly folder: string;
  private readonly base: string;

  /** `archive`: the file system of the local base. Without it the Dockerfile's own base is pulled. */
  constructor(
    folder: string,
    private readonly archive: string | undefined,
  ) {
    this.folder = folder;
    this.base = archive === undefined ? `docker.io/library/${BASE_NAME}` : LOCAL_BASE;
    mkdirSync(join(folder, 'tmp'), { recursive: true });
  }

  async open(): Promise<void> {
    if (this.archive === undefined) {
      await this.buildah('pull', this.base);
      return;
    }
    await this.buildah('from', '--name', 'base', 'scratch');
    await this.buildah('add', '--quiet', 'base', this.archive, '/');
    await this.buildah('commit', '--quiet', '--rm', '--timestamp', '0', 'base', LOCAL_BASE);
  }

  /** A fixed time of all files is what makes two builds comparable. */
  async build(app: string): Promise<void> {
    await this.buildah(
      'build',
      ...['--isolation', 'chroot', '--ulimit', 'nofile=20000:20000', '--timestamp', '0', '--layers', '--quiet'],
      ...['--build-context', `${BASE_NAME}=container-image://${this.base}`],
      ...['--build-arg', `APP=${app}`, '--build-arg', 'VERSION=proof'],
      ...['--file', join(PROJECT_ROOT, 'deploy/Dockerfile'), '--tag', toName(app), PROJECT_ROOT],
    );
  }

  async inspect(app: string): Promise<Image> {
    const { config, digests, stored } = await this.readImage(toName(app));
    const below = (await this.readImage(this.base)).digests;
    if (below.some((digest, index) => digests[index] !== digest))
      throw new Error(`The image of ${app} does not start with the layers of ${this.base}`);
    const layers = digests.slice(below.length).map((digest) => {
      const layer = stored.find((each) => each.digest === digest);
      if (!layer) throw new Error(`The size of ${digest} is unknown`);
      return layer;
    });
    return { config, layers };
  }

  /** The folder with the image's files, until the store is removed. */
  async mount(app: string): Promise<string> {
    await this.buildah('from', '--quiet', '--name', app, toName(app));
    return this.buildah('mount', app);
  }

  async remove(): Promise<void> {
    await this.buildah('rm', '--all').catch(() => undefined);
    await execa('umount', ['--lazy', join(this.folder, 'storage/overlay')], { reject: false });
    await rm(this.folder, { recursive: true, force: true });
  }

  private async readImage(name: string): Promise<Inspected> {
    const { OCIv1, Manifest } = JSON.parse(await this.buildah('inspect', '--type', 'image', name)) as {
      OCIv1: { config: ImageConfig; rootfs: { diff_ids: string[] } };
      Manifest: string;
    };
    const { layers } = JSON.parse(Manifest) as { layers: Layer[] };
    return { config: OCIv1.config, digests: OCIv1.rootfs.diff_ids, stored: layers };
  }

  private async buildah(...args: string[]): Promise<string> {
    const own = ['--root', join(this.folder, 'storage'), '--runroot', join(this.folder, 'run')];
    const env = { TMPDIR: join(this.folder, 'tmp') };
    const { failed, stdout, all } = await execa('buildah', [...own, ...args], { env, all: true, reject: false });
    if (failed) throw new Error(`buildah ${args.join(' ')}:\n${all.slice(-3000)}`);
    return stdout;
  }
}

const toName = (app: string): string => `localhost/petart-${app}`;
