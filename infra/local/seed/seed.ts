import { changeRole } from '#functions/admin/administrators/administrators';
import { requestLimits, withoutDeadline } from '#functions/aws-requests';
import { systemClock } from '#functions/clock';
import { getActiveProfile } from '#functions/data/families/profiles';
import { createFeed } from '#functions/data/feeds/calendar-feeds';
import { newVenueId } from '#functions/data/ids';
import { connectTable, type Table } from '#functions/data/table';
import { makeCoach } from '#functions/lib/identity/make-coach';
import { connectUserPool, type UserPool } from '#functions/lib/identity/user-pool';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import type { UserId } from '#shared/schemas/ids';
import { resourceNames } from '../addresses.ts';
import { bookTrials } from './book-trials.ts';
import { cancelNext } from './cancel-next.ts';
import { cancelSamples } from './cancel-samples.ts';
import { fillSlots, playersOf } from './fill-slots.ts';
import { joinLists } from './join-lists.ts';
import { markRegisters } from './mark-registers.ts';
import { publishNextTerm } from './publish-next-term.ts';
import { putVenue } from './put-venue.ts';
import { recordEntries } from './record-entries.ts';
import { sampleClasses, sampleVenues } from './sample-classes.ts';
import { adminFamily, coachFamilies, demoFamilies, otherFamilies, sampleReader } from './sample-families.ts';
import { sendSamples } from './send-samples.ts';
import { storeClass } from './store-classes.ts';
import { storeFamily } from './store-families.ts';

/** Uses the product's own operation, so that group, profile and counts agree. */
const makeAdmin = async (table: Table, userPool: UserPool, userId: UserId): Promise<void> => {
  const profile = await getActiveProfile(table, userId);
  if (!profile) throw new Error('The sample administrator has no profile');
  await changeRole(profile, 'admin', userId, { table, userPool, clock: systemClock });
};

/** Days between the creation of two sample classes: each is created before its first booking. */
const createdApartDays = 20;

export interface SeedOptions {
  /** IANA zone in which today is judged. */
  readonly timeZone: string;
  /** Called with what is stored so far, such as `3 of 7 classes`. */
  readonly onProgress?: (stored: string) => void;
}

/**
 * Fills an empty system with sample data relative to today, in every state: not started, in progress, ended, the last
 * place, full, no bookings, cancelled in time and late, trials that are held, kept and over, and accounts that are paid,
 * paid in part, open, credited and in credit. It uses the table and the user pool that the environment names.
 *
 * One thing is stored after the other: two bookings of a family at the same time are a conflict.
 */
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
  const [, , member] = families;
  if (member) await createFeed(table, member.profile.id, { replace: false, at: instantOf(now) });
  const deps = { table, clock: () => now, timeZone };
  const venues = await inOrder('venues', sampleVenues, async (sample, at) => {
    const id = newVenueId(new Date(now.getTime() + at));
    const venue = { ...sample, id, version: 1, changed_at: instantOf(now) };
    await putVenue(table, venue);
    return venue;
  });
  const stored = await inOrder('classes', sampleClasses, async (sample, at) => {
    const createdAt = new Date(now.getTime() - (at + 1) * createdApartDays * dayMs);
    const createdBy = admin.profile.id;
    const venue = venues.find(({ name }) => name === sample.venue);
    if (!venue) throw new Error(`No sample venue ${sample.venue}`);
    const coachIds = coaches.flatMap(({ profile }) =>
      [sample.coach, sample.otherCoach].includes(profile.full_name) ? [profile.id] : [],
    );
    const cls = await storeClass(table, sample, { venue, today, createdBy, createdAt, coachIds });
    await fillSlots(table, { cls, sample, children }, moment);
    const slot = cls.time_slots.at(-1);
    const players = playersOf(cls, children, today).slice(2, 5);
    if (sample.hasTrials && slot) await bookTrials(table, { cls, slot, children: players }, moment);
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
  const steps: readonly (() => Promise<void>)[] = [
    async () => {
      const message = { admin: admin.profile.id, reader: sampleReader };
      if (cancelled) await sendSamples({ classId: cancelled.id, ...message }, deps);
    },
    () => joinLists(families, deps),
    () => recordEntries({ families, admin: admin.profile.id, today }, adminDeps),
    () => markRegisters(coaches, deps),
    () => cancelSamples(cancelling, deps),
  ];
  await inOrder('further steps', steps, (step) => step());
  userPool.client.destroy();
  table.client.destroy();
};

/** Stores the sample data, however slow the machine is: nobody waits for an answer. */
export const seed = (options: SeedOptions): Promise<void> => withoutDeadline(() => storeSamples(options));
