import { pino } from 'pino';
import type { Commission, EngineArtwork, ImageEngine } from '../engines/image-engine.js';
import type { JobPartials } from './job-partials.js';
import type { JobEntity } from './job.entity.js';
import type { JobsRepository } from './jobs.repository.js';
import { PaintArtwork } from './paint-artwork.js';
import type { ProviderCalls } from './provider-calls.js';

describe('a drawing that takes over', () => {
  const artwork = { width: 1024 } as EngineArtwork;
  const paintedWith = async (partial: number | null): Promise<string[]> => {
    const done: string[] = [];
    const partials = {
      withdraw: async (jobId: string, claim: string) => void done.push(`withdrawn ${jobId} ${claim}`),
    } as unknown as JobPartials;
    const engine = { draw: async () => (done.push('drawn'), artwork) } as unknown as ImageEngine;
    const painting = new PaintArtwork(
      engine,
      { report: async () => undefined } as unknown as JobsRepository,
      partials,
      {} as ProviderCalls,
      pino({ level: 'silent' }),
    );
    const job = { id: 'job', partial, deadlineAt: new Date(), guestId: 'guest' } as JobEntity;
    expect(await painting.paint(job, 'claim', {} as Commission, new AbortController().signal)).toBe(artwork);
    return done;
  };

  it('withdraws first the partial picture of the dead instance', async () => {
    expect(await paintedWith(2)).toEqual(['withdrawn job claim', 'drawn']);
  });

  it('withdraws nothing where nothing was shown', async () => {
    expect(await paintedWith(null)).toEqual(['drawn']);
  });
});
