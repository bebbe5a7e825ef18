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
  }[];
  shipments: Shipment[];
}

/** `hang up`: answers nothing. `hang up after`: does the work, and answers nothing. `unconfirmed`: breaks off between making an order and confirming it. */
type Fault = { status: number; words: string } | 'hang up' | 'hang up after' | 'unconfirmed' | 'a page of a proxy';

interface Answer {
  status: number;
  result: unknown;
}

const no = (status: number, words: string): Answer => ({ status, result: words });

/** An HTTP server that behaves as version 1 of Printful's API does, as far as the shop uses it. */
export class PrintfulServer {
  readonly orders = new Map<string, FakePrintfulOrder>();
  readonly seen: { method: string; path: string; headers: IncomingMessage['headers'] }[] = [];
  /** The next requests are answered with these. */
  readonly faults: Fault[] = [];
  /** While set, no request is answered otherwise. */
  outage: Fault | null = null;
  /** What comes between a cancellation and the answer to it. */
  beforeCancelled: () => Promise<unknown> = () => Promise.resolve();
  /** Why it confirms no draft right now. */
  refusal: { status: number; words: string } | null = null;
  /** What comes between an order's coming in and its being taken on. */
  beforeTaken: () => Promise<unknown> = () => Promise.resolve();

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

  /** It takes no order on until the answer is called. */
  block(): () => void {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.beforeTaken = () => released;
    return release;
  }

  /** What it has of an order of the shop's. */
  find(orderId: string): FakePrintfulOrder | undefined {
    return this.orders.get(orderId.replaceAll('-', ''));
  }

  /** How often orders were asked to be made. */
  /** As it is when nothing is wrong. */
  reset(): void {
    this.faults.length = 0;
    this.outage = null;
    this.refusal = null;
    this.beforeTaken = this.beforeCancelled = () => Promise.resolve();
  }

  get posted(): number {
    return this.seen.filter(({ method, path }) => method === 'POST' && path === '/orders').length;
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(req.url ?? '', this.url);
    this.seen.push({ method: req.method ?? '', path: pathname, headers: req.headers });
    const fault = this.faultFor(`${req.method} ${pathname}`) ?? this.outage;
    if (fault === 'hang up') return void req.socket.destroy();
    if (fault === 'a page of a proxy')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>One moment please</html>');
    if (typeof fault === 'object' && fault) return send(res, no(fault.status, fault.words));
    if (fault === 'unconfirmed') searchParams.delete('confirm');
    const answer = await this.answer(req.method ?? '', pathname, searchParams, Buffer.concat(chunks).toString());
    if (fault) return void req.socket.destroy();
    send(res, answer);
  }

  /** The next one; an order is made unconfirmed only where one is made, whatever else is asked before. */
  private faultFor(call: string): Fault | undefined {
    return this.faults[0] === 'unconfirmed' && call !== 'POST /orders' ? undefined : this.faults.shift();
  }

  private async answer(method: string, path: string, query: URLSearchParams, body: string): Promise<Answer> {
    if (method === 'POST' && path === '/orders')
      return this.create(JSON.parse(body) as FakePrintfulOrder, query.get('confirm') === '1');
    const [, externalId = '', verb] = /^\/orders\/@(\w+)(\/confirm)?$/.exec(path) ?? [];
    const order = this.orders.get(externalId);
    if (!order) return no(404, 'Not found');
    if (verb) return method === 'POST' ? this.confirm(order) : no(405, 'Method not allowed');
    if (method === 'GET') return { status: 200, result: order };
    if (!['draft', 'pending'].includes(order.status)) return no(400, 'This order can not be cancelled any more');
    order.status = 'canceled';
    await this.beforeCancelled();
    return { status: 200, result: order };
  }

  private async create(order: FakePrintfulOrder, isConfirmed: boolean): Promise<Answer> {
    await this.beforeTaken();
    if (!/^[\w-]{1,32}$/.test(order.external_id)) return no(400, 'Invalid external_id');
    if (this.orders.has(order.external_id)) return no(400, 'Order with this External ID already exists');
    if (!order.recipient.country_code) return no(400, 'Recipient: country_code is missing');
    const made = { ...order, id: 90_000 + this.orders.size, status: isConfirmed ? 'pending' : 'draft', shipments: [] };
    this.orders.set(order.external_id, made);
    return { status: 200, result: made };
  }

  private confirm(order: FakePrintfulOrder): Answer {
    if (this.refusal) return no(this.refusal.status, this.refusal.words);
    if (order.status !== 'draft') return no(400, 'Only a draft can be confirmed');
    order.status = 'pending';
    return { status: 200, result: order };
  }
}

function send(res: ServerResponse, { status, result }: Answer): void {
  const error = status >= 400 ? { error: { reason: 'BadRequest', message: result } } : {};
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code: status, result, ...error }));
}
