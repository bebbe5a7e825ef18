import { declaresAccess, listHandlers, unconnectedTestConfig } from '@shop/testing';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

it('every handler declares who may call it', async () => {
  const handlers = await listHandlers(AppModule.with(unconnectedTestConfig(readConfig)));
  expect(handlers.length).toBeGreaterThan(3);
  expect(handlers.filter((handler) => !declaresAccess(handler))).toEqual([]);
});
