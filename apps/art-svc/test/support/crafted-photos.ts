/** Builds photos byte by byte, for uploads that no encoder writes. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function createChunk(type: string, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: 1 | 8;
  /** 0: grey, 2: RGB. */
  readonly colour: 0 | 2;
}

/** A black PNG with these chunks before its pixels. */
export function createBlackPng({ width, height, depth, colour }: PngHeader, ...before: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, 0], 8);
  const row = 1 + Math.ceil((width * depth * (colour === 2 ? 3 : 1)) / 8);
  return Buffer.concat([
    SIGNATURE,
    createChunk('IHDR', head),
    ...before,
    createChunk('IDAT', deflateSync(Buffer.alloc(row * height), { level: 9 })),
    createChunk('IEND'),
  ]);
}

export interface PngChunk {
  readonly type: string;
  readonly body: Buffer;
}

export function listChunks(png: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), body: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Inserts the chunks after the PNG's header. */
export function withChunks(png: Buffer, ...extra: Buffer[]): Buffer {
  const afterHead = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHead), ...extra, png.subarray(afterHead)]);
}

/** Converts the PNG to an APNG with a second frame; decoders without animation show the first. */
export function toAnimatedPng(png: Buffer, secondFrame: Buffer): Buffer {
  const [head, ...rest] = listChunks(png);
  if (!head) throw new Error('no PNG');
  const control = (sequence: number): Buffer => {
    const body = Buffer.alloc(26);
    body.writeUInt32BE(sequence, 0);
    head.body.copy(body, 4, 0, 8);
    body.writeUInt16BE(1, 20);
    body.writeUInt16BE(10, 22);
    return createChunk('fcTL', body);
  };
  const frames = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const second = listChunks(secondFrame).filter(({ type }) => type === 'IDAT');
  const data = second.map(({ body }, index) =>
    createChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, index + 2]), body])),
  );
  const first = rest.filter(({ type }) => type === 'IDAT').map(({ body }) => createChunk('IDAT', body));
  return Buffer.concat([
    SIGNATURE,
    createChunk('IHDR', head.body),
    createChunk('acTL', frames),
    control(0),
    ...first,
    control(1),
    ...data,
    createChunk('IEND'),
  ]);
}

/** The profile's name is one letter; method 0 is deflate. */
export const createIccChunk = (profile: Uint8Array): Buffer =>
  createChunk('iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(profile)]));

const MEBIBYTE = 1024 * 1024;

/**
 * Compresses many mebibytes of zeros (RFC 1950) although zlib compresses only the first: after a full flush (RFC
 * 1951's empty stored block) each piece is independent.
 */
export function compressZeros(mebibytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MEBIBYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const [header, last, adler32] = [Buffer.from([0x78, 0xda]), Buffer.from([0x03, 0x00]), Buffer.alloc(4)];
  adler32.writeUInt16BE((mebibytes * MEBIBYTE) % 65_521, 0);
  adler32.writeUInt16BE(1, 2);
  return Buffer.concat([header, ...Array.from({ length: mebibytes }, () => piece), last, adler32]);
}

export function createSegment(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Inserts the segments after the JPEG's start marker. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

export const createIccSegment = (profile: Uint8Array): Buffer =>
  createSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]));

/** Lists the markers of a JPEG before its pixels. */
export function listMarkers(jpeg: Buffer): number[] {
  const markers: number[] = [];
  for (let at = 2; ; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    markers.push(marker);
    if (marker === 0xda) return markers;
  }
}

/** Replaces the size in the JPEG's first frame header (SOF). */
export function withFrameSize(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker < 0xc0 || marker > 0xc2) continue;
    bytes.writeUInt16BE(height, at + 5);
    bytes.writeUInt16BE(width, at + 7);
    return bytes;
  }
}

/** Repeats the last scan of a progressive JPEG `times` times. */
export function withScans(jpeg: Buffer, times: number): Buffer {
  const lastScan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: times }, () => jpeg.subarray(lastScan, end)),
    jpeg.subarray(end),
  ]);
}

