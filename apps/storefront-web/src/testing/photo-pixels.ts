/** Synthetic photo pixels, height × width × 4 bytes (RGBA). */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

// Jest's own context makes each access to a global slow.
const { floor, hypot, imul, max, min, sin } = Math;

/** A seeded random generator, 0…1 (mulberry32 by T. Ettinger, public domain). */
function noise(): () => number {
  let state = 7;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Distance from the centre of the pet's head; 1 at its outline. */
const distance = (x: number, y: number, { width, height }: Pick<Pixels, 'width' | 'height'>): number =>
  hypot((x - width / 2) / (width * 0.28), (y - height / 2) / (height * 0.4));

const mapPixels = (pixels: Pixels, change: (byte: number, channel: number, x: number, y: number) => number): Pixels => {
  const { width, height, data } = pixels;
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 4; channel++, i++) out[i] = change(data[i]!, channel, x, y);
  }
  return { width, height, data: out };
};

/** A furry head with dark eyes in front of a plain wall. The strands of fur are 3 px wide. */
export function petPixels(width = 320, height = 240): Pixels {
  const random = noise();
  const size = { width, height };
  const strands = Float32Array.from({ length: width }, () => random());
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p += 4) {
      const isEye = hypot(max(x - width / 2, width / 2 - x) - width * 0.11, y - height * 0.42) < width * 0.035;
      const fur = isEye ? 20 : 70 + 110 * strands[(floor((x + 6 * sin(y / 9)) / 3) + width) % width]!;
      const value = distance(x, y, size) > 1 ? 150 + 40 * (y / height) + 2 * random() : fur;
      data[p] = value * 1.05;
      data[p + 1] = value;
      data[p + 2] = value * 0.85;
      data[p + 3] = 255;
    }
  }
  return { width, height, data };
}

function expose(byte: number, stops: number): number {
  const linear = (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4) * 2 ** stops;
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * min(1, linear) ** (1 / 2.4) - 0.055);
}

/** Changes the exposure by this many stops, in linear light; highlights clip. */
export function exposed(pixels: Pixels, stops: number): Pixels {
  const curve = Uint8ClampedArray.from({ length: 256 }, (_, byte) => expose(byte, stops));
  return mapPixels(pixels, (byte, channel) => (channel === 3 ? byte : curve[byte]!));
}

/** Three passes of a box blur of this radius in each direction. */
export function blurred(pixels: Pixels, radius: number): Pixels {
  const { width, height } = pixels;
  let from = pixels;
  for (let pass = 0; pass < 6; pass++) {
    const { data } = from;
    const isDown = pass % 2 === 1;
    const last = isDown ? height - 1 : width - 1;
    const at = (place: number, x: number, y: number, channel: number): number => {
      const near = place < 0 ? 0 : place > last ? last : place;
      return data[((isDown ? near : y) * width + (isDown ? x : near)) * 4 + channel]!;
    };
    from = mapPixels(from, (_, channel, x, y) => {
      let sum = 0;
      for (let n = -radius; n <= radius; n++) sum += at((isDown ? y : x) + n, x, y, channel);
      return sum / (2 * radius + 1);
    });
  }
  return from;
}

/** Blurs everything except the centre of the pet, like a portrait with an out-of-focus background. */
export function portrait(pixels: Pixels): Pixels {
  const soft = blurred(pixels, 6);
  return mapPixels(pixels, (byte, channel, x, y) =>
    distance(x, y, pixels) < 0.7 ? byte : soft.data[(y * pixels.width + x) * 4 + channel]!,
  );
}

/** Makes everything outside of this share of the pet's head transparent. */
export const cutOut = (pixels: Pixels, share = 1): Pixels =>
  mapPixels(pixels, (byte, channel, x, y) => (channel === 3 && distance(x, y, pixels) > share ? 0 : byte));
