import { describeRoutes, type Operation } from '@shop/contracts-common/docs';
import * as art from '../routes/art.js';
import * as continuing from '../routes/continuing.js';
import * as cutOuts from '../routes/cut-outs.js';
import * as sharing from '../routes/sharing.js';
import * as styles from '../routes/styles.js';
import * as userDesigns from '../routes/user-designs.js';
import { artDocs } from './art.js';
import { continuingDocs } from './continuing.js';
import { cutOutDocs } from './cut-outs.js';
import { sharingDocs } from './sharing.js';
import { stylesDocs } from './styles.js';
import { userDesignsDocs } from './user-designs.js';

/** The documentation and examples of each call. */
export const artOperations: readonly Operation[] = [
  ...describeRoutes(art, artDocs),
  ...describeRoutes(continuing, continuingDocs),
  ...describeRoutes(cutOuts, cutOutDocs),
  ...describeRoutes(sharing, sharingDocs),
  ...describeRoutes(styles, stylesDocs),
  ...describeRoutes(userDesigns, userDesignsDocs),
];
