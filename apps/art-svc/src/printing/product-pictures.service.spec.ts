import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import { CatalogueUnreachable, findPictureSource, ProductPicturesService } from './product-pictures.service.js';
import type { RenderWorkerPool } from './render-worker-pool.js';

const ID = '6f3f3c0e-2f3b-4a44-9a57-3c1f4a0c7b11';

describe('findPictureSource', () => {
  it('finds pictures of the catalogue and of the store', () => {
    expect(findPictureSource('/pictures/classic-tee-black.svg')).toEqual({
      from: 'catalogue',
      path: '/pictures/classic-tee-black.svg',
    });
    expect(findPictureSource(`/media/${ID}`)).toEqual({ from: 'store', imageId: ID });
    expect(findPictureSource(`/media/${ID.toUpperCase()}?w=640`)).toEqual({ from: 'store', imageId: ID });
  });

  it.each([
    null,
    '',
    'https://example.com/pictures/tee.svg',
    'http://127.0.0.1:3002/pictures/tee.svg',
    '//example.com/pictures/tee.svg',
    '/pictures/../internal/products',
    '/pictures/%2e%2e/internal.svg',
    '/pictures/a/b.svg',
    '/pictures/tee.svg?x=http://example.com',
    '/pictures/tee.svg\n',
    '/media/../pictures/tee.svg',
    `/media/${ID}/x`,
    `/internal/${ID}`,
  ])('rejects %j', (address) => {
    expect(findPictureSource(address)).toBeNull();
  });
});

const PATH = '/pictures/tee-black.svg';
const COPY = '/pictures/tee-black-1000.avif';

describe('ProductPicturesService', () => {
  let server: Server;
  let respond: RequestListener;
  let requested: string[];
  let rendered: string[];
  beforeEach(async () => {
    [requested, rendered] = [[], []];
    server = createServer((req, res) => {
      requested.push(req.url ?? '');
      respond(req, res);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const workerPool = {
    renderPicture: (picture: Uint8Array) => {
      rendered.push(String(picture));
      return Promise.resolve(Buffer.from(`${String(picture)}, drawn`));
    },
  } as unknown as RenderWorkerPool;
  const createService = (
    url: string | undefined = `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ): ProductPicturesService =>
    new ProductPicturesService({} as ImagesRepository, {} as ImageStore, workerPool, { CATALOG_URL: url } as Config);
  const find = (service: ProductPicturesService, signal = new AbortController().signal): Promise<Uint8Array | null> =>
    service.findPicture(PATH, signal);

  it('fetches and renders a picture once and caches it', async () => {
    respond = (_, res) => res.end('<svg/>');
    const service = createService();
    expect([String(await find(service)), String(await find(service))]).toEqual(['<svg/>, drawn', '<svg/>, drawn']);
    expect([requested, rendered]).toEqual([[COPY], ['<svg/>']]);
  });

  it('renders the SVG when the catalogue has no copy of it', async () => {
    respond = ({ url }, res) => (url === COPY ? res.writeHead(404).end() : res.end('<svg/>'));
    expect(String(await find(createService()))).toBe('<svg/>, drawn');
    expect(requested).toEqual([COPY, PATH]);
  });

  it('returns null when the catalogue has no such picture or no catalogue is configured', async () => {
    respond = (_, res) => res.writeHead(404).end();
    expect(await find(createService())).toBeNull();
    expect(
      await new ProductPicturesService({} as ImagesRepository, {} as ImageStore, workerPool, {} as Config).findPicture(
        PATH,
        new AbortController().signal,
      ),
    ).toBeNull();
  });

  it.each<[string, RequestListener]>([
    ['responds with an error', (_, res) => res.writeHead(502).end()],
    ['redirects', (_, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end()],
    ['breaks off', (_, res) => res.writeHead(200, { 'content-length': '100' }).write('<svg', () => res.destroy())],
    ['sends too much', (_, res) => res.end(Buffer.alloc(5 * 1024 * 1024))],
  ])('fails for a retry when the catalogue %s', async (_, bad) => {
    respond = bad;
    const service = createService();
    await expect(find(service)).rejects.toThrow(CatalogueUnreachable);
    respond = (__, res) => res.end('<svg/>');
    expect(String(await find(service))).toBe('<svg/>, drawn');
  });

  it('stops waiting when the job is aborted', async () => {
    respond = () => undefined;
    const controller = new AbortController();
    const finding = find(createService(), controller.signal);
    controller.abort();
    await expect(finding).rejects.toThrow(CatalogueUnreachable);
  });

  it('fails for a retry when the catalogue is unreachable', async () => {
    await expect(find(createService('http://127.0.0.1:1'))).rejects.toThrow(CatalogueUnreachable);
  });
});
