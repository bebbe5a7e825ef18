import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Shipment {
  carrier: string;
  tracking_number: string;
  tracking_url: string;
}

export interface FakePrintfulOrder {
  id: number;
  external_id: string;
  status: string;
  error?: string;
  recipient: Record<string, string>;
  items: {
    external_id: string;
    variant_id: number;
    quantity: number;
    retail_price: string;
    files: { type: string; url: string; position: Record<string, unknown> }[];
    out_of_stock?: boolean;
  }[];
  shipments: Shipment[];
}

/**
 * `hang up`: disconnects without doing anything. `hang up after`: does the work and disconnects. `unconfirmed`:
 * disconnects between creation and confirmation.
 */
type Fault = { status: number; message: string } | 'hang up' | 'hang up after' | 'unconfirmed' | 'a page of a proxy';

interface Answer {
  status: number;
  result: unknown;
}

const failure = (status: number, message: string): Answer => ({ status, result: message });

/** An HTTP server that behaves like version 1 of Printful's API, as far as the shop uses it. */
export class PrintfulServer {
  readonly orders = new Map<string, FakePrintfulOrder>();
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = [];
  /** Faults of the next requests. */
  readonly faults: Fault[] = [];
  /** While set, every request fails with it. */
  outage: Fault | null = null;
  /** Runs between a cancellation and its response. */
  beforeCancelResponse: () => Promise<unknown> = () => Promise.resolve();
  /** While set, no draft can be confirmed. */
  confirmError: { status: number; message: string } | null = null;
  /** How many confirmations are still refused, because the costs are being calculated. */
  calculatingCount = 0;
  /** Variants that can't be ordered. */
  readonly outOfStock = new Set<number>();
  /** Whether an order that can't be submitted stays as a draft. */
  keepsDrafts = true;
  /** Runs before an order is created. */
  beforeCreated: () => Promise<unknown> = () => Promise.resolve();

  private constructor(private readonly server: Server) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => void this.handle(req, res));
  }

  static async start(): Promise<PrintfulServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PrintfulServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Blocks the creation of orders until the returned function is called. */
  blockCreation(): () => void {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.beforeCreated = () => released;
    return release;
  }

  /** Printful's copy of an order. */
  find(orderId: string): FakePrintfulOrder | undefined {
    return this.orders.get(orderId.replaceAll('-', ''));
  }

  /** Removes all faults. */
  reset(): void {
    this.faults.length = 0;
    this.outage = null;
    this.confirmError = null;
    this.calculatingCount = 0;
    this.outOfStock.clear();
    this.keepsDrafts = true;
    this.beforeCreated = this.beforeCancelResponse = () => Promise.resolve();
  }

  get creationCount(): number {
    return this.requests.filter(({ method, path }) => method === 'POST' && path === '/orders').length;
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(req.url ?? '', this.url);
    this.requests.push({ method: req.method ?? '', path: pathname, headers: req.headers });
    const fault = this.nextFault(`${req.method} ${pathname}`) ?? this.outage;
    if (fault === 'hang up') return void req.socket.destroy();
    if (fault === 'a page of a proxy')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>One moment please</html>');
    if (typeof fault === 'object' && fault) return send(res, failure(fault.status, fault.message));
    if (fault === 'unconfirmed') searchParams.delete('confirm');
    const answer = await this.respond(req.method ?? '', pathname, searchParams, Buffer.concat(chunks).toString());
    if (fault) return void req.socket.destroy();
    send(res, answer);
  }

  /** The next fault. `unconfirmed` waits for the next creation of an order. */
  private nextFault(call: string): Fault | undefined {
    return this.faults[0] === 'unconfirmed' && call !== 'POST /orders' ? undefined : this.faults.shift();
  }

  private async respond(method: string, path: string, query: URLSearchParams, body: string): Promise<Answer> {
    if (method === 'POST' && path === '/orders')
      return this.create(JSON.parse(body) as FakePrintfulOrder, query.get('confirm') === '1');
    const [, variantId] = /^\/products\/variant\/(\d+)$/.exec(path) ?? [];
    if (variantId) return { status: 200, result: { variant: { in_stock: !this.outOfStock.has(Number(variantId)) } } };
    const [, externalId = '', verb] = /^\/orders\/@(\w+)(\/confirm)?$/.exec(path) ?? [];
    const order = this.orders.get(externalId);
    if (!order) return failure(404, 'Not found');
    if (verb) return method === 'POST' ? this.confirm(order) : failure(405, 'Method not allowed');
    if (method === 'GET') return { status: 200, result: order };
    if (method === 'PUT') return this.update(order, JSON.parse(body) as FakePrintfulOrder);
    if (!['draft', 'pending'].includes(order.status)) return failure(400, 'This order can not be cancelled any more');
    order.status = 'canceled';
    await this.beforeCancelResponse();
    return { status: 200, result: order };
  }

  private async create(order: FakePrintfulOrder, isConfirmed: boolean): Promise<Answer> {
    await this.beforeCreated();
    if (!/^[\w-]{1,32}$/.test(order.external_id)) return failure(400, 'Invalid external_id');
    if (this.orders.has(order.external_id)) return failure(400, 'Order with this External ID already exists');
    if (!order.recipient.country_code) return failure(400, 'Recipient: country_code is missing');
    const made = { ...order, id: 90_000 + this.orders.size, status: 'draft', shipments: [] };
    this.orders.set(order.external_id, made);
    if (!isConfirmed) return { status: 200, result: made };
    const answer = this.submit(made);
    if (made.status === 'draft' && !this.keepsDrafts) this.orders.delete(order.external_id);
    return answer;
  }

  private update(order: FakePrintfulOrder, content: FakePrintfulOrder): Answer {
    if (order.status !== 'draft') return failure(400, 'Only a draft can be changed');
    Object.assign(order, content);
    return this.confirm(order);
  }

  private submit(order: FakePrintfulOrder): Answer {
    if (this.calculatingCount > 0) {
      this.calculatingCount -= 1;
      return failure(400, 'Order costs are being calculated. Please try to confirm the order later.');
    }
    for (const item of order.items) item.out_of_stock = this.outOfStock.has(item.variant_id);
    const missing = order.items.findIndex((item) => item.out_of_stock);
    if (missing !== -1) return failure(400, `Item ${missing}: This variant is out of stock`);
    order.status = 'pending';
    return { status: 200, result: order };
  }

  private confirm(order: FakePrintfulOrder): Answer {
    if (this.confirmError) return failure(this.confirmError.status, this.confirmError.message);
    if (order.status !== 'draft') return failure(400, 'Only a draft can be confirmed');
    return this.submit(order);
  }
}

function send(res: ServerResponse, { status, result }: Answer): void {
  const error = status >= 400 ? { error: { reason: 'BadRequest', message: result } } : {};
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code: status, result, ...error }));
}
