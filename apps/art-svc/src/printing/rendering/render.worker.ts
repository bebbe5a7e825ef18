/** Entry point of a render worker (piscina). */
import sharp from 'sharp';
import { type MockupInput, rasterizeIfSvg, type RenderedMockup, renderMockup } from './render-mockup.js';
import { type PrintInput, type RenderedPrint, renderPrintFile } from './render-print-file.js';

// Pictures are rendered one after another, so a cache would only use memory. One core per worker, because the others
// serve HTTP.
sharp.cache(false);
sharp.concurrency(1);

export type RenderTask =
  | { readonly kind: 'print'; readonly input: PrintInput }
  | { readonly kind: 'mockup'; readonly input: MockupInput }
  | { readonly kind: 'picture'; readonly picture: Uint8Array };
export type Rendered = RenderedPrint | RenderedMockup | Uint8Array;

export async function render(task: RenderTask): Promise<Rendered> {
  switch (task.kind) {
    case 'print':
      return renderPrintFile(task.input);
    case 'mockup':
      return renderMockup(task.input);
    case 'picture':
      return rasterizeIfSvg(task.picture);
  }
}
