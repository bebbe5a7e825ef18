import { Module } from '@nestjs/common';
import { Statements } from './statements.js';

@Module({ providers: [Statements], exports: [Statements] })
export class PreparedStatementsModule {}
