/**
 * ΔE2000 of two sRGB colours; above 5, two colours are visibly different.
 * Source: Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
 */
export function colourDifference(one: readonly number[], other: readonly number[]): number {
  const [[l1, a1, b1], [l2, a2, b2]] = [toLab(one), toLab(other)];
  const meanChroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 1.5 - 0.5 * root7(meanChroma);
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const [h1, h2] = [hue(b1, a1 * g), hue(b2, a2 * g)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((((h2 - h1 + 180) % 360) + 360) % 360) - 180;
  const h = isGrey ? h1 + h2 : (((h1 + turn / 2) % 360) + 360) % 360;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const hues = (2 * Math.sqrt(c1 * c2) * Math.sin((turn * Math.PI) / 360)) / (1 + 0.015 * c * t);
  const rotation = -2 * root7(c) * Math.sin(((60 * Math.PI) / 180) * Math.exp(-(((h - 275) / 25) ** 2)));
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hues ** 2 + rotation * chroma * hues);
}

const root7 = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
const hue = (b: number, a: number): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

const toLinear = (byte: number): number =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;

/** CIELAB for D65. */
function toLab(colour: readonly number[]): [number, number, number] {
  const [r, g, b] = colour.map(toLinear) as [number, number, number];
  const f = (value: number): number => (value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
