import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { EventPayload } from '@shop/contracts-common';
import type { DesignConfig, OrderItemPrint, orderPaid } from '@shop/contracts-order';
import sharp from 'sharp';
import { originalKey } from '../../src/images/image-keys.js';
import type { ArtFixture } from './art-fixture.js';
import { markerArtwork } from './marker-artwork.js';

export type PaidOrder = EventPayload<typeof orderPaid>;
type PaidItem = PaidOrder['order']['items'][number];

/** A t-shirt's print area at a tenth of its size, on a picture of the fake catalogue. */
export const PRINT: OrderItemPrint = {
  areaPx: { widthPx: 450, heightPx: 540, shape: 'rectangle' },
  pictureUrl: '/pictures/shirt-blue.svg',
  pictureArea: { x: 0.25, y: 0.2, width: 0.5, height: 0.6 },
  overlayUrl: '/pictures/shirt-overlay.svg',
};

export function createPaidItem(
  artworkId: string | null,
  item: { print?: OrderItemPrint | null; design?: Partial<DesignConfig> } = {},
): PaidItem {
  return {
    id: randomUUID(),
    productId: randomUUID(),
    title: 'Shirt',
    imageUrl: '/pictures/shirt-blue.svg',
    generatedImage: artworkId ? { id: artworkId, url: `/media/${artworkId}` } : null,
    variantSelections: {},
    designConfig: { x: 50, y: 50, scale: 100, rotation: 0, ...item.design },
    scaleSense: 'whole-artwork',
    quantity: 1,
    unitPrice: '24.00',
    subtotal: '24.00',
    print: item.print === undefined ? PRINT : item.print,
    revision: 1,
  };
}

export function createPaidOrder(items: PaidItem[], userId: string | null = null): PaidOrder {
  const shippingAddress = { name: 'Ada', address: '1 Road', city: 'Town', state: 'CA', zip: '90001', country: 'US' };
  const amounts = { subtotal: '24.00', shipping: '9.99', tax: '1.92', total: '35.91' };
  const orderNumber = `PA-${randomBytes(5).toString('hex').toUpperCase()}`;
  return {
    userId,
    link: { key: 'key', changeableUntil: null },
    order: {
      id: randomUUID(),
      orderNumber,
      createdAt: new Date().toISOString(),
      status: 'paid',
      paymentStatus: 'paid',
      email: 'ada@example.com',
      ...amounts,
      shippingAddress,
      items,
    },
  };
}

/** Inserts a finished artwork with its file. */
export async function insertArtwork(
  fixture: ArtFixture,
  owner: { userId?: string; guestId?: string },
  png?: Buffer,
): Promise<string> {
  const id = randomUUID();
  const bytes = png ?? (await markerArtwork());
  const { width, height } = await sharp(bytes).metadata();
  await mkdir(dirname(fixture.getPath(originalKey(id, 'image/png'))), { recursive: true });
  await writeFile(fixture.getPath(originalKey(id, 'image/png')), bytes);
  await fixture.database.query(
    `INSERT INTO images (id, user_id, guest_id, type, url, mime_type, width_px, height_px, size_bytes) VALUES ($1, $2, $3, 'artwork', $4, 'image/png', $5, $6, $7)`,
    [id, owner.userId ?? null, owner.guestId ?? null, `/media/${id}`, width, height, bytes.length],
  );
  return id;
}

const SHIRT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000"><rect width="1000" height="1000" fill="#3050c0"/></svg>';
/** A black fold across the lower half of the print area. */
const OVERLAY =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000"><rect y="600" width="1000" height="20" fill="#000"/></svg>';

/** A fake of catalog-svc's product pictures. */
export class FakeCatalogue {
  readonly requests: string[] = [];
  /** While set, every response has this status. */
  failsWith: number | null = null;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<FakeCatalogue> {
    const server = createServer();
    const copy = await sharp(Buffer.from(SHIRT)).avif({ quality: 90 }).toBuffer();
    const catalogue = new FakeCatalogue(server);
    server.on('request', ({ url = '' }, res) => {
      catalogue.requests.push(url);
      // It has no copy of the overlay, so that the SVG itself is fetched.
      const picture =
        url === '/pictures/shirt-blue-1000.avif' ? copy : url === '/pictures/shirt-overlay.svg' ? OVERLAY : null;
      res.writeHead(catalogue.failsWith ?? (picture ? 200 : 404)).end(picture ?? '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return catalogue;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
