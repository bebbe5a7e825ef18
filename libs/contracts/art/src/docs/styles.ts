import type * as routes from '../routes/styles.js';
import { MESSAGES } from '@shop/contracts-common';
import { BY_VERSION, type DocsOf, OUTDATED_VERSION } from '@shop/contracts-common/docs';

const tag = 'Back office: styles';
const notFound = { status: 404, message: MESSAGES.notFound } as const;

export const stylesDocs: DocsOf<typeof routes> = {
  listAdminStyles: {
    tag,
    summary: 'List all styles, offered or not',
    answer: 'In the order in which customers see them',
    examples: [{ name: 'lists all', status: 200 }],
  },
  changeStyle: {
    tag,
    concurrent: BY_VERSION,
    summary: 'Change a style',
    description:
      'Absent fields stay as they are. A style that is not offered is refused for new artworks; artworks, carts and orders in it continue.',
    answer: 'The style as it is now',
    errors: { 422: 'No style would be offered' },
    examples: [
      {
        name: 'changes the sent fields',
        params: { key: 'abstract' },
        body: { description: 'Your pet cut from hundreds of glass facets.' },
        status: 200,
      },
      {
        name: 'refuses to overwrite a newer version',
        params: { key: 'modern' },
        body: { name: 'Poster' },
        ...OUTDATED_VERSION,
        message: 'This style has changed in between. Please look at it again; nothing was changed now.',
      },
      {
        name: 'refuses an empty name',
        params: { key: 'modern' },
        body: { name: ' ' },
        status: 400,
        message: 'Name is required',
      },
      {
        name: 'refuses a picture that was not uploaded',
        params: { key: 'modern' },
        body: { exampleUrl: '/media/00000000-0000-4000-8000-000000000000' },
        status: 400,
        message: 'Please upload the example picture',
      },
      { name: 'does not find an unknown style', params: { key: 'rococo' }, body: { active: true }, ...notFound },
    ],
  },
  moveStyle: {
    tag,
    repeated: 'changes nothing',
    concurrent: 'one after the other; each style stays in the list once',
    summary: 'Place a style directly before or after another one',
    answer: 'Placed',
    errors: { 409: 'There is no such other style' },
    examples: [
      {
        name: 'leaves it where it is beside itself',
        params: { key: 'modern' },
        body: { before: 'modern' },
        status: 204,
        changesNothing: true,
      },
      {
        name: 'requires one neighbor',
        params: { key: 'modern' },
        body: {},
        status: 400,
        message: 'Please give the style before or after which this one is placed',
      },
      {
        name: 'refuses a place beside an unknown style',
        params: { key: 'modern' },
        body: { after: 'rococo' },
        status: 409,
        message: 'The style beside which this one should be is gone. The list has changed in between.',
      },
      { name: 'does not find an unknown style', params: { key: 'rococo' }, body: { after: 'modern' }, ...notFound },
    ],
  },
};
