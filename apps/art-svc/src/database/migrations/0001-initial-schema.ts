import { defineInitialMigration } from '@shop/service-kit';
import {
  GENERATION_JOBS,
  JOB_PETS,
  JOB_SUBSCRIBERS,
  OPENAI_BUDGETS,
  PARTIAL_PICTURES,
  WORKER_CAPACITY,
} from './initial-schema/drawings.sql.js';
import { ERASURES } from './initial-schema/erasures.sql.js';
import { COMPOSITION_PREVIEWS, CUT_OUTS, FILE_REMOVALS, IMAGES } from './initial-schema/images.sql.js';
import { PRINT_JOBS } from './initial-schema/print-files.sql.js';
import { STYLES } from './initial-schema/styles.sql.js';

/** Tables are created after the tables that they reference. */
export const InitialSchema = defineInitialMigration('InitialSchema', [
  IMAGES,
  CUT_OUTS,
  COMPOSITION_PREVIEWS,
  FILE_REMOVALS,
  STYLES,
  GENERATION_JOBS,
  JOB_PETS,
  PARTIAL_PICTURES,
  JOB_SUBSCRIBERS,
  WORKER_CAPACITY,
  OPENAI_BUDGETS,
  PRINT_JOBS,
  ERASURES,
]);
