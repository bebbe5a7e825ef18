import { artOperations } from '@shop/contracts-art/docs';
import * as artRoutes from '@shop/contracts-art/routes';
import { exportPersonalData } from '@shop/contracts-identity/routes';
import { compareHandlers, unconnectedTestConfig } from '@shop/testing';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

it('handles each of its routes at the access level of the contract, and no other public address', async () => {
  const { handlers, routes } = await compareHandlers('art', AppModule.with(unconnectedTestConfig(readConfig)), {
    routes: { ...artRoutes, exportPersonalData },
    operations: artOperations,
  });
  expect(handlers).toEqual(routes);
});
