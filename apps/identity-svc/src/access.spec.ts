import { identityOperations } from '@shop/contracts-identity/docs';
import * as identityRoutes from '@shop/contracts-identity/routes';
import { compareHandlers, unconnectedTestConfig } from '@shop/testing';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

it('handles each of its routes at the access level of the contract, and no other public address', async () => {
  const { handlers, routes } = await compareHandlers('identity', AppModule.with(unconnectedTestConfig(readConfig)), {
    routes: identityRoutes,
    operations: identityOperations,
  });
  expect(handlers).toEqual(routes);
});
