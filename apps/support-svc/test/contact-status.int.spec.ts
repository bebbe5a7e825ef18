import { contactStatusChanged, contactSubmissionSchema } from '@shop/contracts/support';
import { eventually, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { ADA, openContactDesk, UNKNOWN_ID, type ContactDesk } from './contact-desk.js';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'where a request has got to (D29), with events over %s',
  (_, transport) => {
    let desk: ContactDesk;
    let events: EventRecorder;
    const told = (id: string) => events.all().filter(({ subject }) => subject === `contact/${id}`);

    beforeAll(async () => {
      desk = await openContactDesk(transport);
      events = await recordEvents(transport, [contactStatusChanged.type]);
    });
    afterAll(async () => {
      await events.stop();
      await desk.close();
    });

    it('moves from new to read to replied to archived; each step is told in order, and stands on the timeline with who did it', async () => {
      const id = await desk.send();
      expect((await desk.show(id)).nextStatuses).toEqual(['read', 'replied', 'archived']);

      for (const status of ['read', 'replied', 'archived'] as const) {
        const answer = await desk.move(id, status);
        expect(answer.status).toBe(200);
        expect(contactSubmissionSchema.parse(answer.json())).toMatchObject({ id, status });
      }

      const steps = await eventually(() => {
        expect(told(id)).toHaveLength(3);
        return told(id);
      });
      expect(steps.map(({ sequence, data }) => ({ sequence, data }))).toEqual([
        { sequence: 2, data: { submissionId: id, from: 'new', to: 'read' } },
        { sequence: 3, data: { submissionId: id, from: 'read', to: 'replied' } },
        { sequence: 4, data: { submissionId: id, from: 'replied', to: 'archived' } },
      ]);
      const { timeline, nextStatuses, canBeReplied } = await desk.show(id);
      expect({ nextStatuses, canBeReplied }).toEqual({ nextStatuses: [], canBeReplied: false });
      expect(timeline.map(({ actor, summary }) => [actor, summary])).toEqual([
        ['admin@example.com', 'Moved from replied to archived.'],
        ['admin@example.com', 'Moved from read to replied.'],
        ['admin@example.com', 'Moved from new to read.'],
        [null, 'The request came in.'],
      ]);
      const audit = await desk.database.query(
        'SELECT actor_id, action, before, after FROM audit_entries WHERE subject_type = $1 AND subject_id = $2 ORDER BY at',
        ['request', id],
      );
      expect(audit[0]).toEqual({
        actor_id: ADA.userId,
        action: 'contact.status-changed',
        before: { status: 'new' },
        after: { status: 'read' },
      });
      expect(await desk.countLetters('request-answered/')).toBe(0);
    });

    it.each([
      [['archived'], 'read', 'A request that is archived can’t become read.'],
      [['archived'], 'archived', 'This request is already archived.'],
      [['replied'], 'read', 'A request that is replied can’t become read.'],
      [['read'], 'new', 'A request that is read can’t become new.'],
      [['read'], 'read', 'This request is already read.'],
    ])('after %j does not move to %s: 409, and nothing is written down', async (before, status, sentence) => {
      const id = await desk.send();
      for (const step of before) await desk.move(id, step);
      const { timeline } = await desk.show(id);
      expect(await desk.move(id, status)).toMatchObject({ status: 409, text: sentence });
      expect(await desk.show(id)).toMatchObject({ status: before.at(-1), timeline });
    });

    it('moves once, however many admins press at the same moment', async () => {
      const id = await desk.send();
      const answers = await Promise.all(Array.from({ length: 5 }, () => desk.move(id, 'read')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect((await desk.show(id)).timeline).toHaveLength(2);
      await events.next('contact.status-changed', ({ subject }) => subject === `contact/${id}`);
      expect(told(id)).toHaveLength(1);
    });

    it('refuses a status that is none: 400', async () => {
      const id = await desk.send();
      for (const status of ['lost', undefined, null, 7])
        expect(await desk.move(id, status)).toMatchObject({
          status: 400,
          text: 'Status must be new, read, replied or archived',
        });
    });

    it.each([UNKNOWN_ID, 'not-an-id'])('answers 404 for the unknown request %s', async (id) => {
      expect(await desk.move(id, 'read')).toMatchObject({ status: 404, text: 'Not found' });
    });
  },
);
