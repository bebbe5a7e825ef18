import { Module } from '@nestjs/common';
import { UsersService } from './users.service.js';
import { FirstAdminService } from './first-admin.service.js';
import { UsersConsumer } from './users.consumer.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';

@Module({
  controllers: [UsersController, UsersConsumer],
  providers: [UsersRepository, UsersService, FirstAdminService],
  exports: [UsersRepository, UsersService],
})
export class UsersModule {}
