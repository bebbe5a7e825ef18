import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit/http';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { CLOCK, getSiteUrl, type Config } from '../config.js';
import { createSecurityTxt, findSecurityTxtFault } from './security-txt.rules.js';
import { sendFile } from './web-responses.js';

const SECURITY_TXT = '/security.txt';

/** The operator's files at `/.well-known/` (RFC 8615), and a `security.txt` of `SECURITY_CONTACT` if there is no such file. */
@Injectable()
export class WellKnownFiles implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly now: () => number,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const fault = await this.findFault();
    if (fault !== undefined && this.config.NODE_ENV === 'production')
      this.logger.warn(`${fault}: people who find a hole do not know where to report it (docs/operations.md).`);
  }

  /** Returns false if there is no such file. `path` starts with a slash. */
  async send(reply: FastifyReply, path: string): Promise<boolean> {
    const { WELL_KNOWN_DIR: folder, SECURITY_CONTACT: contact } = this.config;
    if (folder !== undefined && (await sendFile(reply, path, [folder]))) return true;
    if (path !== SECURITY_TXT || contact === undefined) return false;
    await reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(createSecurityTxt(contact, getSiteUrl(this.config), this.now()));
    return true;
  }

  private async findFault(): Promise<string | undefined> {
    const { WELL_KNOWN_DIR: folder, SECURITY_CONTACT: contact } = this.config;
    const text = folder && (await readFile(join(folder, SECURITY_TXT), 'utf8').catch(() => undefined));
    if (text === undefined)
      return contact === undefined ? 'There is no security.txt and no SECURITY_CONTACT' : undefined;
    const fault = findSecurityTxtFault(text, this.now());
    return fault && `The security.txt in WELL_KNOWN_DIR ${fault}`;
  }
}
