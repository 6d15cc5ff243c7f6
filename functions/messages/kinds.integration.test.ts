import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at as arrayAt,
  sampleBooking,
  sampleClass,
  sampleMessage,
  sampleNow,
  sampleVenue,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { idempotencyKeySchema, type OfferId } from '#shared/lib/ids';
import { calendarDateSchema, instantSchema } from '#shared/lib/values';
import type { MessageContent } from '#shared/messages/message';
import { cancelled } from '#shared/testing/session-calendars';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { bookingItem, type StoredBooking } from '../booking/bookings.ts';
import { venueOfClass } from '../classes/venues.ts';
import { updateContact } from '../families/contacts.ts';
import { batchPut, sendTransaction } from '../lib/dynamo/writes.ts';
import { newApplicationId, newOfferId } from '../lib/ids.ts';
import { applicationPuts } from '../waiting/applications.ts';
import { messageIdOf } from './messages.ts';
import { confirmJoining, createJoining, leaveList, listReaders } from './newsletter.ts';

const system = await startTests(messageSteps);

const date = (text: string) => calendarDateSchema.parse(text);
const at = (text: string) => instantSchema.parse(text);
const longAgo = at('2025-09-01T10:00:00.000Z');

const givenBooking = async (
  cls: FootballClass,
  { remind = false, ...overrides }: Partial<StoredBooking> & { remind?: boolean } = {},
) => {
  const family = await storedFamily(system.table);
  const stored = (await getStoredFamily(system.table, family.id)) ?? expect.unreachable();
  const edit = { remind_every_session: remind, shown: { remind_every_session: false } };
  await updateContact(system.table, { family: stored, whose: family.profile.id }, edit);
  await batchPut(system.table, [
    bookingItem(sampleBooking(cls, family, { created_at: longAgo, ...overrides })),
  ]);
  return family.profile.email;
};

const givenClass = async (...options: Parameters<typeof sampleClass>) => {
  const cls = sampleClass(...options);
  await putClass(system.table, cls);
  return cls;
};

const send = async (message: MessageContent) => {
  await system.store(message);
  await system.settle();
  return system.mails.map(({ to }) => to).toSorted();
};

describe('reminders', () => {
  const saturday = '2025-09-27';
  const remind = (day = saturday) =>
    send({
      id: messageIdOf('reminder', day),
      created_at: at(system.now().toISOString()),
      made_by: null,
      kind: 'reminder',
      audience: { kind: 'day', date: date(day) },
      facts: {},
    });
  const dates = (...days: string[]) => ({ dates: days.map(date) });

  it('go to first sessions, trials, and families that chose every one [MSG-05]', async () => {
    const cls = await givenClass();
    const first = await givenBooking(cls, dates(saturday, '2025-10-04'));
    const trial = await givenBooking(cls, { is_trial: true, ...dates(saturday) });
    const every = await givenBooking(cls, { remind: true, ...dates('2025-09-20', saturday) });
    await givenBooking(cls, dates('2025-09-20', saturday));
    await givenBooking(cls, { remind: true, ...dates('2025-10-04') });
    expect(await remind()).toEqual([first, trial, every].toSorted());
    for (const text of [
      'Reminder: football on Saturday',
      'Riverside Sports Ground',
      '9:00',
      'Bring football gear',
    ])
      expect(system.mails[0]?.data).toContain(text);
  });

  it('are one email for a family and a day', async () => {
    const cls = await givenClass({ capacities: [5, 5] });
    const family = await storedFamily(system.table, { children: [{ name: 'Robin' }, { name: 'Alex' }] });
    await batchPut(
      system.table,
      cls.time_slots.map((slot, index) =>
        bookingItem(
          sampleBooking(cls, family, {
            time_slot_id: slot.id,
            child_name: ['Robin', 'Alex'][index] ?? '',
            created_at: longAgo,
            ...dates(saturday),
          }),
        ),
      ),
    );
    expect(await remind()).toEqual([family.profile.email]);
    for (const text of ['Robin', 'Alex', '9:00', '10:00']) expect(system.mails[0]?.data).toContain(text);
  });

  it('are not for a cancelled session [MSG-05]', async () => {
    const sample = sampleClass();
    const change = cancelled(saturday, { slot_id: arrayAt(sample.time_slots, 0).id });
    const cls = { ...sample, session_changes: [change] };
    await putClass(system.table, cls);
    await givenBooking(cls, dates(saturday));
    expect(await remind()).toEqual([]);
  });

  it.each([
    ['less than three hours ago', false, 3 * 3_600_000 - 1],
    ['three hours ago', true, 3 * 3_600_000],
  ])('for a booking made %s: sent %s [MSG-05]', async (_name, isSent, agoMs) => {
    const cls = await givenClass();
    const created_at = at(new Date(sampleNow.getTime() - agoMs).toISOString());
    const email = await givenBooking(cls, { ...dates(saturday), created_at });
    expect(await remind()).toEqual(isSent ? [email] : []);
  });
});

