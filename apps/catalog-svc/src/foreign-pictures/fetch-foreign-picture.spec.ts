import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchForeignPicture, MAX_BYTES } from './fetch-foreign-picture.js';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
const LOOPBACK = { allowIPAddressList: ['127.0.0.1'] };
const signal = new AbortController().signal;

let server: Server;
let url: string;
let respond: RequestListener;
beforeAll(async () => {
  server = createServer((req, res) => respond(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
});
afterAll(() => server.close());

const fetchPicture = (options = LOOPBACK) => fetchForeignPicture(url, signal, options);

describe('fetchForeignPicture', () => {
  it('takes a picture for what its bytes are, also after a redirect', async () => {
    respond = (req, res) =>
      req.url === '/a.png'
        ? res.writeHead(302, { location: '/b' }).end()
        : res.writeHead(200, { 'content-type': 'text/html' }).end(PNG);
    expect(await fetchPicture()).toEqual({ mimeType: 'image/png', bytes: PNG });
  });

  it.each<[string, RequestListener]>([
    ['The other site answers 404.', (_req, res) => res.writeHead(404).end()],
    [
      'The address has no JPEG, PNG, WebP, AVIF or GIF picture.',
      (_req, res) => res.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg onload="alert(1)"/>'),
    ],
    ['The picture has more than 4 MB.', (_req, res) => res.writeHead(200).end(Buffer.alloc(MAX_BYTES + 1))],
    ['The address leads on and on.', (_req, res) => res.writeHead(302, { location: '/a.png' }).end()],
    ['The address leads to one without https.', (_req, res) => res.writeHead(302, { location: 'ftp://x/' }).end()],
    [
      'The address is not on the internet.',
      (_req, res) => res.writeHead(302, { location: url.replace('127.0.0.1', '127.0.0.2') }).end(),
    ],
  ])('refuses: %s', async (message, listener) => {
    respond = listener;
    await expect(fetchPicture()).rejects.toMatchObject({ name: 'PictureRefused', message });
  });

  it('refuses addresses of this machine and its network', async () => {
    respond = (_req, res) => res.writeHead(200).end(PNG);
    await expect(fetchPicture({} as typeof LOOPBACK)).rejects.toMatchObject({ name: 'PictureRefused' });
    await expect(fetchForeignPicture('http://localhost/a', signal)).rejects.toMatchObject({ name: 'PictureRefused' });
    await expect(fetchForeignPicture('http://169.254.169.254/', signal)).rejects.toMatchObject({
      name: 'PictureRefused',
    });
  });

  it('may be tried again after a failure of the other site', async () => {
    respond = (_req, res) => res.writeHead(503).end();
    await expect(fetchPicture()).rejects.toMatchObject({ name: 'Error', message: 'The other site answers 503' });
  });
});
