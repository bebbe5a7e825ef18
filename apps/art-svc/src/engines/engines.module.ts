import { Module } from '@nestjs/common';
import { CONFIG, LOGGER, Readiness } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { BuiltInEngine } from './built-in/built-in.engine.js';
import { FallbackEngine } from './fallback.engine.js';
import { ImageEngine } from './image-engine.js';
import { CallBudgetsService } from './openai/call-budgets.service.js';

/** With an OpenAI key, OpenAI draws and the built-in engine is the fallback. The package needs 35 MB of memory, so it is loaded only with one. */
async function createEngine(
  config: Config,
  builtIn: BuiltInEngine,
  budgets: CallBudgetsService,
  readiness: Readiness,
  logger: Logger,
): Promise<ImageEngine> {
  if (!config.OPENAI_API_KEY) return builtIn;
  const { OpenAiEngine } = await import('./openai/openai.engine.js');
  const primary = new OpenAiEngine(config, budgets, logger, (reason) => engine.reportFault(reason));
  const engine: FallbackEngine = new FallbackEngine({ name: 'openai', primary, fallback: builtIn, logger });
  primary.checkModel();
  readiness.addPart('openai', () => engine.checkPrimary());
  return engine;
}

@Module({
  providers: [
    BuiltInEngine,
    CallBudgetsService,
    {
      provide: ImageEngine,
      useFactory: createEngine,
      inject: [CONFIG, BuiltInEngine, CallBudgetsService, Readiness, LOGGER],
    },
  ],
  exports: [ImageEngine],
})
export class EnginesModule {}