describe('a broadcast goes to the families', () => {
  const toAudience = (audience: ReturnType<typeof sampleMessage>['audience']) =>
    send(sampleMessage({ audience }));

  it('of a slot or a class with a session to come, and no others', async () => {
    const cls = await givenClass({ capacities: [5, 5] });
    const [one, two] = [arrayAt(cls.time_slots, 0), arrayAt(cls.time_slots, 1)];
    const inOne = await givenBooking(cls, { time_slot_id: one.id });
    const inTwo = await givenBooking(cls, { time_slot_id: two.id });
    await givenBooking(cls, { is_trial: true, dates: [date('2025-09-06')] });
    expect(await toAudience({ kind: 'slot', class_id: cls.id, slot_id: one.id })).toEqual([inOne]);
    expect(await toAudience({ kind: 'class', class_id: cls.id })).toEqual([inOne, inOne, inTwo].toSorted());
  });

  it('whose class was not over when it was written', async () => {
    const cls = await givenClass();
    const email = await givenBooking(cls);
    await system.store(
      sampleMessage({
        audience: { kind: 'class', class_id: cls.id },
        created_at: at('2025-11-01T07:00:00.000Z'),
      }),
    );
    system.setTime(new Date('2025-11-03T10:00:00.000Z'));
    await system.settle();
    expect(system.mails.map(({ to }) => to)).toEqual([email]);
  });

  it('on the waiting list of a slot, each once, those with an offer too [MSG-01]', async () => {
    const cls = await givenClass({ capacities: [5, 5] });
    const [one, two] = [arrayAt(cls.time_slots, 0), arrayAt(cls.time_slots, 1)];
    await givenBooking(cls, { time_slot_id: one.id });
    const families = [
      await storedFamily(system.table, { children: [{ name: 'Ana' }, { name: 'Ben' }] }),
      await storedFamily(system.table),
      await storedFamily(system.table),
    ];
    const wait = async (index: number, child: number, slot_id = one.id, offer_id: OfferId | null = null) => {
      const { id: parent_id, children } = arrayAt(families, index);
      const entry = {
        id: newApplicationId(sampleNow),
        parent_id,
        class_id: cls.id,
        time_slot_id: slot_id,
        child_ids: [arrayAt(children, child).id],
        since: longAgo,
        offer_id,
        put_first_at: null,
        put_first_reason: null,
        passed_over_at: null,
        idempotency_key: idempotencyKeySchema.parse('sample-attempt-0001'),
      };
      await sendTransaction(system.table, applicationPuts(system.table, entry));
    };
    await wait(0, 0);
    await wait(0, 1);
    await wait(1, 0, one.id, newOfferId(sampleNow));
    await wait(2, 0, two.id);
    const emails = families.slice(0, 2).map(({ profile }) => profile.email);
    const audience = { kind: 'waiting-list', class_id: cls.id, slot_id: one.id } as const;
    const body = { audience, subject: 'A second class', text: 'It begins in May.' };
    expect(await system.admin.read('getMessagePreview', { body })).toMatchObject({ recipients: 2 });
    expect(await toAudience(audience)).toEqual(emails.toSorted());
  });

  it('with a session at a venue on a day', async () => {
    const venue = sampleVenueNamed('North Park');
    const cls = await givenClass({ overrides: venueOfClass(venue) });
    const saturday = date('2025-09-27');
    const there = await givenBooking(cls, { dates: [saturday] });
    await givenBooking(cls, { dates: [date('2025-10-04')] });
    await givenBooking(await givenClass(), { dates: [saturday] });
    expect(await toAudience({ kind: 'venue-day', venue_id: venue.id, date: saturday })).toEqual([there]);
  });

  it('as text: markup is escaped, addresses become links [MSG-02]', async () => {
    const family = await storedFamily(system.table);
    await send(
      sampleMessage({
        audience: { kind: 'family', parent_id: family.id },
        facts: {
          subject: 'Hello <b>all</b>',
          text: 'First <script>alert(1)</script>\nSecond, see https://club.example/map.\n\nThird',
        },
      }),
    );
    const [, html = ''] = (system.mails[0]?.data ?? '')
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
      .split('<!doctype');
    expect(html).toContain('First &lt;script&gt;alert(1)&lt;/script&gt;<br>Second');
    expect(html).toMatch(
      /<a class="link" href="https:\/\/club\.example\/map"[^>]*>https:\/\/club\.example\/map<\/a>\./,
    );
    expect(html).not.toMatch(/<img|<b>|<script/i);
  });
});

/** Puts an address on the list of the newsletter. */
const join = async (email: string) => {
  const token = await createJoining(system.table, email, system.now());
  await confirmJoining(system.table, { token, wording: 'Yes', now: system.now() });
  const reader = (await listReaders(system.table)).find((one) => one.email === email);
  return reader ?? expect.unreachable();
};
const leave = ({ id, leave_secret }: Awaited<ReturnType<typeof join>>) =>
  leaveList(system.table, { reader: id, secret: leave_secret, now: system.now() });

it('sends service mail to a family that has left the newsletter [MSG-07]', async () => {
  const email = await givenBooking(await givenClass());
  await leave(await join(email));
  const { created_at, made_by } = sampleMessage();
  const facts = { subject: 'Camp', text: 'In August' };
  const audience = { kind: 'readers' } as const;
  const id = messageIdOf('news');
  expect(await send({ id, created_at, made_by, facts, kind: 'news', audience })).toEqual([]);
  const day = date('2025-09-27');
  const toDay = { kind: 'venue-day', venue_id: sampleVenue.id, date: day } as const;
  expect(await send(sampleMessage({ audience: toDay }))).toEqual([email]);
});

it('sends news to readers only, with one click to leave [MSG-07]', async () => {
  await givenBooking(await givenClass());
  await join('reads@example.com');
  await leave(await join('left@example.com'));
  const { id, created_at, made_by } = sampleMessage();
  const news = { id, created_at, made_by, facts: { subject: 'Camp', text: 'In August' } };
  expect(await send({ ...news, kind: 'news', audience: { kind: 'readers' } })).toEqual(['reads@example.com']);
  expect(system.mails[0]?.data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});
