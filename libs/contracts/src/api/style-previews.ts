import { SENTENCES } from '../common/index.js';
import type { Operation } from './operation.js';
import { SAMPLE } from './samples.js';

export const stylePreviewOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/uploads/:id/previews/:styleKey',
    access: 'session',
    tag: 'Art',
    summary: 'An uploaded photo in a style, small',
    description:
      'WebP, 512 px on its long side, drawn by the built-in engine when first asked for and kept as long as the photo. For whoever uploaded it only, who may keep it for ever.',
    answer: { status: 200, description: 'The preview', type: 'image/webp' },
    errors: {
      429: 'Too many from this address',
      503: 'It could not be drawn, or too many wait; `Retry-After` says when to ask again',
    },
    examples: [
      { name: 'draws it', given: ['a photo'], params: { id: SAMPLE.photo, styleKey: 'modern' }, status: 200 },
      {
        name: 'knows no photo but the session’s own',
        params: { id: SAMPLE.unknown, styleKey: 'modern' },
        status: 404,
        message: SENTENCES.notFound,
      },
      {
        name: 'knows no other style',
        given: ['a photo'],
        params: { id: SAMPLE.photo, styleKey: 'baroque' },
        status: 404,
        message: SENTENCES.notFound,
      },
    ],
  },
];
