import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImageFolder } from './image-folder.js';
import { ImageEntity } from './image.entity.js';
import { ImagesRepository } from './images.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([ImageEntity])],
  providers: [ImageFolder, ImagesRepository],
  exports: [ImageFolder, ImagesRepository],
})
export class ImagesModule {}
