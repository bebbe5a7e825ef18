/** A service with constant answers: 100 products, four styles, and a small picture for `/media/…`; also takes traces. Sends its port over IPC. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const product = (index: number): object => ({
  id: `0b6f1c1e-57c1-4a3a-9d3a-${String(index).padStart(12, '0')}`,
  title: `Everyday T-Shirt ${index}`,
  description:
    'Soft combed cotton with a straight cut. Your artwork is printed on the chest and stays bright, wash after wash.',
  category: 'tshirt',
  basePrice: '24.00',
  imageUrl: '/pictures/tshirt.svg',
  mockupTemplateUrl: null,
  active: true,
});
const style = (key: string): object => ({
  id: `0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f0001`,
  key,
  name: key,
  description: 'Neon edges after dark',
});

const toBytes = (list: object[]): Buffer => Buffer.from(JSON.stringify(list));
const lists = new Map([
  ['/api/products', toBytes(Array.from({ length: 100 }, (_, index) => product(index)))],
  ['/api/styles', toBytes(['cyberpunk', 'modern', 'minimalistic', 'abstract'].map(style))],
]);

/** The usual size of a copy 640 px wide, with the headers of art-svc. */
const picture = randomBytes(40_000);
const PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'content-length': picture.length,
  etag: '"v1-640-webp"',
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const server = createServer((req, res) => {
  if (req.url?.startsWith('/media/')) {
    res.writeHead(200, PICTURE_HEADERS).end(picture);
    return;
  }
  if (req.url === '/v1/traces') {
    req.resume().once('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    return;
  }
  const bytes = lists.get(req.url ?? '');
  if (!bytes) {
    res.writeHead(404).end();
    return;
  }
  res.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    etag: '"v1"',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding',
  });
  res.end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
