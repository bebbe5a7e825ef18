import { pino } from 'pino';
import type { GenerationInput, EngineArtwork, ImageEngine } from '../engines/image-engine.js';
import type { PetFilesService } from '../cut-outs/pet-files.service.js';
import type { StylesService } from '../styles/styles.service.js';
import type { PartialPicturesRepository } from './partial-pictures.repository.js';
import type { JobEntity } from './job.entity.js';
import type { JobsRepository } from './jobs.repository.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';

describe('ArtworkDrawingService', () => {
  const artwork = { width: 1024 } as EngineArtwork;
  const drawWith = async (partial: number | null): Promise<string[]> => {
    const steps: string[] = [];
    const partials = {
      withdrawPicture: async ({ id }: JobEntity) => void steps.push(`withdrawn ${id}`),
    } as unknown as PartialPicturesRepository;
    const engine = { draw: async () => (steps.push('drawn'), artwork) } as unknown as ImageEngine;
    const drawing = new ArtworkDrawingService(
      engine,
      { saveProgress: async () => undefined } as unknown as JobsRepository,
      partials,
      {} as PetFilesService,
      {} as StylesService,
      pino({ level: 'silent' }),
    );
    const job = { id: 'job', partial, deadlineAt: new Date(), guestId: 'guest' } as JobEntity;
    const limits = { signal: new AbortController().signal, network: null };
    expect(await drawing.drawArtwork(job, {} as GenerationInput, limits)).toBe(artwork);
    return steps;
  };

  it('withdraws the partial picture of an earlier attempt first', async () => {
    expect(await drawWith(2)).toEqual(['withdrawn job', 'drawn']);
  });

  it('withdraws nothing when there is no partial picture', async () => {
    expect(await drawWith(null)).toEqual(['drawn']);
  });
});
