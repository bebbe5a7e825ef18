/**
 * Intersection over union of two masks; above 127 is the animal.
 * Throws an Error for masks of different sizes.
 */
export function overlap(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error(`A cut-out has ${one.length} pixels instead of ${other.length}`);
  let [both, either] = [0, 0];
  for (let i = 0; i < one.length; i++) {
    const [first, second] = [one[i]! > 127, other[i]! > 127];
    if (first && second) both++;
    if (first || second) either++;
  }
  return both / either;
}
