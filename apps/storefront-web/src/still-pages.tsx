import { RemoteBoundary } from '@shop/web-kit';
import { drawStillWhole } from '@shop/web-kit/still-page';
import App from './app.js';

const load = () => Promise.resolve({ default: App });

/** Pages as they are first drawn, for the HTML of who opens the shop with them: what the shell's boundary holds, with React's marks (ADR 23). */
export async function drawPages(paths: readonly string[]): Promise<{ bodies: Record<string, string> }> {
  const drawn = paths.map(async (path) => [path, await drawStillWhole(path, <RemoteBoundary load={load} />)] as const);
  return { bodies: Object.fromEntries(await Promise.all(drawn)) };
}
