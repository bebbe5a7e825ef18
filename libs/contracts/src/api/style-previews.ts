import { previewQuerySchema } from '../art/index.js';
import { MESSAGES } from '../common/index.js';
import type { Operation } from './operation.js';
import { SAMPLE } from './samples.js';

export const stylePreviewOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/api/uploads/:id/previews/:styleKey',
    access: 'session',
    tag: 'Art',
    summary: 'Small preview of an uploaded photo in a style',
    description:
      'WebP, 512 px on its long side. The built-in engine renders it for the first request; it is stored as long as the photo; of other compositions than the default one, the last 40. With `with` the pets of further photos are drawn too. Visible to the uploader only, cacheable without a time limit.',
    query: previewQuerySchema,
    answer: { status: 200, description: 'The preview', type: 'image/webp' },
    errors: {
      429: 'Too many from this address',
      503: 'Rendering has failed, or the queue is full: try again after `Retry-After`',
    },
    examples: [
      {
        name: 'renders the preview',
        given: ['a photo'],
        params: { id: SAMPLE.photo, styleKey: 'modern' },
        status: 200,
      },
      {
        name: 'renders a corrected cut-out on a plain colour',
        given: ['a cut-out'],
        params: { id: SAMPLE.photo, styleKey: 'modern' },
        query: { cutOut: SAMPLE.cutOut, background: '#ffffff' },
        status: 200,
      },
      {
        name: 'does not find an unknown cut-out',
        given: ['a photo'],
        params: { id: SAMPLE.photo, styleKey: 'modern' },
        query: { cutOut: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
      {
        name: 'refuses an unknown background',
        given: ['a photo'],
        params: { id: SAMPLE.photo, styleKey: 'modern' },
        query: { background: 'sunset' },
        status: 400,
        message: 'Please choose one of the backgrounds',
      },
      {
        name: 'does not find a photo of another session',
        params: { id: SAMPLE.unknown, styleKey: 'modern' },
        status: 404,
        message: MESSAGES.notFound,
      },
      {
        name: 'does not find an unknown style',
        given: ['a photo'],
        params: { id: SAMPLE.photo, styleKey: 'baroque' },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
];
