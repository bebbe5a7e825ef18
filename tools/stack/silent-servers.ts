import { hostOf, type Parts } from './parts.ts';
import { somethingListens } from './probes.ts';
import { StartRefusal } from './start-refusal.ts';

/** An address that was given and does not answer is a mistake to tell, not one to start with. Throws StartRefusal. */
export async function refuseSilentServers(parts: Pick<Parts, 'events' | 'cache'>): Promise<void> {
  const given = [
    { variable: 'RABBITMQ_URL', part: parts.events, port: 5672 },
    { variable: 'REDIS_URL', part: parts.cache, port: 6379 },
  ];
  for (const { variable, part, port } of given) {
    if (part.from !== 'environment' || part.url === undefined) continue;
    if (!URL.canParse(part.url)) throw new StartRefusal(`${variable} is not an address.`);
    const url = new URL(part.url);
    const answers = await somethingListens(url.hostname.replace(/^\[|\]$/g, ''), Number(url.port) || port);
    if (!answers)
      throw new StartRefusal(
        `Nothing answers at ${hostOf(part.url)}, which ${variable} names. Start it, or take the variable away.`,
      );
  }
}
