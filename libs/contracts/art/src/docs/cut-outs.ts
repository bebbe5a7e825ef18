import type * as routes from '../routes/cut-outs.js';

import { MESSAGES } from '@shop/contracts-common';
import { type DocsOf, SAMPLE } from '@shop/contracts-common/docs';

const tag = 'Art';
const notFound = {
  name: 'does not find a photo of another session',
  params: { id: SAMPLE.unknown },
  status: 404,
  message: MESSAGES.notFound,
} as const;

export const cutOutDocs: DocsOf<typeof routes> = {
  getAutomaticCutOut: {
    tag,
    summary: 'Automatic cut-out of an uploaded photo',
    description:
      'The outline of the pet, which previews and artworks draw. It is computed once, right after the upload, and stored as long as the photo; the call waits for it. `hasSubject` is false where nothing in the photo stands out like a pet.',
    answer: 'The cut-out',
    errors: {
      429: 'Too many from this address',
      503: 'The cut-out is not ready yet, or could not be computed: try again after `Retry-After`',
    },
    examples: [{ name: 'finds the pet', given: ['a photo'], params: { id: SAMPLE.photo }, status: 200 }, notFound],
  },
  getCutOutMask: {
    tag,
    summary: 'Mask of a cut-out',
    description:
      'PNG, 8 bit gray, in the photo’s proportions: 255 is drawn. Visible to the uploader only, cacheable without a time limit.',
    answer: 'The mask',
    examples: [
      {
        name: 'sends the mask',
        given: ['a cut-out'],
        params: { id: SAMPLE.photo, cutOutId: SAMPLE.cutOut },
        status: 200,
      },
      {
        name: 'does not find an unknown cut-out',
        given: ['a photo'],
        params: { id: SAMPLE.photo, cutOutId: SAMPLE.unknown },
        status: 404,
        message: MESSAGES.notFound,
      },
    ],
  },
  saveCutOut: {
    tag,
    repeated: 'the same cut-out',
    summary: 'Correct the cut-out of an uploaded photo',
    description:
      'A PNG of at most 2 MB in the photo’s proportions: gray, or with an alpha channel, which is the mask then. The same mask gives the same cut-out. A photo has at most 50 corrections; a further one replaces the oldest that no artwork was drawn from.',
    answer: 'The corrected cut-out',
    errors: {
      409: 'All 50 corrections of this photo were drawn',
      429: 'Too many from this address',
      503: 'The photo’s automatic cut-out is not ready yet: try again after `Retry-After`',
    },
    examples: [
      { name: 'stores the correction', given: ['a photo'], params: { id: SAMPLE.photo }, file: 'mask', status: 201 },
      {
        name: 'refuses an empty mask',
        given: ['a photo'],
        params: { id: SAMPLE.photo },
        file: 'empty mask',
        status: 400,
        message: 'Please leave a part of your pet to draw.',
      },
      {
        name: 'refuses a mask in other proportions than the photo’s',
        given: ['a photo'],
        params: { id: SAMPLE.photo },
        file: 'narrow mask',
        status: 400,
        message: 'The cut-out must have the same proportions as the photo.',
      },
      {
        name: 'refuses other file types',
        given: ['a photo'],
        params: { id: SAMPLE.photo },
        file: 'text',
        status: 415,
        message: 'Please send the cut-out as a PNG image.',
      },
      {
        name: 'refuses more than 2 MB',
        given: ['a photo'],
        params: { id: SAMPLE.photo },
        file: 'large mask',
        status: 413,
        message: 'That cut-out is too large. Please send one of at most 2 MB.',
      },
      {
        name: 'refuses a missing file',
        given: ['a photo'],
        params: { id: SAMPLE.photo },
        file: 'none',
        status: 400,
        message: 'Please send the cut-out as an image.',
      },
      { ...notFound, file: 'mask' },
    ],
  },
  getStylePreview: {
    tag: 'Art',
    summary: 'Small preview of an uploaded photo in a style',
    description:
      'WebP, 512 px on its long side. The built-in engine renders it for the first request; it is stored as long as the photo; of other compositions than the default one, the last 40. With `with` the pets of further photos are drawn too. Visible to the uploader only, cacheable without a time limit.',
    answer: 'The preview',
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
        name: 'renders a corrected cut-out on a plain color',
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
};