export const withoutSegment = (jpeg: Buffer, unwanted: number): Buffer => {
  const rest = [jpeg.subarray(0, 2)];
  for (let at = 2; ;) {
    const marker = jpeg[at + 1];
    if (marker === 0xda) return Buffer.concat([...rest, jpeg.subarray(at)]);
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (marker !== unwanted) rest.push(jpeg.subarray(at, end));
    at = end;
  }
};

/**
 * A JPEG of 8 × 8 pixels in one colour without Adobe's marker: components (0..255) as they are stored, with these ids.
 * Huffman codes have 4 bits for a DC category and 1 bit for the end of a block.
 */
export function createFlatJpeg(components: readonly number[], ids: readonly number[]): Buffer {
  const count = components.length;
  const bits = components.map((value) => toDcBits(value - 128) + '0').join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const pixels = (padded.match(/.{8}/g) ?? []).flatMap((byte) =>
    byte === '11111111' ? [0xff, 0] : [parseInt(byte, 2)],
  );
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    createSegment(0xdb, Buffer.from([0, ...Array<number>(64).fill(8)])),
    createSegment(0xc0, Buffer.from([8, 0, 8, 0, 8, count, ...ids.flatMap((id) => [id, 0x11, 0])])),
    createSegment(0xc4, Buffer.from([0, 0, 0, 0, 9, ...Array<number>(12).fill(0), ...Array(9).keys()])),
    createSegment(0xc4, Buffer.from([0x10, 1, ...Array<number>(15).fill(0), 0])),
    createSegment(0xda, Buffer.from([count, ...ids.flatMap((id) => [id, 0]), 0, 63, 0])),
    Buffer.from([...pixels, 0xff, 0xd9]),
  ]);
}

/** ITU-T T.81, F.1.2.1: the category, then the value in that many bits. */
function toDcBits(value: number): string {
  const category = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
  const code = category.toString(2).padStart(4, '0');
  if (category === 0) return code;
  return code + (value < 0 ? value + 2 ** category - 1 : value).toString(2).padStart(category, '0');
}

type Matrix = readonly (readonly [number, number, number])[];

/** Adobe RGB (1998): columns of its matrix to XYZ at D50 (specification, section 4.3.6), gamma 2.19921875. */
const ADOBE_COLUMNS: Matrix = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];

/** A minimal matrix profile of ICC.1:2001-04. */
export function createAdobeProfile(): Buffer {
  const s15 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(Math.round(value * 65_536));
    return bytes;
  };
  const xyz = (column: readonly number[]): Buffer =>
    Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), ...column.map(s15)]);
  const gamma = Buffer.from([...Buffer.from('curv\0\0\0\0', 'latin1'), 0, 0, 0, 1, 0x02, 0x33, 0, 0]);
  const text = Buffer.from('desc\0\0\0\0\0\0\0\x02x\0'.padEnd(92, '\0'), 'latin1');
  const [red, green, blue] = ADOBE_COLUMNS.map(xyz);
  const tags: [string, Buffer][] = [
    ['desc', text],
    ['cprt', Buffer.from('text\0\0\0\0x\0\0\0', 'latin1')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', red!],
    ['gXYZ', green!],
    ['bXYZ', blue!],
    ['rTRC', gamma],
    ['gTRC', gamma],
    ['bTRC', gamma],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let offset = 128 + table.length;
  tags.forEach(([name, body], index) => {
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(body.length, 12 + index * 12);
    offset += body.length;
  });
  const head = Buffer.alloc(128);
  head.writeUInt32BE(offset, 0);
  head.writeUInt32BE(0x02100000, 8);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  Buffer.concat([0.9642, 1, 0.8249].map(s15)).copy(head, 68);
  return Buffer.concat([head, table, ...tags.map(([, body]) => body)]);
}
