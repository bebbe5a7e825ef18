import { rmSync } from 'node:fs';
import type { DataFolder } from './data-folder.ts';
import type { Wiring } from './services.ts';

export function discardFolder(folder: DataFolder): void {
  rmSync(folder.root, { recursive: true, force: true });
}

/** Queues on a broker are durable: those of a data folder that is thrown away would stay for ever. */
export async function discardQueues(wiring: Pick<Wiring, 'parts' | 'eventsNamespace'>): Promise<void> {
  const { url } = wiring.parts.events;
  if (url === undefined) return;
  const { bindingsOf, deleteNamespace } = await import('@shop/messaging/transport'); // built by then; a first start could not load it
  await deleteNamespace(url, wiring.eventsNamespace, bindingsOf(wiring.eventsNamespace));
}
