import { Module } from '@nestjs/common';
import { LetterDesk } from './letter-desk.js';

@Module({ providers: [LetterDesk], exports: [LetterDesk] })
export class LettersModule {}
