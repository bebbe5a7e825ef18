import { Module } from '@nestjs/common';
import { CreateUser } from './create-user.js';
import { FirstAdmin } from './first-admin.js';
import { UsersConsumer } from './users.consumer.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';

@Module({
  controllers: [UsersController, UsersConsumer],
  providers: [UsersRepository, CreateUser, FirstAdmin],
  exports: [UsersRepository, CreateUser],
})
export class UsersModule {}
