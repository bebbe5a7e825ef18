import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { extract, type Entry } from 'tar-stream';
import { ZipFile } from 'yazl';
import { DomainError, IDENTITY_HEADER, NETWORK_HEADER, sessionMissing } from '@shop/contracts-common';
import { CONFIG, LOGGER } from '@shop/service-kit/http';
import { getServiceUrls, type Config } from '../config.js';
import { createTimeoutError, createUnavailableError } from '../gateway.errors.js';
import { getLogIds, type RoutedContext } from '../requests/request-context.js';
import type { GatewayArchiveRoute } from '@shop/contracts-all';
import type { ServiceName } from '@shop/contracts-common/routes';
import { SessionCookie } from '../requests/session-cookie.js';
import { ServiceTokens } from '../service-tokens.js';

/** Clients may be slow. A download without progress for this many response timeouts is aborted. */
const STALLED_AFTER_TIMEOUTS = 8;
const FORWARDED_HEADERS = [IDENTITY_HEADER, NETWORK_HEADER, 'x-request-id', 'traceparent'];

/** Streams one zip from several services. All parts are opened before the first byte is sent. */
@Injectable()
export class ArchiveService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly cookie: SessionCookie,
    private readonly tokens: ServiceTokens,
  ) {}

  /** Throws a DomainError if a part is unavailable. After the zip has started, a failure breaks the connection. */
  async sendArchive(context: RoutedContext<GatewayArchiveRoute>): Promise<void> {
    const { req, res } = context;
    const end = new AbortController();
    res.once('close', () => end.abort());
    try {
      const tars = await this.openParts(context, end.signal);
      this.sendHeaders(context);
      if (req.method === 'HEAD') res.end();
      else await this.sendZip(context, tars);
    } catch (error) {
      if (!res.headersSent) throw error;
      if (!end.signal.aborted) this.logger.warn({ err: error, ...getLogIds(context) }, 'Archive download failed');
      res.destroy();
    } finally {
      end.abort();
    }
  }

  private openParts(
    { req, route: { archive } }: RoutedContext<GatewayArchiveRoute>,
    signal: AbortSignal,
  ): Promise<IncomingMessage[]> {
    const headers: OutgoingHttpHeaders = {};
    for (const name of FORWARDED_HEADERS) if (req.headers[name] !== undefined) headers[name] = req.headers[name];
    const urls = getServiceUrls(this.config);
    const timeoutMs = this.config.ANSWER_TIMEOUT_MS;
    return Promise.all(
      archive.parts.map(async ({ service }) => {
        const url = new URL(archive.address, urls[service]);
        const token = await this.tokens.createHeaders(service);
        return fetchPart({ service, url, headers: { ...headers, ...token }, timeoutMs, signal });
      }),
    );
  }

  private sendHeaders(context: RoutedContext<GatewayArchiveRoute>): void {
    const { res, route } = context;
    this.cookie.addTo(context);
    res.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${route.archive.name}-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'private, no-store',
    });
  }

  private async sendZip(
    { res, route: { archive } }: RoutedContext<GatewayArchiveRoute>,
    tars: IncomingMessage[],
  ): Promise<void> {
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
    }, this.config.ANSWER_TIMEOUT_MS * STALLED_AFTER_TIMEOUTS);
  }
}

interface PartRequest {
  service: ServiceName;
  url: URL;
  headers: OutgoingHttpHeaders;
  /** Until the response starts. */
  timeoutMs: number;
  /** Aborts the request, also after the response has started. */
  signal: AbortSignal;
}

/**
 * Requests one service's part and resolves when its tar starts, without reading it. Uses a separate connection, because the part
 * may wait for minutes while earlier parts are sent. Throws a DomainError.
 */
function fetchPart({ service, url, headers, timeoutMs, signal }: PartRequest): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => outgoing.destroy(createTimeoutError(service)), timeoutMs);
    const outgoing = request(
      url,
      { headers: { ...headers, accept: 'application/x-tar' }, agent: false, signal },
      (response) => {
        clearTimeout(timeout);
        const error = toPartError(response, service);
        if (!error) return resolve(response);
        response.resume();
        reject(error);
      },
    );
    outgoing.on('error', (error) => {
      clearTimeout(timeout);
      reject(error instanceof DomainError ? error : Object.assign(createUnavailableError(service), { cause: error }));
    });
    outgoing.end();
  });
}

function toPartError({ statusCode = 0, headers }: IncomingMessage, service: ServiceName): DomainError | undefined {
  if (statusCode === 200 && headers['content-type'] === 'application/x-tar') return undefined;
  // The session has ended since the gateway's check.
  if (statusCode === 401) return sessionMissing();
  return Object.assign(createUnavailableError(service), {
    cause: new Error(`${service} answered ${statusCode} ${headers['content-type'] ?? ''}`),
  });
}

/** The README.txt of an archive: title, date, and the contents of each folder. */
export function createReadme(
  { title, parts }: Pick<GatewayArchiveRoute['archive'], 'title' | 'parts'>,
  at: Date,
): string {
  const width = Math.max(0, ...parts.map(({ folder }) => folder.length)) + 3;
  const moment = `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}, ${at.toISOString().slice(11, 16)} UTC`;
  const lines = parts.map(({ folder, contents }) => `${`${folder}/`.padEnd(width)}${contents}`);
  return [
    title,
    `As of ${moment}.`,
    '',
    ...lines,
    '',
    'Facts are in JSON files, which any text editor opens. Pictures are as we keep them.',
    '',
  ].join('\n');
}

interface Folder {
  name: string;
  tar: IncomingMessage;
}

/** Compressed formats: deflating them again gains nothing. */
const COMPRESSED_FILE = /\.(?:png|jpe?g|webp|avif|gif|zip|pdf)$/i;
/** A relative path without `.` or `..` segments, so that a service's file never leaves its folder. */
const FILE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\/:\0][^\\:\0]*$/;

/**
 * Writes one zip: the readme, then the files of each folder, as fast as `output` accepts them. If a part fails or `output` closes,
 * it destroys `output` and rejects, so that an incomplete zip never looks complete.
 */
async function writeZip(
  output: Writable,
  readme: { name: string; text: string },
  folders: readonly Folder[],
): Promise<void> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const sent = pipeline(stream, output);
  // `sent` is awaited below. Until then a rejection must not be unhandled.
  sent.catch(() => undefined);
  try {
    zip.addBuffer(Buffer.from(readme.text), readme.name);
    for (const folder of folders) await addFolder(zip, folder);
    zip.end();
  } catch (error) {
    stream.destroy(error as Error);
    await sent.catch(() => undefined);
    throw error;
  }
  await sent;
}

async function addFolder(zip: ZipFile, { name: folder, tar }: Folder): Promise<void> {
  const files = extract();
  const read = pipeline(tar, files);
  // The iteration below reports the same failure.
  read.catch(() => undefined);
  for await (const file of files) addFile(zip, folder, file);
  await read;
  if (!tar.complete) throw new Error(`The archive part ${folder} is incomplete`);
}

/** tar-stream emits the next entry only after this one was read. */
function addFile(zip: ZipFile, folder: string, file: Entry): void {
  const { name, type, mtime } = file.header;
  if (type !== 'file' || !FILE_NAME.test(name))
    throw new Error(`The archive part ${folder} contains an invalid entry: ${name}`);
  zip.addReadStream(file, `${folder}/${name}`, { compress: !COMPRESSED_FILE.test(name), ...(mtime ? { mtime } : {}) });
}
