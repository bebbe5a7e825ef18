import { Door } from './door.js';

describe('the documentation', () => {
  let door: Door;
  beforeAll(async () => {
    door = await Door.open();
  });
  afterAll(() => door.close());

  it('is an OpenAPI document, kept by whoever has it', async () => {
    const answer = await door.call('GET', '/api/openapi.json');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { openapi, paths } = JSON.parse(answer.text) as { openapi: string; paths: Record<string, object> };
    expect(openapi).toBe('3.1.1');
    expect(Object.keys(paths)).toContain('/api/cart/{itemId}');
    expect(
      (await door.call('GET', '/api/openapi.json', { headers: { 'if-none-match': answer.headers.etag ?? '' } })).status,
    ).toBe(304);
    expect((await door.call('HEAD', '/api/openapi.json')).text).toBe('');
    expect((await door.call('POST', '/api/openapi.json')).status).toBe(404);
  });

  it('is a page whose scripts its policy lets run', async () => {
    const page = await door.call('GET', '/api/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
    for (const [, address = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([address, (await door.call('GET', address)).status]).toEqual([address, 200]);
    expect((await door.call('GET', '/api/docs/../package.json')).status).toBe(404);
    expect((await door.call('GET', '/api/docs/nothing.js')).status).toBe(404);
  });
});

it('shows no page in production', async () => {
  const door = await Door.open({ NODE_ENV: 'production' });
  expect((await door.call('GET', '/api/docs')).status).toBe(404);
  expect((await door.call('GET', '/api/docs/swagger-ui.css')).status).toBe(404);
  expect((await door.call('GET', '/api/openapi.json')).status).toBe(200);
  await door.close();
});
