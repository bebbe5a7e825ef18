import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { WellKnownFiles } from './well-known-files.service.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-well-known-'));
  await writeFile(join(folder, 'security.txt'), 'Contact: mailto:holes@shop.test\nExpires: 2020-01-01T00:00:00Z\n');
});
afterAll(() => rm(folder, { recursive: true }));

const SECURITY_CONTACT = 'mailto:holes@shop.test';

async function listWarnings(config: Partial<Config>): Promise<string> {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const shop = { NODE_ENV: 'production', SITE_URL: 'https://shop.test', ...config } as Config;
  await new WellKnownFiles(shop, logger, Date.now).onApplicationBootstrap();
  return lines.join('');
}

describe('WellKnownFiles', () => {
  it('serves a security.txt with the contact of the settings', async () => {
    const sent: string[] = [];
    const reply = { header: () => reply, type: () => reply, send: (text: string) => sent.push(text) };
    const config = { SECURITY_CONTACT, SITE_URL: 'https://shop.test' } as Config;
    const files = new WellKnownFiles(config, pino({ level: 'silent' }), Date.now);
    expect(await files.send(reply as unknown as FastifyReply, '/security.txt')).toBe(true);
    expect(sent).toEqual([expect.stringContaining(`Contact: ${SECURITY_CONTACT}\nExpires: `)]);
    expect(await files.send(reply as unknown as FastifyReply, '/other.txt')).toBe(false);
  });

  it('names a missing or expired security.txt at the start of a production shop', async () => {
    expect(await listWarnings({})).toContain('There is no security.txt');
    expect(await listWarnings({ WELL_KNOWN_DIR: folder })).toContain('expired on 2020-01-01');
    expect(await listWarnings({ SECURITY_CONTACT })).toBe('');
    expect(await listWarnings({ NODE_ENV: 'development' })).toBe('');
  });
});
