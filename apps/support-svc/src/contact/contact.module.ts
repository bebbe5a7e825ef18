import { Module } from '@nestjs/common';
import { AdminContactController } from './admin-contact.controller.js';
import { ContactController } from './contact.controller.js';
import { ContactService } from './contact.service.js';

@Module({ controllers: [ContactController, AdminContactController], providers: [ContactService] })
export class ContactModule {}
