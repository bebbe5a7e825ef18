import { pino } from 'pino';
import type { GenerationInput, EngineArtwork, ImageEngine } from '../engines/image-engine.js';
import type { PetFilesService } from '../cut-outs/pet-files.service.js';
import type { StylesService } from '../styles/styles.service.js';
import type { PartialPicturesRepository } from './partial-pictures.repository.js';
import type { DrawingEntity } from './drawing.entity.js';
import type { DrawingsRepository } from './drawings.repository.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';

describe('ArtworkDrawingService', () => {
  const artwork = { width: 1024 } as EngineArtwork;
  const drawWith = async (partial: number | null): Promise<string[]> => {
    const steps: string[] = [];
    const partials = {
      withdrawPicture: async ({ id }: DrawingEntity) => void steps.push(`withdrawn ${id}`),
    } as unknown as PartialPicturesRepository;
    const engine = { draw: async () => (steps.push('drawn'), artwork) } as unknown as ImageEngine;
    const drawing = new ArtworkDrawingService(
      engine,
      { saveProgress: async () => undefined } as unknown as DrawingsRepository,
      partials,
      {} as PetFilesService,
      {} as StylesService,
      pino({ level: 'silent' }),
    );
    const started = { id: 'drawing', partial, deadlineAt: new Date(), guestId: 'guest' } as DrawingEntity;
    const limits = { signal: new AbortController().signal, network: null };
    expect(await drawing.drawArtwork(started, {} as GenerationInput, limits)).toBe(artwork);
    return steps;
  };

  it('withdraws the partial picture of an earlier attempt first', async () => {
    expect(await drawWith(2)).toEqual(['withdrawn drawing', 'drawn']);
  });

  it('withdraws nothing when there is no partial picture', async () => {
    expect(await drawWith(null)).toEqual(['drawn']);
  });
});
