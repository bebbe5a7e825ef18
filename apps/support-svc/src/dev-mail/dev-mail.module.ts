import { Module } from '@nestjs/common';
import { DevMailController } from './dev-mail.controller.js';
import { MailFolder } from './mail-folder.js';

@Module({ controllers: [DevMailController], providers: [MailFolder] })
export class DevMailModule {}
