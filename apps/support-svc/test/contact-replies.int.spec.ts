import { randomUUID } from 'node:crypto';
import { contactReplySchema, contactStatusChanged, type ContactReply } from '@shop/contracts/support';
import { asUser, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { openContactDesk, REQUEST, UNKNOWN_ID, type ContactDesk } from './contact-desk.js';

const GRACE = asUser({ role: 'admin', email: 'grace@example.com' });

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'a reply, with events over %s',
  (_, transport) => {
    let desk: ContactDesk;
    let events: EventRecorder;

    beforeAll(async () => {
      desk = await openContactDesk(transport);
      events = await recordEvents(transport, [contactStatusChanged.type]);
    });
    afterAll(async () => {
      await events.stop();
      await desk.close();
    });

    const lettersAbout = async (id: string): Promise<number> => {
      const { replies } = await desk.show(id);
      const counts = await Promise.all(replies.map((reply) => desk.countLetters(`request-answered/${reply.id}`)));
      return counts.reduce((sum, count) => sum + count, 0);
    };

    it.each([[[]], [['read']]])(
      'is e-mailed with the question, marks the request replied, and stands on the timeline, after %j',
      async (before) => {
        const id = await desk.send({ email: 'nora@example.com' });
        for (const status of before) await desk.move(id, status);
        const answer = await desk.reply(id, { message: '  Yes, within a week.\r\nAda  ' }, GRACE);

        expect(answer.status).toBe(201);
        const reply = contactReplySchema.parse(answer.json());
        expect(reply).toMatchObject({ message: 'Yes, within a week.\nAda', author: 'grace@example.com' });
        expect(desk.letters.at(-1)).toEqual({
          key: `request-answered/${reply.id}`,
          to: 'nora@example.com',
          letter: 'request-answered',
          props: {
            name: 'Pat',
            subject: REQUEST.subject,
            question: REQUEST.message,
            answer: 'Yes, within a week.\nAda',
          },
        });
        const from = before.at(-1) ?? 'new';
        const shown = await desk.show(id);
        expect(shown).toMatchObject({
          status: 'replied',
          replies: [reply],
          nextStatuses: ['archived'],
          canBeReplied: true,
        });
        expect(shown.timeline[0]).toMatchObject({
          ...{ action: 'contact.replied', actor: 'grace@example.com', summary: 'Replied by e-mail.' },
          ...{ before: { status: from }, after: { status: 'replied', replyId: reply.id } },
        });
        const event = await events.next(
          'contact.status-changed',
          ({ subject, data }) => subject === `contact/${id}` && (data as { to: string }).to === 'replied',
        );
        expect(event.data).toEqual({ submissionId: id, from, to: 'replied' });
      },
    );

    it('leaves no word of it in the audit trail, which is never erased', async () => {
      const id = await desk.send({ message: 'Something private' });
      await desk.reply(id, { message: 'Something private too' });
      const [entry] = await desk.database.query<{ text: string }>(
        'SELECT string_agg(entry::text, $2) AS text FROM audit_entries entry WHERE subject_id = $1',
        [id, ' '],
      );
      expect(entry?.text).toContain('contact.replied');
      expect(entry?.text).not.toMatch(/private|pat@example/);
    });

    it('sent twice under one id, at once or later, is one reply and one letter', async () => {
      const id = await desk.send();
      const body = { id: randomUUID(), message: 'Yes.' };
      const answers = await Promise.all(Array.from({ length: 4 }, () => desk.reply(id, body)));
      answers.push(await desk.reply(id, { ...body, id: body.id.toUpperCase() }));
      await desk.move(id, 'archived');
      answers.push(await desk.reply(id, body));

      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect((await desk.show(id)).replies.map((reply) => reply.id)).toEqual([body.id]);
      expect(await lettersAbout(id)).toBe(1);
      expect((await desk.show(id)).timeline.filter(({ action }) => action === 'contact.replied')).toHaveLength(1);
    });

    it('under an id that was used for other words, or another request, is refused: 409', async () => {
      const [id, other] = [await desk.send(), await desk.send()];
      const body = { id: randomUUID(), message: 'Yes.' };
      await desk.reply(id, body);
      for (const answer of [
        await desk.reply(id, { ...body, message: 'No.', repliesSeen: 1 }),
        await desk.reply(other, body),
      ]) {
        expect(answer).toMatchObject({ status: 409, text: 'This reply was already sent with other words.' });
      }
      expect((await desk.show(other)).status).toBe('new');
    });

    it('goes out once under one id, also where two requests are replied to with it at the same moment', async () => {
      const ids = await Promise.all([desk.send(), desk.send()]);
      const body = { id: randomUUID(), message: 'Yes.' };
      const answers = await Promise.all(ids.map((id) => desk.reply(id, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(await desk.countLetters(`request-answered/${body.id}`)).toBe(1);
    });

    it('is one, where two admins reply at once: the other is told, and no second letter goes out', async () => {
      const id = await desk.send();
      const answers = await Promise.all([
        desk.reply(id, { message: 'Yes.' }),
        desk.reply(id, { message: 'No.' }, GRACE),
        desk.reply(id, { message: 'Maybe.' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.text).toBe(
        'Somebody has already replied to this request. Read that reply first.',
      );
      expect((await desk.show(id)).replies).toEqual([
        answers.find(({ status }) => status === 201)?.json<ContactReply>(),
      ]);
      expect(await lettersAbout(id)).toBe(1);
    });

    it('can follow another one that its writer has seen; the request was replied to before, and nobody is told again', async () => {
      const id = await desk.send();
      await desk.reply(id, { message: 'Yes.' });
      expect((await desk.reply(id, { message: 'By the way: within a week.', repliesSeen: 1 }, GRACE)).status).toBe(201);
      const { replies, status, timeline } = await desk.show(id);
      expect(replies.map(({ message, author }) => [message, author])).toEqual([
        ['Yes.', 'admin@example.com'],
        ['By the way: within a week.', 'grace@example.com'],
      ]);
      expect(status).toBe('replied');
      expect(timeline.map(({ action }) => action)).toEqual(['contact.replied', 'contact.replied', 'contact.received']);
      expect(await lettersAbout(id)).toBe(2);
      await desk.move(id, 'archived');
      await events.next(
        'contact.status-changed',
        ({ subject, data }) => subject === `contact/${id}` && (data as { to: string }).to === 'archived',
      );
      expect(events.all().filter(({ subject }) => subject === `contact/${id}`)).toHaveLength(2);
    });

    it('is possible after the request was marked replied by hand', async () => {
      const id = await desk.send();
      await desk.move(id, 'replied');
      expect((await desk.reply(id, { message: 'Yes.' })).status).toBe(201);
    });

    it('to an archived request is refused: 409, and nothing goes out', async () => {
      const id = await desk.send();
      await desk.move(id, 'archived');
      expect(await desk.reply(id, { message: 'Too late' })).toMatchObject({
        status: 409,
        text: 'This request is archived and can’t be replied to.',
      });
      expect(await desk.show(id)).toMatchObject({ status: 'archived', replies: [] });
    });

    it.each([
      [{}, 'Message is required'],
      [{ message: ' \n ' }, 'Message is required'],
      [{ message: 'x'.repeat(5001) }, 'Please use at most 5,000 characters for the message'],
      [{ message: 'Yes.', id: 'first' }, 'The id of the reply must be a UUID'],
      [{ message: 'Yes.', repliesSeen: -1 }, 'repliesSeen is missing or not valid'],
    ])('is refused with %j: 400 %s', async (body, sentence) => {
      const id = await desk.send();
      expect(await desk.reply(id, body)).toMatchObject({ status: 400, text: sentence });
      expect(await desk.show(id)).toMatchObject({ status: 'new', replies: [] });
    });

    it.each([UNKNOWN_ID, 'not-an-id'])('answers 404 for the unknown request %s', async (id) => {
      expect(await desk.reply(id, { message: 'Yes.' })).toMatchObject({ status: 404, text: 'Not found' });
    });
  },
);
