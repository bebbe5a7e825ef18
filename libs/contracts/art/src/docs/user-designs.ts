import type * as routes from '../routes/user-designs.js';
import { MESSAGES } from '@shop/contracts-common';
import { type DocsOf, SAMPLE } from '@shop/contracts-common/docs';
import { USER_DESIGNS_LIMIT } from '../index.js';

export const userDesignsDocs: DocsOf<typeof routes> = {
  getUserDesigns: {
    tag: 'Back office: users',
    summary: 'The designs of a user',
    answer: `How many there are, and the newest ${USER_DESIGNS_LIMIT}; none for an unknown user`,
    examples: [
      { name: 'counts the designs', given: ['an account'], params: { id: SAMPLE.user }, status: 200 },
      { name: 'does not find what is no id', params: { id: 'first' }, status: 404, message: MESSAGES.notFound },
    ],
  },
};
