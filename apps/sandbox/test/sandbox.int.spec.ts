import { createTestDatabase } from '@shop/testing';
import { startSandbox } from '../testing/index.js';

it('starts on an empty database, and again on its own', async () => {
  const database = await createTestDatabase();
  for (let start = 1; start <= 2; start += 1) {
    const sandbox = await startSandbox({ databaseUrl: database.url });
    expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(200);
    await sandbox.stop();
  }
  await database.drop();
});
