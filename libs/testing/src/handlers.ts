import type { DynamicModule, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, NestFactory, Reflector } from '@nestjs/core';
import { ACCESS_LEVELS } from '@shop/contracts/common';
import { ACCESS_METADATA } from '@shop/service-kit';

export interface HandlerAccess {
  /** `SignInController.login` */
  name: string;
  /** Level of `@Access`. Undefined if the handler does not declare one. */
  access: string | undefined;
}

/** Lists all HTTP handlers of a service. Nest only scans the modules (`preview`) and constructs nothing. */
export async function listHandlers(module: DynamicModule): Promise<HandlerAccess[]> {
  const app = await NestFactory.createApplicationContext(module, { preview: true, logger: false });
  const [methods, reflector] = [new MetadataScanner(), new Reflector()];
  return [...app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()].map(({ metatype }) => metatype as new () => object))
    .flatMap((controller) =>
      methods.getAllMethodNames(controller.prototype as object).map((name) => {
        const handler = (controller.prototype as Record<string, () => unknown>)[name] as () => unknown;
        return {
          name: `${controller.name}.${name}`,
          verb: reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler),
          access: reflector.getAllAndOverride<string | undefined>(ACCESS_METADATA, [handler, controller]),
        };
      }),
    )
    .filter(({ verb }) => verb !== undefined)
    .map(({ name, access }) => ({ name, access }));
}

export const declaresAccess = ({ access }: HandlerAccess): boolean =>
  (ACCESS_LEVELS as readonly (string | undefined)[]).includes(access);
