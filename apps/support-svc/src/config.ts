import { parseEnvironment, serviceEnvSchema, type ServiceConfig } from '@shop/service-kit';

export type Config = ServiceConfig;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => parseEnvironment('support-svc', serviceEnvSchema, env);
