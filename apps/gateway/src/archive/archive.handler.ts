import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { IDENTITY_HEADER } from '@shop/contracts/common';
import type { RequestContext } from '../request-context.js';
import type { ArchiveRoute, ServiceName } from '../routes.js';
import { createReadme } from './readme.rules.js';
import { fetchPart } from './archive-part.client.js';
import { writeZip } from './zip.writer.js';

interface ArchiveHandlerOptions {
  urls: Record<ServiceName, string>;
  /** How long each part may take until its response starts. */
  responseTimeoutMs: number;
  /** The `Set-Cookie` header if the browser's session id changes. */
  sessionCookie: (context: RequestContext) => string | undefined;
  onFailure: (context: RequestContext, error: unknown) => void;
}

/** Clients may be slow. A download without progress for this many response timeouts is aborted. */
const STALLED_AFTER_TIMEOUTS = 8;
const FORWARDED_HEADERS = [IDENTITY_HEADER, 'x-request-id', 'traceparent'];

/** Streams one zip from several services. All parts are opened before the first byte is sent. */
export class ArchiveHandler {
  constructor(private readonly options: ArchiveHandlerOptions) {}

  /** Throws a DomainError if a part is unavailable. After the zip has started, a failure breaks the connection. */
  async sendArchive(context: RequestContext, route: ArchiveRoute): Promise<void> {
    const { req, res } = context;
    const end = new AbortController();
    res.once('close', () => end.abort());
    try {
      const tars = await this.openParts(context, route, end.signal);
      this.sendHeaders(context, route);
      if (req.method === 'HEAD') res.end();
      else await this.sendZip(context, route, tars);
    } catch (error) {
      if (!res.headersSent) throw error;
      if (!end.signal.aborted) this.options.onFailure(context, error);
      res.destroy();
    } finally {
      end.abort();
    }
  }

  private openParts(
    { req }: RequestContext,
    { archive }: ArchiveRoute,
    signal: AbortSignal,
  ): Promise<IncomingMessage[]> {
    const headers: OutgoingHttpHeaders = {};
    for (const name of FORWARDED_HEADERS) if (req.headers[name] !== undefined) headers[name] = req.headers[name];
    const { urls, responseTimeoutMs: timeoutMs } = this.options;
    return Promise.all(
      archive.parts.map(({ service }) =>
        fetchPart({ service, url: new URL(archive.address, urls[service]), headers, timeoutMs, signal }),
      ),
    );
  }

  private sendHeaders(context: RequestContext, { archive }: ArchiveRoute): void {
    const { res } = context;
    const cookie = this.options.sessionCookie(context);
    if (cookie) res.setHeader('set-cookie', cookie);
    res.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${archive.name}-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'private, no-store',
    });
  }

  private async sendZip({ res }: RequestContext, { archive }: ArchiveRoute, tars: IncomingMessage[]): Promise<void> {
    // A part that fails while another one is sent ends the download at once.
    for (const tar of tars) tar.once('error', (error) => res.destroy(error));
    const watch = this.watchProgress(
      () => res.socket?.bytesWritten ?? 0,
      () => res.destroy(new Error('The archive download made no progress')),
    );
    const folders = archive.parts.map(({ folder }, at) => ({ name: folder, tar: tars[at] as IncomingMessage }));
    await writeZip(res, { name: 'README.txt', text: createReadme(archive, new Date()) }, folders).finally(() =>
      clearInterval(watch),
    );
  }

  private watchProgress(bytesNow: () => number, onStalled: () => void): NodeJS.Timeout {
    let bytes = -1;
    return setInterval(() => {
      if (bytesNow() === bytes) onStalled();
      bytes = bytesNow();
    }, this.options.responseTimeoutMs * STALLED_AFTER_TIMEOUTS);
  }
}
