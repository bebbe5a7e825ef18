import { createServer, type Server } from 'node:http';
import { type DevProxy, startDevProxy } from './dev-proxy.ts';
import { freePorts } from './ports.ts';

let gateway: Server;
let proxy: DevProxy;
let url: string;
let gatewayPort: number;

const startGateway = (): Promise<void> => {
  gateway = createServer((request, response) => {
    if (request.url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"1"' })
        .end('<html><head><title>Ü</title></head></html>');
    else if (request.url === '/assets/main.js')
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' })
        .end('main');
    else request.pipe(response.writeHead(201, { 'content-type': 'application/json', 'cache-control': 'private' }));
  });
  return new Promise((resolve) => gateway.listen(gatewayPort, '127.0.0.1', () => resolve()));
};

beforeEach(async () => {
  const [port = 0, behind = 0] = await freePorts(2);
  gatewayPort = behind;
  await startGateway();
  proxy = await startDevProxy({ host: '127.0.0.1', port }, gatewayPort);
  url = `http://127.0.0.1:${port}`;
});

afterEach(async () => {
  await proxy.close();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

describe('the public port while developing', () => {
  it('puts the script that reloads into each page, whole', async () => {
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toBe(
      '<html><head><title>Ü</title><script src="/__reload.js" defer></script></head></html>',
    );
    expect([page.headers.get('etag'), page.headers.get('cache-control')]).toEqual([null, 'no-store']);
    expect(await (await fetch(`${url}/__reload.js`)).text()).toContain("new EventSource('/__reload')");
  });

  it('lets nothing be kept whose name does not change, and passes calls as they are', async () => {
    expect((await fetch(`${url}/assets/main.js`)).headers.get('cache-control')).toBe('no-store');
    const call = await fetch(`${url}/api/cart`, { method: 'POST', body: '{"a":1}' });
    expect([call.status, call.headers.get('cache-control'), await call.text()]).toEqual([201, 'private', '{"a":1}']);
  });

  it('tells every page that listens to reload', async () => {
    const closing = new AbortController();
    const pages = await Promise.all(
      [1, 2].map(async () => (await fetch(`${url}/__reload`, { signal: closing.signal })).body?.getReader()),
    );
    const heard = async (): Promise<string[]> =>
      Promise.all(pages.map(async (page) => new TextDecoder().decode((await page?.read())?.value as Uint8Array)));
    expect(await heard()).toEqual(['retry: 500\n\n', 'retry: 500\n\n']);
    proxy.reloadBrowsers();
    expect(await heard()).toEqual(['data: changed\n\n', 'data: changed\n\n']);
    closing.abort();
  });

  it('asks for patience while the gateway is away, and goes on when it is back', async () => {
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    const away = await fetch(`${url}/api/cart`);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
    await startGateway();
    expect((await fetch(`${url}/assets/main.js`)).status).toBe(200);
  });
});
