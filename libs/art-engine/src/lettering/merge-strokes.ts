import { createRequire } from 'node:module';
import type Paper from 'paper';

const require = createRequire(import.meta.url);

type Geometry = typeof Paper;

let loaded: Geometry | null = null;

/** Loaded at the first use, because most names don't need it. Without a canvas: only its geometry is used. */
function loadGeometry(): Geometry {
  if (!loaded) {
    loaded = require('paper/dist/paper-core.js') as Geometry;
    loaded.setup(new loaded.Size(1, 1));
  }
  return loaded;
}

/**
 * The outline of overlapping strokes. Variable fonts draw each stroke of a character by itself, so that a neon tube
 * along their outlines would show the seams.
 *
 * @param path SVG path data; the strokes are filled by the nonzero rule
 */
export function mergeStrokes(path: string): string {
  const { CompoundPath } = loadGeometry();
  const strokes = new CompoundPath({ pathData: path, fillRule: 'nonzero', insert: false });
  return strokes.unite(strokes, { insert: false }).pathData;
}
