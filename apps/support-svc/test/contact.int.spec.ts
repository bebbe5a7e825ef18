import { randomUUID } from 'node:crypto';
import { contactReceived, contactSubmissionSchema, type ContactReceipt } from '@shop/contracts/support';
import { asGuest, asUser, recordEvents, testTransports, type EventRecorder } from '@shop/testing';
import { openContactDesk, REQUEST, UNKNOWN_ID, type ContactDesk } from './contact-desk.js';

describe.each(testTransports().map((transport) => [transport.name, transport] as const))(
  'a contact request, with events over %s',
  (_, transport) => {
    let desk: ContactDesk;
    let events: EventRecorder;
    const post = (body: unknown, headers?: Record<string, string>) =>
      desk.service.call('POST', '/api/contact', { body, headers });

    beforeAll(async () => {
      desk = await openContactDesk(transport);
      events = await recordEvents(transport, [contactReceived.type]);
    });
    afterAll(async () => {
      await events.stop();
      await desk.close();
    });

    it('is taken from anybody, kept as new, told, and seen by admins at once', async () => {
      const answer = await post({
        ...REQUEST,
        name: '  Pat  ',
        email: 'PAT@Example.com',
        status: 'archived',
        id: randomUUID(),
        userId: randomUUID(),
      });

      expect(answer.status).toBe(201);
      const { id } = answer.json<ContactReceipt>();
      const kept = (await desk.list()).find((submission) => submission.id === id);
      expect(contactSubmissionSchema.parse(kept)).toEqual(kept);
      expect(kept).toMatchObject({ ...REQUEST, status: 'new' });
      const event = await events.next('contact.received', ({ subject }) => subject === `contact/${id}`);
      expect(event).toMatchObject({
        source: '/support-svc',
        sequence: 1,
        data: { submissionId: id, name: 'Pat', email: 'pat@example.com', subject: 'A question' },
      });
    });

    it('is acknowledged by e-mail, once, without a word of it: nobody has proven that the address is the sender’s', async () => {
      const id = await desk.send({ email: 'nora@example.com', subject: 'Where is my hoodie? 🐶' });
      expect(desk.letters.filter(({ key }) => key.endsWith(id))).toEqual([
        { key: `request-received/${id}`, to: 'nora@example.com', letter: 'request-received', props: {} },
      ]);
      expect(await desk.countLetters(`request-received/${id}`)).toBe(1);
    });

    it('is acknowledged twenty times a day to one address at most, and kept all the same', async () => {
      const email = `${randomUUID()}@example.com`;
      for (let sent = 0; sent < 22; sent += 1) await desk.send({ email });
      expect(desk.letters.filter(({ to }) => to === email)).toHaveLength(20);
      expect(
        await desk.database.query('SELECT count(*)::int AS kept FROM contact_submissions WHERE email = $1', [email]),
      ).toEqual([{ kept: 22 }]);
      await desk.database.query(
        `UPDATE contact_submissions SET created_at = created_at - interval '25 hours' WHERE email = $1`,
        [email],
      );
      await desk.send({ email });
      expect(desk.letters.filter(({ to }) => to === email)).toHaveLength(21);
    });

    it('is neither kept nor acknowledged where one of the two fails', async () => {
      await desk.database.query('ALTER TABLE letters RENAME TO letters_away');
      const before = await desk.countRequests();
      const answer = await post(REQUEST);
      await desk.database.query('ALTER TABLE letters_away RENAME TO letters');
      expect(answer).toMatchObject({ status: 500, text: 'Something went wrong on our side. Please try again.' });
      expect(await desk.countRequests()).toBe(before);
    });

    it.each([
      ['somebody signed in', asUser({ userId: UNKNOWN_ID }), UNKNOWN_ID],
      ['a guest', asGuest(), null],
      ['nobody', undefined, null],
    ])('keeps whose it is, from %s', async (_who, as, userId) => {
      const id = await desk.send({}, as);
      expect(await desk.database.query('SELECT user_id FROM contact_submissions WHERE id = $1', [id])).toEqual([
        { user_id: userId },
      ]);
    });

    it.each([
      ['name', '', 'Name is required'],
      ['name', undefined, 'Name is required'],
      ['name', 'x'.repeat(201), 'Please use at most 200 characters for the name'],
      ['email', 'not an address', 'Invalid email address'],
      ['email', 'pat@example.com\r\nBcc: everybody@example.com', 'Invalid email address'],
      ['email', 'pat@example.com, everybody@example.com', 'Invalid email address'],
      ['subject', '   ', 'Subject is required'],
      ['subject', 'x'.repeat(201), 'Please use at most 200 characters for the subject'],
      ['message', '', 'Message is required'],
      ['message', 'x'.repeat(5001), 'Please use at most 5,000 characters for the message'],
      ['message', 'a\u0000b', 'The text holds a character that cannot be kept.'],
      ['website', ['https://spam.example'], 'website is missing or not valid'],
      ['openForMs', 'long', 'openForMs is missing or not valid'],
      ['openForMs', -1, 'openForMs is missing or not valid'],
    ])('is refused with %s %j: 400 %s', async (field, value, sentence) => {
      const before = await desk.countRequests();
      expect(await post({ ...REQUEST, [field]: value })).toMatchObject({ status: 400, text: sentence });
      expect(await desk.countRequests()).toBe(before);
    });

    it('is refused field by field where a client asks for problem details', async () => {
      const answer = await post({}, { accept: 'application/problem+json' });
      expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual([
        'email',
        'message',
        'name',
        'subject',
      ]);
    });

    it('may be as long as the form says, emoji and all', async () => {
      const long = { name: '🐶'.repeat(200), subject: '🐱'.repeat(200), message: '👩‍👧\n'.repeat(1250).trim() };
      const id = await desk.send(long);
      expect(await desk.show(id)).toMatchObject(long);
    });

    it('has a subject and a name that can’t begin another line of a mail', async () => {
      const evil = 'Hello\r\nBcc: everybody@example.com\r\n\r\nBuy now';
      const id = await desk.send({ name: evil, subject: evil });
      await desk.reply(id, { message: 'Yes.' });
      const harmless = {
        name: 'Hello Bcc: everybody@example.com Buy now',
        subject: 'Hello Bcc: everybody@example.com Buy now',
      };
      expect(desk.letters.at(-1)?.props).toEqual({ ...harmless, question: REQUEST.message, answer: 'Yes.' });
      expect(await desk.show(id)).toMatchObject(harmless);
    });

    it('is answered as if all were well where a robot filled in what no person sees, and is kept nowhere', async () => {
      const before = { requests: await desk.countRequests(), letters: await desk.countLetters('') };
      const answer = await post({ ...REQUEST, website: 'https://spam.example', openForMs: 3 });
      expect(answer.status).toBe(201);
      expect(answer.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
      expect({ requests: await desk.countRequests(), letters: await desk.countLetters('') }).toEqual(before);
      const id = await desk.send();
      await events.next('contact.received', ({ subject }) => subject === `contact/${id}`);
      expect(events.all().map(({ subject }) => subject)).not.toContain(`contact/${answer.json<ContactReceipt>().id}`);
    });

    it('is refused with a sentence where the form was filled in quicker than people can: 429', async () => {
      const before = await desk.countRequests();
      const answer = await post({ ...REQUEST, website: '', openForMs: 400 });
      expect(answer).toMatchObject({
        status: 429,
        text: 'That was very quick. Please wait a moment and send it again.',
      });
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await desk.countRequests()).toBe(before);
      expect((await post({ ...REQUEST, website: '', openForMs: 2000 })).status).toBe(201);
    });
  },
);
