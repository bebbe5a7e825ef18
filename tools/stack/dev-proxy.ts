import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

const RELOAD_SCRIPT = '/__reload.js';
const RELOAD_EVENTS = '/__reload';

/** Reloads the page at every message, and when the runner is back after a restart. */
const SCRIPT = `
const events = new EventSource('${RELOAD_EVENTS}');
let lost = false;
events.onmessage = () => location.reload();
events.onerror = () => (lost = true);
events.onopen = () => lost && location.reload();
`;

export interface DevProxy {
  reloadBrowsers: () => void;
  close: () => Promise<void>;
}

/** The public port while developing: the gateway behind it, and pages that reload themselves. */
export async function startDevProxy(address: { host: string; port: number }, gatewayPort: number): Promise<DevProxy> {
  const browsers = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path === RELOAD_SCRIPT)
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(SCRIPT);
    else if (path === RELOAD_EVENTS) listen(browsers, outgoing);
    else forward(incoming, outgoing, gatewayPort);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    reloadBrowsers: () => browsers.forEach((browser) => browser.write('data: changed\n\n')),
    close: () => end(server),
  };
}

function listen(browsers: Set<ServerResponse>, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('retry: 500\n\n');
  browsers.add(outgoing);
  outgoing.once('close', () => browsers.delete(outgoing));
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const wantsPage = incoming.method === 'GET' && incoming.headers.accept?.includes('text/html') === true;
  const headers = wantsPage
    ? { ...incoming.headers, 'accept-encoding': 'identity', 'if-none-match': undefined }
    : incoming.headers;
  const passed = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: withoutUndefined(headers) },
    (answer) => {
      const isPage = wantsPage && answer.headers['content-type']?.startsWith('text/html') === true;
      if (isPage) return void addScript(answer, outgoing);
      // Names of development builds do not change with their content, so that nothing may be kept.
      const isFile = !incoming.url?.startsWith('/api/') && incoming.method === 'GET';
      outgoing.writeHead(answer.statusCode ?? 502, {
        ...answer.headers,
        ...(isFile ? { 'cache-control': 'no-store' } : {}),
      });
      answer.pipe(outgoing);
    },
  );
  passed.once('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else
      outgoing
        .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' })
        .end('The gateway is being started again. Please try again in a moment.');
  });
  outgoing.once('close', () => passed.destroy());
  incoming.pipe(passed);
}

async function addScript(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const page = Buffer.concat(chunks)
    .toString('utf8')
    .replace('</head>', `<script src="${RELOAD_SCRIPT}" defer></script></head>`);
  const { etag: _etag, 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
  outgoing
    .writeHead(answer.statusCode ?? 200, {
      ...headers,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(page),
    })
    .end(page);
}

function withoutUndefined(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined),
  );
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
