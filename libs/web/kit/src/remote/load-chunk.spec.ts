import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { loadChunk, PageLoadError, useLazyComponent } from './load-chunk.js';

const URL_OF_CHUNK = 'https://shop.example/assets/7.0123abcd.js';
const createChunkError = () =>
  Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError', request: URL_OF_CHUNK });
const realFetch = globalThis.fetch;

/** The server's answer to the question whether it has the file; null: no connection. */
function stubServer(status: number | null) {
  const ask = jest.fn((_url: string, _init: RequestInit) =>
    status === null ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ status }),
  );
  globalThis.fetch = ask as unknown as typeof fetch;
  return ask;
}

afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('loadChunk', () => {
  it('returns the module of a later attempt, and then asks nothing', async () => {
    const ask = stubServer(404);
    const load = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(createChunkError())
      .mockRejectedValueOnce(createChunkError())
      .mockResolvedValue('module');
    expect(await loadChunk(load)).toBe('module');
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    ['outdated', 'the server no longer has the file', 404],
    ['outdated', 'the server says that the file is gone', 410],
    ['unreachable', 'the server has the file', 200],
    ['unreachable', 'the server is down', 503],
    ['unreachable', 'there is no connection', null],
  ] as const)('is %s when %s', async (reason, _, status) => {
    const ask = stubServer(status);
    const load = jest.fn(() => Promise.reject(createChunkError()));
    await expect(loadChunk(load)).rejects.toMatchObject({ name: 'PageLoadError', reason });
    expect(load).toHaveBeenCalledTimes(5);
    // Not from the cache of the browser, which may still have the file.
    expect(ask.mock.calls).toEqual([[URL_OF_CHUNK, { method: 'HEAD', cache: 'no-store' }]]);
  });

  it('keeps the reason of a loader that knows why it failed, and the error of other ones as the cause', async () => {
    stubServer(404);
    const known = new PageLoadError('broken', 'exposes no page');
    await expect(loadChunk(() => Promise.reject(known))).rejects.toBe(known);
    const other = new Error('other');
    await expect(loadChunk(() => Promise.reject(other))).rejects.toMatchObject({ reason: 'unreachable', cause: other });
  });
});

describe('useLazyComponent', () => {
  it('tries an unreachable file again when asked, and an outdated one never', async () => {
    stubServer(503);
    const load = jest.fn(() => Promise.reject(createChunkError()));
    const { result } = renderHook(() => useLazyComponent(load));
    await act(() => result.current.load());
    expect(result.current.error).toMatchObject({ reason: 'unreachable' });

    stubServer(404);
    await act(() => result.current.load());
    expect(result.current.error).toMatchObject({ reason: 'outdated' });

    stubServer(200);
    load.mockClear();
    expect(await act(() => result.current.load())).toBe(false);
    expect(load).not.toHaveBeenCalled();
    expect(result.current.error).toMatchObject({ reason: 'outdated' });
  });
});
