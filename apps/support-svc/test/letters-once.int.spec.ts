import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { EventContext } from '@shop/messaging';
import { eventually, publishEvent, testTransports } from '@shop/testing';
import type { LetterName } from '../src/letters/letter-props.js';
import { LETTERS } from '../src/letters/render-letter.js';
import { openContactDesk, type ContactDesk } from './contact-desk.js';
import { newAddress } from './letter-office.js';
import { ALARM_EMAIL, OCCASIONS, type Stage } from './letter-occasions.js';
import { MailServer } from './mail-server.js';

const TIMES = 5;
const names = Object.keys(LETTERS) as LetterName[];
const deliveries = jest.spyOn(EventContext.prototype, 'deliver');

beforeEach(() => deliveries.mockClear());
afterAll(() => deliveries.mockRestore());

it('every letter of the shop has a row in the table of what it is written for', () => {
  expect(Object.keys(OCCASIONS).sort()).toEqual([...names].sort());
});

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'one letter, with events over %s',
  (_, transport) => {
    const server = new MailServer();
    let desk: ContactDesk;

    beforeAll(async () => {
      await server.start();
      // The pictures of an order, and what else is changed of it, are not what this is about.
      desk = await openContactDesk(transport, {
        SMTP_URL: server.url,
        ORDER_LETTER_WAIT_MS: '0',
        ORDER_CHANGES_WAIT_MS: '0',
        ALARM_EMAIL,
      });
    });
    afterAll(async () => {
      await desk.close();
      await server.stop();
    });

    /** How often the service's handlers have heard this event, each to its end. */
    const countHeard = async (id: string): Promise<number> => {
      const { contexts, results } = deliveries.mock;
      const heard = new Set((contexts as EventContext[]).filter(({ envelope }) => envelope.id === id));
      await Promise.all(results.map(({ value }) => value));
      return heard.size;
    };
    const repeat: Stage['repeat'] = async (definition, event) => {
      const before = await countHeard(event.id);
      await publishEvent(transport, definition, { ...event, times: TIMES });
      await eventually(async () => expect(await countHeard(event.id)).toBe(before + TIMES));
    };
    const rowsOf = (letter: LetterName) =>
      desk.database.query<{ status: string }>('SELECT status FROM letters WHERE letter = $1', [letter]);

    it.each(names)(
      '%s: though what it tells of comes five times at once, and five times more after it went out',
      async (letter) => {
        const [userId, email] = [randomUUID(), letter === 'differences-found' ? ALARM_EMAIL : newAddress()];
        await desk.database.query('INSERT INTO accounts (user_id, email, first_name) VALUES ($1, $2, $3)', [
          userId,
          email,
          'Pat',
        ]);
        const happens = OCCASIONS[letter]({ userId, email });

        await happens({ repeat, desk });
        await eventually(async () => expect(await rowsOf(letter)).toEqual([{ status: 'sent' }]));
        await happens({ repeat, desk });

        expect(await rowsOf(letter)).toEqual([{ status: 'sent' }]);
        expect(server.mailsTo(email)).toHaveLength(1);
      },
    );
  },
);
