import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import {
  at,
  enteredClass,
  enteredSlot,
  formOf,
  type SampleFamily,
  sampleClass,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { putMember, storedCoach, storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { hourMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { date, time } from '#shared/testing/values';
import { beginCoachRevocation } from '../accounts/coaches.ts';
import { memberPath } from '../accounts/stored-families.ts';
import { accountKey, familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';

const system = await startTests(messageSteps);
const { slotOf, keyOf, book, admin, cancel, cancelSaturday, restore, mailsTo, subjectsTo } =
  cancellationSteps(() => system);

const newCoach = (): Promise<SampleFamily> => storedCoach(system.table);
const idsOf = (...coaches: readonly SampleFamily[]) => coaches.map(({ profile }) => profile.id);

const coached = async (...coaches: readonly SampleFamily[]) => {
  const cls = { ...sampleClass(), coach_ids: idsOf(...coaches) };
  await putClass(system.table, cls);
  return cls;
};

const stand = (cls: FootballClass, day: string, ...coaches: readonly SampleFamily[]) =>
  admin().call('setCover', {
    params: { classId: cls.id },
    body: { slot_id: slotOf(cls).id, date: day, coach_ids: idsOf(...coaches) },
  });

const change = async (cls: Awaited<ReturnType<typeof coached>>, body: object) => {
  const answer = await admin().call('updateClass', {
    params: { classId: cls.id },
    body: { ...formOf(cls), coach_ids: cls.coach_ids, ...body },
  });
  expect(answer.status).toBe(200);
};

describe('a cancelled session', () => {
  it('is told to the coaches of the class and to who stands in, also without a booking [COA-07]', async () => {
    const [own, cover, otherDay] = [await newCoach(), await newCoach(), await newCoach()];
    const cls = await coached(own);
    await stand(cls, saturday, cover);
    await stand(cls, '2025-10-04', otherDay);
    await system.settle();
    await cancelSaturday(cls, {
      note: 'Thunderstorm',
      remedy: { kind: 'make-up', date: date('2025-11-08') },
    });
    await system.settle();
    const subject = 'Cancelled: Saturday 9:00 AM, Riverside Sports Ground';
    expect(await subjectsTo(own)).toEqual([subject]);
    expect((await subjectsTo(cover)).filter((one) => one === subject)).toHaveLength(1);
    expect(await subjectsTo(otherDay)).not.toContain(subject);
    const [mail] = await mailsTo(own);
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('Thunderstorm');
      expect(content).toContain('Make-up session on Saturday, November 8, 2025');
      expect(content).toContain('/coach');
      expect(content).toContain('because you are a coach');
      expect(content).not.toMatch(/credited|View My Bookings/);
    }
    await restore(keyOf(cls));
    await system.settle();
    expect(await subjectsTo(own)).toEqual([subject, 'On again: Saturday 9:00 AM, Riverside Sports Ground']);
  });

  it('is one email for a coach with several sessions, and for a coach whose child is in it [COA-07]', async () => {
    const [coach, parent] = [
      await newCoach(),
      await storedCoach(system.table, { children: [{ name: 'Kit' }] }),
    ];
    const [one, other] = [await coached(coach), await coached(coach, parent)];
    await book(one, parent);
    await cancel({ kind: 'venue-day', venue_id: one.venue_details.id, date: saturday });
    await system.settle();
    expect(await subjectsTo(coach)).toHaveLength(1);
    expect(at(await mailsTo(coach), 0).text).toContain('The sessions below are cancelled');
    const mails = await mailsTo(parent);
    expect(mails).toHaveLength(1);
    for (const text of ['Child: Kit', 'You: Coach', '/coach', '/parent/bookings'])
      expect(at(mails, 0).text).toContain(text);
    expect(other.id).not.toBe(one.id);
  });

  it('is told to a coach who has left the family of a child in it, as a coach alone [COA-07, ADT-02]', async () => {
    const family = await storedFamily(system.table, { children: [{ name: 'Kit' }] });
    const coach = await newCoach();
    const cls = await coached(coach);
    await book(cls, family);
    await putMember(system.table, coach.profile, { family_id: family.id, family_role: 'adult' });
    system.answer((to) => (to === coach.profile.email ? 'down' : 'accept'));
    await cancelSaturday(cls);
    await system.settle();
    const tried = system.mails.filter(({ to }) => to === coach.profile.email);
    expect(tried.map(({ data, isAccepted }) => [data.includes('Kit'), isAccepted])).toEqual([[true, false]]);
    const set = { family_id: coach.id };
    await updateItem(system.table, accountKey(coach.profile.id), { set });
    await updateItem(system.table, familyKey(family.id), { remove: [memberPath(coach.profile.id)] });
    system.answer(() => 'accept');
    system.passTime(hourMs);
    await system.tick();
    await system.settle();
    const mails = await mailsTo(coach);
    expect(mails).toHaveLength(1);
    expect(at(mails, 0).text).toContain('You: Coach');
    expect(at(mails, 0).text).not.toContain('Kit');
    expect(await subjectsTo(family)).toHaveLength(1);
  });

  it('is not told to who lost the role, nor twice where the run is repeated [COA-02, COA-07]', async () => {
    const [present, former] = [await newCoach(), await newCoach()];
    const cls = await coached(present, former);
    await beginCoachRevocation(system.table, former.profile.id, instantOf(system.now()), []);
    await cancelSaturday(cls);
    const records = await system.waiting();
    await system.deliver(records);
    await system.deliver(records);
    expect(await subjectsTo(present)).toHaveLength(1);
    expect(await subjectsTo(former)).toEqual([]);
  });

  it('whose make-up is chosen later is told to coaches again, a credit is not [COA-02]', async () => {
    const coach = await newCoach();
    const [one, other] = [await coached(coach), await coached(coach)];
    for (const cls of [one, other]) await cancelSaturday(cls, { remedy: { kind: 'later' } });
    await system.settle();
    const choose = (cls: FootballClass, remedy: object) =>
      admin().call('chooseRemedy', { body: { ...keyOf(cls), remedy } });
    await choose(one, { kind: 'make-up', date: '2025-11-08' });
    await choose(other, { kind: 'credit' });
    await system.settle();
    expect((await subjectsTo(coach)).filter((subject) => !subject?.startsWith('Cancelled'))).toEqual([
      'Make-up session: Saturday 9:00 AM, Riverside Sports Ground',
    ]);
  });
});

describe('a change of who coaches', () => {
  it('is one email for each coach who gets or loses the class, once, as text and HTML [COA-02]', async () => {
    const [stays, goes, comes] = [await newCoach(), await newCoach(), await newCoach()];
    const cls = await coached(stays, goes);
    await change(cls, { coach_ids: idsOf(stays, comes) });
    const records = await system.waiting();
    await system.deliver(records);
    await system.deliver(records);
    expect(await subjectsTo(stays)).toEqual([]);
    expect(await subjectsTo(goes)).toEqual(['Not your class: Juniorballerz, Riverside Sports Ground']);
    const [mail, ...others] = await mailsTo(comes);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your class: Juniorballerz, Riverside Sports Ground');
    for (const content of [mail?.text, mail?.html]) {
      expect(content).toContain('9:00 AM - 9:45 AM');
      expect(content).toContain('Saturday, September 6, 2025 to Saturday, November 1, 2025');
      expect(content).toContain('/coach');
    }
  });

  it('of time, place or dates is told to who keeps the class, and to covers, with what was before [COA-02]', async () => {
    const [own, cover, comes] = [await newCoach(), await newCoach(), await newCoach()];
    const cls = await coached(own);
    await stand(cls, saturday, cover);
    await system.settle();
    const hall = sampleVenueNamed('Hall 2');
    await putVenue(system.table, hall);
    const [row] = formOf(cls).time_slots;
    await change(cls, {
      coach_ids: idsOf(own, comes),
      venue_id: hall.id,
      end_date: '2025-11-08',
      time_slots: [{ ...row, start_time: time('10:00'), end_time: time('11:00') }],
    });
    await system.settle();
    expect(await subjectsTo(own)).toEqual(['Changed: Juniorballerz, Hall 2']);
    expect(await subjectsTo(cover)).toEqual([
      'Stand in: Juniorballerz, Riverside Sports Ground',
      'Changed: Juniorballerz, Hall 2',
    ]);
    // Who is new reads the new times in the email about that.
    expect(await subjectsTo(comes)).toEqual(['Your class: Juniorballerz, Hall 2']);
    const { text = '' } = at(await mailsTo(own), 0);
    expect(text).toContain('10:00 AM - 11:00 AM (was 9:00 AM - 9:45 AM)');
    expect(text).toContain('Hall 2 (was Riverside Sports Ground)');
    expect(text).toContain('(was Saturday, September 6, 2025 to Saturday, November 1, 2025)');
  });

  it('that was taken back before the emails is told by the later message alone [COA-02]', async () => {
    const coach = await newCoach();
    const cls = await coached();
    await change(cls, { coach_ids: idsOf(coach) });
    await change(cls, { coach_ids: [] });
    await system.settle();
    expect(await subjectsTo(coach)).toEqual(['Not your class: Juniorballerz, Riverside Sports Ground']);
    const other = await newCoach();
    const own = await coached(other);
    await change(own, { coach_ids: [] });
    await change(own, { coach_ids: idsOf(other) });
    await system.settle();
    expect(await subjectsTo(other)).toEqual(['Your class: Juniorballerz, Riverside Sports Ground']);
  });

  it('is not told to who lost the role before the emails [COA-02]', async () => {
    const coach = await newCoach();
    const cls = await coached();
    await change(cls, { coach_ids: idsOf(coach) });
    await beginCoachRevocation(system.table, coach.profile.id, instantOf(system.now()), []);
    await system.settle();
    expect(await subjectsTo(coach)).toEqual([]);
  });

  it('comes with a new class, a published draft and a deleted class [COA-02]', async () => {
    const [coach, cover] = [await newCoach(), await newCoach()];
    const venue = sampleVenueNamed(`Park ${randomUUID()}`);
    await putVenue(system.table, venue);
    const form = { ...enteredClass, venue_id: venue.id, time_slots: [enteredSlot], coach_ids: idsOf(coach) };
    const created = await admin().call('createClass', { body: form });
    const draft = await admin().read('createDraft', { body: form });
    await system.settle();
    expect(await subjectsTo(coach)).toHaveLength(1);
    const params = { classId: draft.id };
    for (const status of [200, 200])
      expect((await admin().call('publishDraft', { params, body: { version: draft.version } })).status).toBe(
        status,
      );
    await system.settle();
    expect(await subjectsTo(coach)).toHaveLength(2);
    const { id } = routes.createClass.response.parse(created.body);
    const cls = await coached(coach);
    await stand(cls, saturday, cover);
    await book(cls, await storedFamily(system.table));
    for (const classId of [id, cls.id])
      await admin().call('deleteClass', {
        params: { classId },
        headers: { 'idempotency-key': randomUUID() },
      });
    await system.settle();
    expect((await subjectsTo(coach)).filter((subject) => subject?.startsWith('Not your class'))).toHaveLength(
      2,
    );
    // The class is gone by then.
    expect(await subjectsTo(cover)).toEqual(['Not your class: Juniorballerz, Riverside Sports Ground']);
  });

  it('of a cover is told to who stands in, and to who does not any more, each time once [COA-02]', async () => {
    const [own, one, other] = [await newCoach(), await newCoach(), await newCoach()];
    const cls = await coached(own);
    await stand(cls, saturday, one);
    await stand(cls, saturday, one);
    await system.settle();
    await stand(cls, saturday, other);
    await system.settle();
    await stand(cls, saturday);
    await system.settle();
    const place = 'Juniorballerz, Riverside Sports Ground';
    expect(await subjectsTo(one)).toEqual([`Stand in: ${place}`, `No stand-in: ${place}`]);
    expect(await subjectsTo(other)).toEqual([`Stand in: ${place}`, `No stand-in: ${place}`]);
    expect(await subjectsTo(own)).toEqual([]);
    expect(at(await mailsTo(one), 0).text).toContain('Date: Saturday, September 27, 2025');
    // Who stood in is noted afterwards, of which nobody is told.
    system.setTime(new Date('2025-09-28T10:00:00Z'));
    const messages = async () =>
      (await system.items()).filter(({ kind }) => kind === 'coaching-changed').length;
    const before = await messages();
    await stand(cls, saturday, one);
    await system.settle();
    expect(await subjectsTo(one)).toHaveLength(2);
    expect(await messages()).toBe(before);
  });
});
