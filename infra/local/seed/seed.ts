import { getActiveProfile } from '#functions/accounts/accounts';
import { changeRole } from '#functions/accounts/admin';
import { makeCoach } from '#functions/accounts/steps';
import { getManagedClass } from '#functions/classes/classes';
import { requestLimits, withoutDeadline } from '#functions/lib/aws-requests';
import { systemClock } from '#functions/lib/clock';
import type { AdminDeps } from '#functions/lib/deps';
import { connectUserPool, type UserPool } from '#functions/lib/identity/users';
import { newVenueId } from '#functions/lib/ids';
import { connectTable, type Table } from '#functions/lib/table';
import { readSettingsNow, saveSettings } from '#functions/school/settings';
import { planTerm, publishTerm } from '#functions/terms/admin';
import { brand } from '#shared/brand';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays, daysPerWeek, defaultEndDate, mondayOf } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import type { ClassId, UserId } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { policies } from '#shared/policies';
import type { TermPlan } from '#shared/terms/term-plan';
import { resourceNames } from '../addresses.ts';
import { bookTrials, fillSlots, joinLists, recordEntries } from './book-samples.ts';
import { asAdmin, putClass, putVenue } from './put.ts';
import { sampleClasses, sampleVenues } from './sample-classes.ts';
import { adminFamily, coachFamilies, demoFamilies, otherFamilies, sampleReader } from './sample-families.ts';
import { cancelNext, cancelSamples, markRegisters } from './sample-sessions.ts';
import { sendSamples } from './send-samples.ts';
import { storeFamily } from './store-families.ts';
import { newClass, playersOf } from './world.ts';

/** How the families of the sample school pay: nobody has this account (SCH-02). */
const sampleInstructions = [
  `Bank transfer to ${brand.legalName}, sort code 00-00-00, account 00000000.`,
  'Cash or card at the pitch, before or after a session.',
];

/** Weeks between the end of a sample class and the class that follows: families have all days to answer. */
const weeksApart = 3;

/** Publishes what follows a class: its families have their places kept and get emails when the messages are sent. */
const publishNextTerm = async (classId: ClassId, admin: UserId, deps: AdminDeps): Promise<void> => {
  const { table, clock, timeZone } = deps;
  const cls = await getManagedClass(table, classId);
  if (!cls) throw new Error('The sample class of the next term is gone');
  const plan: TermPlan = {
    first_week: addDays(mondayOf(cls.end_date), weeksApart * 7),
    weeks: 8,
    skipped_dates: [],
    price_change: { by: 'percent', percent: 5 },
  };
  const planned = { plan, classes: [{ id: cls.id, version: cls.version }] };
  const { drafts } = await planTerm({ ...asAdmin(admin, clock()), body: planned }, deps);
  const keep_until = addDays(toCalendarDate(clock(), timeZone), policies.terms.retainedDays);
  const body = { drafts: drafts.map(({ id, version }) => ({ id, version })), keep_until };
  await publishTerm({ ...asAdmin(admin, clock()), body }, deps);
};

/** Uses the product's own operation, so that group, account and counts agree. */
const makeAdmin = async (table: Table, userPool: UserPool, userId: UserId): Promise<void> => {
  const profile = await getActiveProfile(table, userId);
  if (!profile) throw new Error('The sample administrator has no account');
  await changeRole(profile, 'admin', userId, { table, userPool, clock: systemClock });
};

/** Days between the creation of two sample classes: each is created before its first booking. */
const createdApartDays = 20;

interface SeedOptions {
  readonly timeZone: string;
  readonly onProgress?: (stored: string) => void;
}

