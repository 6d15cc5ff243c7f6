import { randomUUID } from 'node:crypto';
import { invitationIdOf } from '#functions/lib/dynamo/keys-of-people';
import { newClassId, newSlotId } from '#functions/lib/ids';
import { storeUnlisted } from '#functions/registers/registers';
import { addDays } from '#shared/lib/calendar';
import { instantOf } from '#shared/lib/values';
import { markIdSchema } from '#shared/registers/register';
import { at } from '../../samples/samples.ts';
import { today } from '../fixtures.ts';
import { office, pitch, row, rowsOf } from '../rows-of.ts';
import {
  anAddress,
  asking,
  classIdOf,
  emailOf,
  invitationOf,
  nothing,
  type Question,
  slotOf,
} from './question.ts';

/** A session of a class that has one today, in which the stranger's child has a place. */
const aSession = async ({ fixtures, named }: Question) => {
  const booking = await fixtures.newBooking(fixtures.stranger.family);
  const { parent_id, child_id } = booking;
  const session = {
    class_id: named === 'missing' ? newClassId(new Date()) : booking.class_id,
    slot_id: named === 'foreign' ? newSlotId(new Date()) : booking.time_slot_id,
    date: booking.dates[0] ?? today,
  };
  return { session, parent_id, child_id };
};

const coachOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? randomUUID() : (await fixtures.newAccount({ role: 'coach' })).family.profile.id;

/** A child on no list of a class that has a session today; where it is missing, the session alone. */
const aWalkOn = async ({ fixtures, named }: Question) => {
  const cls = await fixtures.newClass();
  const id = markIdSchema.parse(`mrk_${randomUUID().replaceAll('-', '').slice(0, 16)}`);
  const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: today };
  const now = instantOf(new Date());
  if (named !== 'missing')
    await storeUnlisted(
      fixtures.stack.table,
      { id, name: 'Zoe', phone_number: '07700 900123', at: now },
      { ...session, received_at: now, by: fixtures.callers.coach.family.profile.id },
    );
  return { ...session, id };
};

/** Valid requests of the routes of coaches, and of those for administrators about coaches. */
export const coachRequests = {
  ...rowsOf(office, {
    listCoaches: row({ nothing: 200 }, nothing),
    grantCoach: row(
      { foreign: 200, missing: 'accountNotFound', logged: 'coach.granted' },
      async (question) => ({ body: { email: await emailOf(question) } }),
    ),
    revokeCoach: row(
      { foreign: 204, missing: 'notFound', logged: 'coach.revoked' },
      asking({ userId: coachOf }),
    ),
    inviteCoach: row({ present: 202, missing: 202, logged: 'coach.invited' }, anAddress),
    withdrawCoachInvitation: row(
      { present: 204, missing: 'notFound', logged: 'coach.invitation-withdrawn' },
      async (question) => {
        const email = await emailOf(question);
        if (question.named === 'present') await invitationOf(question, email);
        return { params: { invitationId: invitationIdOf(email) } };
      },
    ),
    inviteAdmin: row({ present: 202, missing: 202, logged: 'admin.invited' }, anAddress),
    withdrawAdminInvitation: row(
      { present: 204, missing: 'notFound', logged: 'admin.invitation-withdrawn' },
      async (question) => {
        const email = await emailOf(question);
        if (question.named === 'present') await invitationOf(question, email, { role: 'admin' });
        return { params: { invitationId: invitationIdOf(email) } };
      },
    ),
    setCoachChecks: row(
      { foreign: 204, missing: 'notFound', logged: 'coach.checked' },
      asking({ userId: coachOf }, () => ({
        background_check: { until: addDays(today, 90), note: 'Original seen' },
        first_aid: null,
      })),
    ),
    listCovers: row({ present: 200, missing: 200 }, asking({ classId: classIdOf })),
    setCover: row(
      { present: 204, foreign: 'sessionNotFound', missing: 'classNotFound', logged: 'cover.set' },
      async ({ fixtures, named }) => {
        const cls = await fixtures.newClass();
        return {
          params: { classId: named === 'missing' ? newClassId(new Date()) : cls.id },
          body: {
            slot_id: named === 'foreign' ? newSlotId(new Date()) : slotOf(cls),
            date: addDays(today, 7),
            coach_ids: [fixtures.callers.coach.family.profile.id],
          },
        };
      },
    ),
    listDayRegisters: row({ nothing: 200 }, nothing),
    listPastRegisters: row(
      { present: 200, foreign: 'notFound', missing: 'notFound' },
      async ({ fixtures, named }) => {
        const cls = await fixtures.newClass();
        return {
          params: {
            classId: named === 'missing' ? newClassId(new Date()) : cls.id,
            slotId: named === 'foreign' ? newSlotId(new Date()) : slotOf(cls),
          },
        };
      },
    ),
    listUnlisted: row({ nothing: 200 }, nothing),
    finishUnlisted: row(
      {
        present: 204,
        missing: 'notFound',
        logged: { unlogged: 'the child on no list says itself who dealt with it' },
      },
      async (question) => {
        const { id, slot_id, date } = await aWalkOn(question);
        return { params: { unlistedId: id }, body: { slot_id, date } };
      },
    ),
    deleteUnlisted: row(
      {
        present: 204,
        missing: 'notFound',
        logged: { unlogged: 'the child on no list says itself who dealt with it' },
      },
      async (question) => {
        const { id, slot_id, date } = await aWalkOn(question);
        return { params: { slotId: slot_id, date, unlistedId: id } };
      },
    ),
  }),
  ...rowsOf(pitch('notFound'), {
    removeUnlisted: row({ present: 204, foreign: 'notFound', missing: 'notFound' }, async (question) => {
      const { id, class_id, slot_id, date } = await aWalkOn(question);
      return {
        params: {
          classId: question.named === 'missing' ? newClassId(new Date()) : class_id,
          slotId: question.named === 'foreign' ? newSlotId(new Date()) : slot_id,
          date,
          unlistedId: id,
        },
      };
    }),
    // The register of a class without bookings, so that no answer of this table has data of a child.
    getRegister: row(
      { present: 200, foreign: 'notFound', missing: 'notFound' },
      async ({ fixtures, named }) => {
        const cls = await fixtures.newClass();
        return {
          params: {
            classId: named === 'missing' ? newClassId(new Date()) : cls.id,
            slotId: named === 'foreign' ? newSlotId(new Date()) : slotOf(cls),
            date: today,
          },
        };
      },
    ),
    sendMarks: row({ present: 200, foreign: 'notFound', missing: 'notFound' }, async (question) => {
      const { session, parent_id, child_id } = await aSession(question);
      const id = `mrk_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
      const mark = { id, parent_id, child_id, attendance: 'present', at: new Date().toISOString() };
      return { body: { sessions: [{ ...session, marks: [mark] }] } };
    }),
  }),
  ...rowsOf(pitch(200), {
    listMySessions: row({ nothing: 200 }, nothing),
  }),
};
