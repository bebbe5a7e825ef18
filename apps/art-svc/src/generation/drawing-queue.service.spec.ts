import { pino } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { DrawingQueueService } from './drawing-queue.service.js';
import type { DrawingsRepository, NewDrawing } from './drawings.repository.js';

const CORES = 8;
const LOAD = { unfinishedDrawings: 16, workerSlots: 2, meanDrawingMs: 15_000 };

/** A request at a process with these variables. Another process has the two slots for drawings. */
async function enqueueAt(process: Pick<Config, 'ROLE' | 'JOB_KINDS'>): Promise<string | null> {
  const manager = {
    query: (sql: string) => Promise.resolve(sql.includes('workerSlots') ? [LOAD] : []),
  } as unknown as EntityManager;
  const dataSource = {
    transaction: (work: (manager: EntityManager) => Promise<unknown>) => work(manager),
  } as unknown as DataSource;
  const drawings = { insertDrawing: () => Promise.resolve('new') } as unknown as DrawingsRepository;
  const config = { ...process, ART_CONCURRENCY: CORES, ART_DEADLINE_MS: 90_000 } as Config;
  const queue = new DrawingQueueService(dataSource, drawings, config, pino({ level: 'silent' }));
  return queue.enqueueDrawing({} as NewDrawing, []);
}

describe('DrawingQueueService', () => {
  it('counts the slots of its own process, also where its row has expired', async () => {
    await expect(enqueueAt({ ROLE: 'all' })).resolves.toBe('new');
  });

  it.each<Pick<Config, 'ROLE' | 'JOB_KINDS'>>([{ ROLE: 'web' }, { ROLE: 'all', JOB_KINDS: ['art.print-file'] }])(
    'counts no slots of its own process if that draws nothing: %j',
    async (process) => {
      await expect(enqueueAt(process)).rejects.toMatchObject({ code: 'ARTWORK_QUEUE_FULL' });
    },
  );
});