/** Every state of classes, bookings and accounts, relative to today. One after the other: bookings of a family conflict. */
const storeSamples = async ({ timeZone, onProgress = () => {} }: SeedOptions): Promise<void> => {
  const table = connectTable(resourceNames.table, requestLimits.unhurried);
  const userPool = connectUserPool(resourceNames.userPoolId, requestLimits.unhurried);
  const now = systemClock();
  const today = toCalendarDate(now, timeZone);
  const moment = { now, today, timeZone };
  const inOrder = async <Sample, Stored>(
    what: string,
    samples: readonly Sample[],
    store: (sample: Sample, at: number) => Promise<Stored>,
  ): Promise<Stored[]> => {
    const stored: Stored[] = [];
    for (const [at, sample] of samples.entries()) {
      stored.push(await store(sample, at));
      onProgress(`${at + 1} of ${samples.length} ${what}`);
    }
    return stored;
  };

  const admin = await storeFamily(table, userPool, adminFamily, moment);
  await makeAdmin(table, userPool, admin.profile.id);
  const coaches = await inOrder('coaches', coachFamilies, async (sample) => {
    const coach = await storeFamily(table, userPool, sample, moment);
    await makeCoach(coach.profile.id, admin.profile.id, { table, userPool, clock: systemClock });
    return coach;
  });
  const families = await inOrder('families', [...demoFamilies, ...otherFamilies], (sample) =>
    storeFamily(table, userPool, sample, moment),
  );
  const children = families.flatMap((family) => family.children);
  const deps = { table, clock: () => now, timeZone };
  await saveSettings(table, await readSettingsNow(table), { instructions: [...sampleInstructions] }, []);
  const venues = await inOrder('venues', sampleVenues, async (sample, at) => {
    const id = newVenueId(new Date(now.getTime() + at));
    const venue = { ...sample, id, version: 1, changed_at: instantOf(now) };
    await putVenue(table, venue);
    return venue;
  });
  const stored = await inOrder('classes', sampleClasses, async (sample, at) => {
    const createdAt = new Date(now.getTime() - (at + 1) * createdApartDays * dayMs);
    const createdBy = admin.profile.id;
    const start_date = addDays(today, sample.startsIn);
    const venue = venues.find(({ name }) => name === sample.venue);
    if (!venue) throw new Error(`No sample venue ${sample.venue}`);
    const coach_ids = coaches.flatMap(({ profile }) =>
      [sample.coach, sample.otherCoach].includes(profile.full_name) ? [profile.id] : [],
    );
    const cls = newClass({
      createdAt,
      class_type: sample.type,
      venue,
      coach_name: sample.coach,
      weekly_rate: centsSchema.parse(sample.weeklyRate),
      start_date,
      end_date: defaultEndDate(start_date),
      skipped_dates: (sample.skippedWeeks ?? []).map((week) => addDays(start_date, week * daysPerWeek)),
      created_by: createdBy,
      slots: sample.slots.map(({ time: [from, to], capacity }) => ({ from, to, places: capacity })),
    });
    await putClass(table, { ...cls, coach_ids });
    const booking = { ...deps, families };
    const players = playersOf(cls.class_type, children, today);
    const booked = sample.slots.map((slot) => slot.booked);
    await fillSlots(cls, booked, players, booking);
    const slot = cls.time_slots.at(-1);
    if (sample.hasTrials && slot) await bookTrials({ cls, slot }, players.slice(2, 4), booking);
    if (sample.isNextCancelled) await cancelNext(cls, createdBy, deps);
    return { ...sample, id: cls.id };
  });
  const adminDeps = { ...deps, userPool, siteUrl: '', pictureHosts: [] };
  // Its message is sent with those of the cancelled session.
  for (const { id, hasNextTerm } of stored)
    if (hasNextTerm) await publishNextTerm(id, admin.profile.id, adminDeps);
  // The families after the demo accounts: tests and the demo book with those.
  const cancelling = families.slice(demoFamilies.length).toReversed();
  const [cancelled] = stored.filter(({ isNextCancelled }) => isNextCancelled);
  const message = { admin: admin.profile.id, reader: sampleReader };
  if (cancelled) await sendSamples({ classId: cancelled.id, ...message }, deps);
  onProgress('the messages');
  await joinLists(families, deps);
  await recordEntries(families, admin.profile.id, adminDeps);
  onProgress('the entries of ledgers');
  await markRegisters(coaches, deps);
  await cancelSamples(cancelling, deps);
  userPool.client.destroy();
  table.client.destroy();
};

export const seed = (options: SeedOptions): Promise<void> => withoutDeadline(() => storeSamples(options));
