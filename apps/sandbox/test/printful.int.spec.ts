import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, waitFor, type TestDatabase } from '@shop/testing';
import { startSandbox, type Sandbox } from '../testing/index.js';

interface PrintfulOrder {
  id: number;
  status: string;
  store: number;
  items: { out_of_stock: boolean; discontinued: boolean }[];
  costs: { total: string };
  shipments: { tracking_number: string; delivery_status: string; status: string }[];
}

interface ReceivedWebhook {
  type: string;
  retries: number;
  data: { order: PrintfulOrder; shipment?: object; reason?: string };
}

let database: TestDatabase;
let sandbox: Sandbox;
let shop: Server;
const received: ReceivedWebhook[] = [];
/** How many webhooks the shop still fails to take. */
let outages = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  shop = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.writeHead(outages > 0 ? 503 : 200).end();
      if (outages > 0) outages -= 1;
      else received.push(JSON.parse(body) as ReceivedWebhook);
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  sandbox = await startSandbox({
    databaseUrl: database.url,
    env: {
      PRINTFUL_WEBHOOK_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`,
      SANDBOX_PRINTER_FAULTS: 'out-of-stock:Rare Tee/S',
    },
  });
});
afterEach(() => {
  sandbox.faults.clear();
  received.length = 0;
});
afterAll(async () => {
  await sandbox.stop();
  await new Promise((resolve) => shop.close(resolve));
  await database.drop();
});

let orders = 0;
const recipient = { name: 'Pat Doe', address1: '1 Main St', city: 'Springfield', state_code: 'IL', country_code: 'US' };
const createBody = (change: object = {}, item: object = {}) => ({
  external_id: `order-${(orders += 1)}`,
  recipient,
  items: [
    { variant_id: 4, quantity: 2, name: 'Tee', files: [{ type: 'front', url: 'https://a.example/1.png' }], ...item },
  ],
  ...change,
});

async function call<Result>(method: string, path: string, body?: object): Promise<[status: number, result: Result]> {
  const response = await fetch(new URL(path, sandbox.url), {
    method,
    headers: {
      authorization: 'Bearer key',
      'x-pf-store-id': '77',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const { code, result } = (await response.json()) as { code: number; result: Result };
  expect(code).toBe(response.status);
  return [response.status, result];
}

const control = (method: string, path: string, body: object = {}) =>
  call<PrintfulOrder>(method, `/sandbox/control/printful${path}`, body);

async function createOrder(): Promise<string> {
  const body = createBody();
  expect((await call('POST', '/orders?confirm=1', body))[0]).toBe(200);
  return `@${body.external_id}`;
}

const getOrder = async (reference: string) => (await call<PrintfulOrder>('GET', `/orders/${reference}`))[1];
const listTypes = () => received.map(({ type }) => type);

describe('an order', () => {
  it('is printed for two days and delivered after five, which webhooks report until the shop takes them', async () => {
    const reference = await createOrder();
    expect(await getOrder(reference)).toMatchObject({ status: 'pending', store: 77, costs: { total: '24.75' } });
    await control('POST', `/orders/${reference}/hours`, { hours: 13 });
    await waitFor(() => expect(listTypes()).toEqual(['order_updated']));
    expect((await getOrder(reference)).status).toBe('inprocess');
    expect(await call('DELETE', `/orders/${reference}`)).toEqual([400, 'This order can not be cancelled any more']);
    outages = 1;
    await control('POST', `/orders/${reference}/hours`, { hours: 36 });
    await waitFor(() => expect(received[1]).toMatchObject({ type: 'package_shipped', retries: 1 }));
    const shipment = { tracking_number: expect.stringMatching(/^SANDBOX-/), delivery_status: 'in_transit' };
    expect(received[1]?.data).toMatchObject({ shipment, order: { status: 'fulfilled', shipments: [shipment] } });
    await control('POST', `/orders/${reference}/hours`, { hours: 72 });
    await waitFor(() => expect(received[2]?.data.order.shipments).toMatchObject([{ delivery_status: 'delivered' }]));
  });

  it('exists once per number, and is changed only as a draft', async () => {
    const body = createBody();
    const reference = `@${body.external_id}`;
    expect(await call('POST', '/orders', body)).toMatchObject([200, { status: 'draft' }]);
    expect(await call('POST', '/orders', body)).toEqual([400, 'Order with this External ID already exists']);
    expect((await call('POST', '/orders?update_existing=1', body))[0]).toBe(200);
    const { id } = await getOrder(reference);
    expect(await call('PUT', `/orders/${id}?confirm=1`, body)).toMatchObject([200, { id, status: 'pending' }]);
    expect(await call('POST', `/orders/${reference}/confirm`)).toEqual([400, 'Only a draft can be confirmed']);
    expect(await call('PUT', `/orders/${reference}`, body)).toEqual([400, 'Only a draft can be changed']);
    expect(await call('DELETE', `/orders/${reference}`)).toMatchObject([200, { status: 'canceled' }]);
    expect((await call('GET', '/orders/@unknown'))[0]).toBe(404);
  });

  it.each([
    ['an unknown variant', createBody({}, { variant_id: 99 }), 'Item 0: This variant does not exist'],
    [
      'a missing state',
      createBody({ recipient: { ...recipient, state_code: undefined } }),
      'recipient.state_code: is missing',
    ],
    ['a long number', createBody({ external_id: 'x'.repeat(33) }), expect.stringContaining('external_id')],
  ])('is refused for %s', async (_, body, message) => {
    expect(await call('POST', '/orders', body)).toEqual([400, message]);
  });

  it('stays a draft while an article is out of stock', async () => {
    const byFault = createBody({}, { name: 'Rare Tee', variant_id: 3 });
    const byStaff = createBody({}, { variant_id: 4_017 });
    await control('PATCH', '/variants/4017', { in_stock: false });
    for (const body of [byFault, byStaff]) {
      expect(await call('POST', '/orders?confirm=1', body)).toEqual([400, 'Item 0: This variant is out of stock']);
      expect(await getOrder(`@${body.external_id}`)).toMatchObject({
        status: 'draft',
        items: [{ out_of_stock: true }],
      });
    }
    await control('PATCH', '/variants/4017', { in_stock: true });
    expect((await call('POST', `/orders/@${byStaff.external_id}/confirm`))[0]).toBe(200);
  });

  it('is refused at first while its costs are being calculated', async () => {
    const { SANDBOX_PRINTER_FAULTS: faults } = sandbox.config;
    sandbox.config.SANDBOX_PRINTER_FAULTS = { ...faults, isCalculating: true };
    const body = createBody();
    const reference = `@${body.external_id}`;
    const calculating = [400, 'Order costs are being calculated. Please try to confirm the order later.'];
    expect(await call('POST', '/orders?confirm=1', body)).toEqual(calculating);
    expect(await call('PUT', `/orders/${reference}?confirm=1`, body)).toEqual(calculating);
    await database.query(`UPDATE printful_orders SET created_at = created_at - interval '31 seconds'`);
    expect((await call('POST', `/orders/${reference}/confirm`))[0]).toBe(200);
    sandbox.config.SANDBOX_PRINTER_FAULTS = faults;
  });

  it('is held, released, failed, cancelled, sent in two parcels and returned by people, each with its webhook', async () => {
    const reference = await createOrder();
    await control('PATCH', `/orders/${reference}`, { status: 'onhold', error: 'The file is blurred' });
    await control('PATCH', `/orders/${reference}`, { status: 'by-time', error: null });
    await control('POST', `/orders/${reference}/ship`, { carrier: 'USPS', is_partial: true });
    expect((await getOrder(reference)).status).toBe('partial');
    await control('POST', `/orders/${reference}/ship`, { carrier: 'UPS', tracking_number: '1Z' });
    await control('POST', `/orders/${reference}/deliver`);
    await control('POST', `/orders/${reference}/return`, { reason: 'No one there' });
    expect((await getOrder(reference)).shipments.map(({ status }) => status)).toEqual(['shipped', 'returned']);
    const other = await createOrder();
    await control('PATCH', `/orders/${other}`, { status: 'failed' });
    await control('PATCH', `/orders/${other}`, { status: 'canceled' });
    await waitFor(() =>
      expect(listTypes().sort()).toEqual([
        'order_canceled',
        'order_failed',
        'order_put_hold',
        'order_remove_hold',
        'order_updated',
        'package_returned',
        'package_shipped',
        'package_shipped',
      ]),
    );
    expect(received.find(({ type }) => type === 'package_returned')?.data.reason).toBe('No one there');
  });
});

it('has a catalogue with sizes, colours and prices', async () => {
  const [, products] = await call<{ id: number; variant_count: number }[]>('GET', '/products');
  for (const { id, variant_count: count } of products) {
    const [, { variants }] = await call<{ variants: { id: number }[] }>('GET', `/products/${id}`);
    expect(variants).toHaveLength(count);
    expect((await call('GET', `/products/variant/${variants[0]?.id}`))[0]).toBe(200);
  }
  await control('PATCH', '/variants/4012', { price: '12.00', discontinued: true });
  expect((await call('GET', '/products/variant/4012'))[1]).toMatchObject({
    variant: { size: 'M', color: 'White', price: '12.00', in_stock: false },
  });
});

it('sends only the events that the shop asked for', async () => {
  const { url } = (await call<{ url: string }>('GET', '/webhooks'))[1];
  await call('POST', '/webhooks', { url, types: ['order_failed'] });
  const reference = await createOrder();
  for (const status of ['onhold', 'failed']) await control('PATCH', `/orders/${reference}`, { status });
  await waitFor(() => expect(listTypes()).toEqual(['order_failed']));
  await call('DELETE', '/webhooks');
});

it('refuses a call without a key', async () => {
  expect((await fetch(new URL('/orders/1', sandbox.url))).status).toBe(401);
});

it('fails the next calls as planned', async () => {
  const plan = (body: object) =>
    fetch(new URL('/sandbox/control/faults', sandbox.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await plan({ call: 'GET /orders', fault: { status: 503, body: '{"code":503,"result":"Down"}' } });
  await plan({ call: 'POST /orders', fault: 'hang-up-after' });
  const body = createBody();
  expect(await call('GET', `/orders/@${body.external_id}`)).toEqual([503, 'Down']);
  await expect(call('POST', '/orders', body)).rejects.toThrow('fetch failed');
  expect((await getOrder(`@${body.external_id}`)).status).toBe('draft');
  await plan({ fault: 'hang-up', times: null });
  for (let times = 0; times < 2; times += 1) await expect(getOrder('@any')).rejects.toThrow('fetch failed');
});
