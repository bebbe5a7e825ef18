import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually, testIdentityKeys } from '@shop/testing';
import type { ArtFixture } from './art-fixture.js';

const APP = join(import.meta.dirname, '..');

export interface ArtProcess {
  readonly url: string;
  /** As by `kill -9`: nothing is tidied up. */
  kill(): Promise<void>;
}

/** The service as a process of its own on the fixture's parts, for tests that kill it. */
export async function startArtProcess(fixture: ArtFixture, env: Record<string, string>): Promise<ArtProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    ['--conditions=@shop/source', '--import', join(APP, 'test/run-source.mjs'), join(APP, 'src/main.ts')],
    {
      stdio: 'ignore',
      env: {
        NODE_ENV: 'test',
        PORT: String(port),
        DATABASE_URL: fixture.database.url,
        DATA_DIR: fixture.folder,
        IDENTITY_PUBLIC_KEY: testIdentityKeys.publicPem,
        LOG_LEVEL: 'silent',
        ART_CONCURRENCY: '2',
        ...fixture.transport.env,
        ...env,
      },
    },
  );
  await eventually(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
  return {
    url,
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
