import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fromCompressed, selectEncoding, matchesEtag, createCachedResponse } from './cached-response.js';

describe('a cached response', () => {
  it('contains the same text in every encoding', async () => {
    const {
      identity,
      br = Buffer.alloc(0),
      gzip = Buffer.alloc(0),
    } = (await createCachedResponse('text/plain', 'meow '.repeat(100))).bodies;
    expect(identity.toString()).toBe('meow '.repeat(100));
    expect(brotliDecompressSync(br)).toEqual(identity);
    expect(gunzipSync(gzip)).toEqual(identity);
    expect(br.length).toBeLessThan(identity.length / 10);
  });

  it('of compressed content has no further encodings', () => {
    const body = Buffer.from('a picture');
    expect(fromCompressed('image/avif', body)).toEqual({
      contentType: 'image/avif',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      bodies: { identity: body },
    });
  });

  it('has an ETag that changes with the text', async () => {
    const [first, same, other] = await Promise.all(
      ['a', 'a', 'b'].map((text) => createCachedResponse('text/plain', text)),
    );
    expect(first?.etag).toBe(same?.etag);
    expect(first?.etag).not.toBe(other?.etag);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['BR;q=1.0', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', 'identity'],
    ['br;q=0.01', 'br'],
    ['zstd', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('is encoded for a client that accepts %j as %s', (accepted, encoding) => {
    expect(selectEncoding(accepted)).toBe(encoding);
  });

  it.each([
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc"', true],
    ['*', true],
    ['"abcd"', false],
    ['', false],
    [undefined, false],
  ])('matches If-None-Match %j: %s', (header, known) => {
    expect(matchesEtag(header, 'W/"abc"')).toBe(known);
  });
});
