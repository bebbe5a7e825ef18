import { Module } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { BuiltInEngine } from './built-in/built-in.engine.js';
import { FallbackEngine } from './fallback.engine.js';
import { ImageEngine } from './image-engine.js';
import { CallBudgetsService } from './openai/call-budgets.service.js';

const OPENAI_ENGINE = Symbol('OPENAI_ENGINE');

/** Null without a key. The package needs 35 MB of memory, so it is loaded only with one. */
async function createOpenAiEngine(
  config: Config,
  budgets: CallBudgetsService,
  logger: Logger,
): Promise<ImageEngine | null> {
  if (!config.OPENAI_API_KEY) return null;
  const { OpenAiEngine } = await import('./openai/openai.engine.js');
  return new OpenAiEngine(config, budgets, logger);
}

/** With an OpenAI key the built-in engine is the fallback. */
const chooseEngine = (builtIn: BuiltInEngine, openAi: ImageEngine | null, logger: Logger): ImageEngine =>
  openAi ? new FallbackEngine({ name: 'openai', primary: openAi, fallback: builtIn, logger }) : builtIn;

@Module({
  providers: [
    BuiltInEngine,
    CallBudgetsService,
    { provide: OPENAI_ENGINE, useFactory: createOpenAiEngine, inject: [CONFIG, CallBudgetsService, LOGGER] },
    { provide: ImageEngine, useFactory: chooseEngine, inject: [BuiltInEngine, OPENAI_ENGINE, LOGGER] },
  ],
  exports: [ImageEngine],
})
export class EnginesModule {}
