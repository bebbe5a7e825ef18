import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { asItIs, encodingFor, isKnown, prepare } from './ready-answer.js';

describe('a cached response', () => {
  it('holds the same text in every encoding', async () => {
    const {
      identity,
      br = Buffer.alloc(0),
      gzip = Buffer.alloc(0),
    } = (await prepare('text/plain', 'meow '.repeat(100))).bodies;
    expect(identity.toString()).toBe('meow '.repeat(100));
    expect(brotliDecompressSync(br)).toEqual(identity);
    expect(gunzipSync(gzip)).toEqual(identity);
    expect(br.length).toBeLessThan(identity.length / 10);
  });

  it('of what is compressed already is that alone', () => {
    const body = Buffer.from('a picture');
    expect(asItIs('image/avif', body)).toEqual({
      contentType: 'image/avif',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      bodies: { identity: body },
    });
  });

  it('has another name when the text changes, and the same when it does not', async () => {
    const [one, same, other] = await Promise.all(['a', 'a', 'b'].map((text) => prepare('text/plain', text)));
    expect(one?.etag).toBe(same?.etag);
    expect(one?.etag).not.toBe(other?.etag);
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
    expect(encodingFor(accepted)).toBe(encoding);
  });

  it.each([
    ['W/"abc"', true],
    ['"abc"', true],
    ['"x", W/"abc"', true],
    ['*', true],
    ['"abcd"', false],
    ['', false],
    [undefined, false],
  ])('is known to a client that sends If-None-Match %j: %s', (header, known) => {
    expect(isKnown(header, 'W/"abc"')).toBe(known);
  });
});
