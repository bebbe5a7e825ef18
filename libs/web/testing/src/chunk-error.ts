const CHUNK_URL = 'https://shop.example/assets/7.0123abcd.js';

/** The server no longer has the file of `createChunkError`. */
export const CHUNK_IS_GONE = { [`HEAD ${CHUNK_URL}`]: { status: 404 } };
/** The file of `createChunkError` is there, but its download failed. */
export const CHUNK_IS_THERE = { [`HEAD ${CHUNK_URL}`]: { status: 200 } };

/** What webpack throws when a script or style sheet could not be loaded. */
export const createChunkError = (): Error =>
  Object.assign(new Error(`Loading chunk 7 failed.\n(error: ${CHUNK_URL})`), {
    name: 'ChunkLoadError',
    request: CHUNK_URL,
  });
