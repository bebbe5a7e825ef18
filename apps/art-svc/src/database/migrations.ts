import { InitialSchema } from './migrations/0001-initial-schema.js';
import { Styles } from './migrations/0002-styles.js';
import { PrintFilesByNumber } from './migrations/0003-print-files-by-number.js';
import { ShareLinks } from './migrations/0004-share-links.js';
import { ContinueLinks } from './migrations/0005-continue-links.js';
import { ReviewPhotos } from './migrations/0006-review-photos.js';

/** In the order of execution. */
export const migrations = [InitialSchema, Styles, PrintFilesByNumber, ShareLinks, ContinueLinks, ReviewPhotos];
