import { orderOperations } from '@shop/contracts-order/docs';
import * as orderRoutes from '@shop/contracts-order/routes';
import { exportPersonalData } from '@shop/contracts-identity/routes';
import { compareHandlers, unconnectedTestConfig } from '@shop/testing';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

it('handles each of its routes at the access level of the contract, and no other public address', async () => {
  const { handlers, routes } = await compareHandlers(
    'order',
    AppModule.with(unconnectedTestConfig((env) => readConfig({ ...env, SANDBOX_URL: 'http://127.0.0.1:1' }))),
    { routes: { ...orderRoutes, exportPersonalData }, operations: orderOperations },
  );
  expect(handlers).toEqual(routes);
});
