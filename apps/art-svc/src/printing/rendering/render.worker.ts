/** Entry of the rendering thread (piscina). */
import sharp from 'sharp';
import { drawnPicture } from './product-picture.js';
import { renderMockup, type MockupOrder, type RenderedMockup } from './render-mockup.js';
import { renderPrintFile, type PrintOrder, type RenderedPrint } from './render-print-file.js';

// One picture after another: a cache would only hold memory, and a second core belongs to HTTP.
sharp.cache(false);
sharp.concurrency(1);

export type RenderTask =
  | { readonly kind: 'print'; readonly order: PrintOrder }
  | { readonly kind: 'mockup'; readonly order: MockupOrder }
  | { readonly kind: 'picture'; readonly picture: Uint8Array };
export type Rendered = RenderedPrint | RenderedMockup | Uint8Array;

export async function render(task: RenderTask): Promise<Rendered> {
  switch (task.kind) {
    case 'print':
      return renderPrintFile(task.order);
    case 'mockup':
      return renderMockup(task.order);
    case 'picture':
      return drawnPicture(task.picture);
  }
}
