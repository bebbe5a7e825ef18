import { listFailingParts } from './shop-parts.rules.js';

const service = (parts: Record<string, string>, state = 'degraded') => ({ state, parts });

describe('listFailingParts', () => {
  it('says of each part that does not work what an owner needs to know', () => {
    const body = {
      ready: false,
      parts: {
        identity: { state: 'down' },
        catalog: service({ database: 'up', events: 'up' }, 'up'),
        order: service({ database: 'read-only', events: 'down' }),
        art: service({ database: 'up', openai: 'no-credit', pictures: 'full' }),
        support: service({ mail: 'refused' }),
        cache: { state: 'down' },
        events: { state: 'up' },
      },
    };
    expect(listFailingParts(body).map(({ message }) => message)).toEqual([
      'The sign-in service does not answer.',
      'The database of the order service can only be read. Nothing new is saved.',
      'The event broker of the order service does not answer.',
      'OpenAI has no credit left for this shop. The built-in engine draws until this is fixed.',
      'The store of pictures of the art studio is full. Nothing new is saved.',
      'The mail server refuses this shop. Emails wait and are sent when it takes them again.',
      'Redis does not answer.',
    ]);
  });

  it('describes parts and states of a newer version neutrally', () => {
    expect(listFailingParts({ parts: { art: service({ plotter: 'jammed' }) } })).toEqual([
      { key: 'art plotter', message: 'The part “plotter” of the art studio is jammed.' },
    ]);
  });

  it.each([undefined, null, 'text', {}, { parts: {} }, { parts: { art: {} } }])('is empty for %j', (body) => {
    expect(listFailingParts(body)).toEqual([]);
  });
});
