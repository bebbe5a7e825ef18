import { Module } from '@nestjs/common';
import { BuiltInEngine } from './built-in/built-in.engine.js';
import { ImageEngine } from './image-engine.js';

@Module({ providers: [{ provide: ImageEngine, useClass: BuiltInEngine }], exports: [ImageEngine] })
export class EnginesModule {}
