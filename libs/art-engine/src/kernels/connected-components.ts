import type { Plane } from './plane.js';

/** The four-connected components of the pixels with the given value: the pixel indices of each. */
export function connectedComponents({ width, values }: Plane, wanted: number): Int32Array[] {
  const open = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) open[i] = values[i] === wanted ? 1 : 0;
  const line = new Int32Array(values.length);
  const found: Int32Array[] = [];
  let end = 0;
  for (let start = 0; start < values.length; start++) {
    if (!open[start]) continue;
    const first = end;
    end = collectComponent(open, width, start, line, first);
    found.push(line.subarray(first, end));
  }
  return found;
}

/** Writes the component of the start pixel into `line`, from index `first`. Returns the end index. */
function collectComponent(open: Uint8Array, width: number, start: number, line: Int32Array, first: number): number {
  let end = enqueue(open, start, line, first);
  for (let head = first; head < end; head++) {
    const i = line[head]!;
    const x = i % width;
    if (x > 0) end = enqueue(open, i - 1, line, end);
    if (x < width - 1) end = enqueue(open, i + 1, line, end);
    if (i >= width) end = enqueue(open, i - width, line, end);
    if (i + width < open.length) end = enqueue(open, i + width, line, end);
  }
  return end;
}

function enqueue(open: Uint8Array, i: number, line: Int32Array, end: number): number {
  if (!open[i]) return end;
  open[i] = 0;
  line[end] = i;
  return end + 1;
}
