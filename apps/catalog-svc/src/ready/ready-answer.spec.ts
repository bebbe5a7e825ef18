import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodingFor, isKnown, prepare } from './ready-answer.js';

describe('a ready answer', () => {
  it('holds the same text in every encoding', async () => {
    const { bodies } = await prepare('text/plain', 'meow '.repeat(100));
    expect(bodies.identity.toString()).toBe('meow '.repeat(100));
    expect(brotliDecompressSync(bodies.br)).toEqual(bodies.identity);
    expect(gunzipSync(bodies.gzip)).toEqual(bodies.identity);
    expect(bodies.br.length).toBeLessThan(bodies.identity.length / 10);
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
  ])('goes to a client that takes %j as %s', (accepted, encoding) => {
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
