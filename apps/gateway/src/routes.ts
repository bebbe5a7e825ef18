export { publicRoutes as routes } from '@shop/contracts/routes';
export * from '@shop/contracts/routes';
