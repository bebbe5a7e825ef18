import { catalogOperations } from '@shop/contracts-catalog/docs';
import * as catalogRoutes from '@shop/contracts-catalog/routes';
import { exportPersonalData } from '@shop/contracts-identity/routes';
import { compareHandlers, unconnectedTestConfig } from '@shop/testing';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

it('handles each of its routes at the access level of the contract, and no other public address', async () => {
  const { handlers, routes } = await compareHandlers('catalog', AppModule.with(unconnectedTestConfig(readConfig)), {
    routes: { ...catalogRoutes, exportPersonalData },
    operations: catalogOperations,
  });
  expect(handlers).toEqual(routes);
});
