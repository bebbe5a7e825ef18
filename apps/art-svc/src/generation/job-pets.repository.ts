import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { RequestedPet } from '../cut-outs/pet-source.js';

/** The second to fourth pet of jobs; the job itself has the first. */
@Injectable()
export class JobPetsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insertPets(jobId: string, pets: readonly RequestedPet[], manager: EntityManager): Promise<void> {
    if (pets.length === 0) return;
    await manager.query(
      `INSERT INTO ai_job_pets (job_id, position, image_id, cut_out_id)
       SELECT $1, pet.position, pet.image_id, pet.cut_out_id
       FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS pet (image_id, cut_out_id, position)`,
      [jobId, pets.map(({ imageId }) => imageId), pets.map(({ cutOutId }) => cutOutId)],
    );
  }

  /** In their order; at most three. */
  listPets(jobId: string): Promise<RequestedPet[]> {
    return this.dataSource.query(
      'SELECT image_id AS "imageId", cut_out_id AS "cutOutId" FROM ai_job_pets WHERE job_id = $1 ORDER BY position',
      [jobId],
    );
  }
}
