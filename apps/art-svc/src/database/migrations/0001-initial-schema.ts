import { defineInitialMigration } from '@shop/service-kit';
import {
  DRAWINGS,
  DRAWING_PETS,
  DRAWING_SUBSCRIBERS,
  OPENAI_BUDGETS,
  PARTIAL_PICTURES,
  WORKER_CAPACITY,
} from './initial-schema/drawings.sql.js';
import { ERASURES } from './initial-schema/erasures.sql.js';
import {
  COMPOSITION_PREVIEWS,
  CUT_OUTS,
  FILE_REMOVALS,
  IMAGES,
  REPORT_PHOTOS,
  UPLOAD_BUDGETS,
} from './initial-schema/images.sql.js';
import { PRINT_FILES } from './initial-schema/print-files.sql.js';
import { STYLES } from './initial-schema/styles.sql.js';

/** Tables are created after the tables that they reference. */
export const InitialSchema = defineInitialMigration('InitialSchema', [
  IMAGES,
  REPORT_PHOTOS,
  CUT_OUTS,
  COMPOSITION_PREVIEWS,
  FILE_REMOVALS,
  STYLES,
  DRAWINGS,
  DRAWING_PETS,
  PARTIAL_PICTURES,
  DRAWING_SUBSCRIBERS,
  WORKER_CAPACITY,
  OPENAI_BUDGETS,
  UPLOAD_BUDGETS,
  PRINT_FILES,
  ERASURES,
]);
