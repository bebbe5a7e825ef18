import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import type { ImageStore } from '../images/image-store.js';
import type { ImagesRepository } from '../images/images.repository.js';
import { CatalogueUnreachable, ProductPictures } from './product-pictures.js';
import type { RenderThread } from './render-thread.js';

const PATH = '/pictures/tee-black.svg';
const COPY = '/pictures/tee-black-1000.avif';

describe('pictures of products from the catalogue', () => {
  let server: Server;
  let answer: RequestListener;
  let asked: string[];
  let drawn: string[];
  beforeEach(async () => {
    [asked, drawn] = [[], []];
    server = createServer((req, res) => {
      asked.push(req.url ?? '');
      answer(req, res);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const thread = {
    picture: (picture: Uint8Array) => {
      drawn.push(String(picture));
      return Promise.resolve(Buffer.from(`${String(picture)}, drawn`));
    },
  } as unknown as RenderThread;
  const pictures = (
    url: string | undefined = `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ): ProductPictures =>
    new ProductPictures({} as ImagesRepository, {} as ImageStore, thread, { CATALOG_URL: url } as Config);
  const find = (from: ProductPictures, signal = new AbortController().signal): Promise<Uint8Array | null> =>
    from.find(PATH, signal);

  it('are fetched and drawn once, and cached', async () => {
    answer = (_, res) => res.end('<svg/>');
    const from = pictures();
    expect([String(await find(from)), String(await find(from))]).toEqual(['<svg/>, drawn', '<svg/>, drawn']);
    expect([asked, drawn]).toEqual([[COPY], ['<svg/>']]);
  });

  it('are drawn from the drawing where the catalogue has no copy of it', async () => {
    answer = ({ url }, res) => (url === COPY ? res.writeHead(404).end() : res.end('<svg/>'));
    expect(String(await find(pictures()))).toBe('<svg/>, drawn');
    expect(asked).toEqual([COPY, PATH]);
  });

  it('are none where the catalogue has none, and none where nobody said where it is', async () => {
    answer = (_, res) => res.writeHead(404).end();
    expect(await find(pictures())).toBeNull();
    expect(
      await new ProductPictures({} as ImagesRepository, {} as ImageStore, thread, {} as Config).find(
        PATH,
        new AbortController().signal,
      ),
    ).toBeNull();
  });

  it.each<[string, RequestListener]>([
    ['answers with an error', (_, res) => res.writeHead(502).end()],
    ['sends elsewhere', (_, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end()],
    ['breaks off', (_, res) => res.writeHead(200, { 'content-length': '100' }).write('<svg', () => res.destroy())],
    ['sends far too much', (_, res) => res.end(Buffer.alloc(5 * 1024 * 1024))],
  ])('are retried where it %s', async (_, bad) => {
    answer = bad;
    const from = pictures();
    await expect(find(from)).rejects.toThrow(CatalogueUnreachable);
    answer = (__, res) => res.end('<svg/>');
    expect(String(await find(from))).toBe('<svg/>, drawn');
  });

  it('are not waited for by an aborted job', async () => {
    answer = () => undefined;
    const given = new AbortController();
    const finding = find(pictures(), given.signal);
    given.abort();
    await expect(finding).rejects.toThrow(CatalogueUnreachable);
  });

  it('are retried where nobody answers', async () => {
    await expect(find(pictures('http://127.0.0.1:1'))).rejects.toThrow(CatalogueUnreachable);
  });
});
