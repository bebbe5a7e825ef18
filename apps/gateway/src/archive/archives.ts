import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { IDENTITY_HEADER } from '@shop/contracts/common';
import type { Exchange } from '../exchange.js';
import type { ArchiveRoute, ServiceName } from '../routes.js';
import { noteOf } from './note.rules.js';
import { openPart } from './open-part.js';
import { writeZip } from './zip.js';

interface ArchiveOptions {
  urls: Record<ServiceName, string>;
  /** How long each part may take to begin. */
  answerTimeoutMs: number;
  /** `Set-Cookie` of the session, where the browser's has to change. */
  sessionCookies: (exchange: Exchange) => string[] | undefined;
  onTrouble: (exchange: Exchange, error: unknown) => void;
}

/** A reader may be slow, but an archive in which nothing moves for this many answer times has no reader, or no writer. */
const STILL_FOR = 8;
const HANDED_ON = [IDENTITY_HEADER, 'x-request-id', 'traceparent'];

/** Answers that several services give together: all parts are opened before the first byte goes out, then one zip streams. */
export class Archives {
  constructor(private readonly options: ArchiveOptions) {}

  /** Throws the DomainError to answer with where a part cannot be had. Once the zip has begun, a fault breaks the connection. */
  async answer(exchange: Exchange, route: ArchiveRoute): Promise<void> {
    const { req, res } = exchange;
    const end = new AbortController();
    res.once('close', () => end.abort());
    try {
      const tars = await this.open(exchange, route, end.signal);
      this.begin(exchange, route);
      if (req.method === 'HEAD') res.end();
      else await this.send(exchange, route, tars);
    } catch (error) {
      if (!res.headersSent) throw error;
      if (!end.signal.aborted) this.options.onTrouble(exchange, error);
      res.destroy();
    } finally {
      end.abort();
    }
  }

  private open({ req }: Exchange, { archive }: ArchiveRoute, signal: AbortSignal): Promise<IncomingMessage[]> {
    const headers: OutgoingHttpHeaders = {};
    for (const name of HANDED_ON) if (req.headers[name] !== undefined) headers[name] = req.headers[name];
    const { urls, answerTimeoutMs: timeoutMs } = this.options;
    return Promise.all(
      archive.parts.map(({ service }) =>
        openPart({ service, url: new URL(archive.address, urls[service]), headers, timeoutMs, signal }),
      ),
    );
  }

  private begin(exchange: Exchange, { archive }: ArchiveRoute): void {
    const { res } = exchange;
    const cookies = this.options.sessionCookies(exchange);
    if (cookies) res.setHeader('set-cookie', cookies);
    res.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${archive.name}-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'private, no-store',
    });
  }

  private async send({ res }: Exchange, { archive }: ArchiveRoute, tars: IncomingMessage[]): Promise<void> {
    // One that breaks while another is being sent breaks the whole at once.
    for (const tar of tars) tar.once('error', (error) => res.destroy(error));
    const watch = this.watchProgress(
      () => res.socket?.bytesWritten ?? 0,
      () => res.destroy(new Error('nothing moved any more')),
    );
    const folders = archive.parts.map(({ folder }, at) => ({ name: folder, tar: tars[at] as IncomingMessage }));
    await writeZip(res, { name: 'README.txt', text: noteOf(archive, new Date()) }, folders).finally(() =>
      clearInterval(watch),
    );
  }

  private watchProgress(bytesNow: () => number, onStandstill: () => void): NodeJS.Timeout {
    let bytes = -1;
    return setInterval(() => {
      if (bytesNow() === bytes) onStandstill();
      bytes = bytesNow();
    }, this.options.answerTimeoutMs * STILL_FOR);
  }
}
