import { supportOperations } from '@shop/contracts-support/docs';
import * as supportRoutes from '@shop/contracts-support/routes';
import { exportPersonalData } from '@shop/contracts-identity/routes';
import { compareHandlers, unconnectedTestConfig } from '@shop/testing';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

it('handles each of its routes at the access level of the contract, and no other public address', async () => {
  const { handlers, routes } = await compareHandlers('support', AppModule.with(unconnectedTestConfig(readConfig)), {
    routes: { ...supportRoutes, exportPersonalData },
    operations: supportOperations,
  });
  expect(handlers).toEqual(routes);
});
