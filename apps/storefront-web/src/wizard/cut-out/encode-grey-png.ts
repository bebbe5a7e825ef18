import type { Mask } from './mask.js';

const SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
/** The largest block that zlib can store without compression (RFC 1951, 3.2.4). */
const STORED_BLOCK_MAX_BYTES = 0xffff;

/** The mask as a PNG of 8 bit grey (W3C, "Portable Network Graphics", third edition). */
export async function encodeGreyPng({ width, height, data }: Mask): Promise<Uint8Array<ArrayBuffer>> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  // 8 bit, greyscale, the standard compression and filters, not interlaced.
  header.setUint8(8, 8);
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return join([
    SIGNATURE,
    encodeChunk('IHDR', new Uint8Array(header.buffer)),
    encodeChunk('IDAT', await compress(rows)),
    encodeChunk('IEND', new Uint8Array(0)),
  ]);
}

function encodeChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(content, 8);
  let crc = 0xffffffff;
  for (const byte of chunk.subarray(4, content.length + 8)) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  view.setUint32(content.length + 8, ~crc);
  return chunk;
}

/** As a zlib stream (RFC 1950). Safari before 16.4 has no `CompressionStream`; there it is not compressed. */
async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (typeof CompressionStream === 'undefined') return storeUncompressed(bytes);
  const { writable, readable } = new CompressionStream('deflate');
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const reader = readable.getReader();
  const parts: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  await written;
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function storeUncompressed(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil(bytes.length / STORED_BLOCK_MAX_BYTES);
  const stream = new Uint8Array(2 + blocks * 5 + bytes.length + 4);
  const view = new DataView(stream.buffer);
  stream.set([0x78, 0x01]);
  let at = 2;
  for (let block = 0; block < blocks; block++) {
    const content = bytes.subarray(block * STORED_BLOCK_MAX_BYTES, (block + 1) * STORED_BLOCK_MAX_BYTES);
    stream[at] = block === blocks - 1 ? 1 : 0;
    view.setUint16(at + 1, content.length, true);
    view.setUint16(at + 3, ~content.length, true);
    stream.set(content, at + 5);
    at += 5 + content.length;
  }
  view.setUint32(at, computeAdler32(bytes));
  return stream;
}

function computeAdler32(bytes: Uint8Array): number {
  let [first, second] = [1, 0];
  for (const byte of bytes) {
    first = (first + byte) % 65_521;
    second = (second + first) % 65_521;
  }
  return second * 65_536 + first;
}
