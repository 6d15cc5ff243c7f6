import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import { fieldsIn } from '#infra/testing/attack/answers';
import {
  at,
  sampleBooking,
  sampleClass,
  sampleSender,
  sampleSiteUrl,
  sampleTimeZone,
  sampleToday,
  sampleVenue,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { accountSteps, signUpBody } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import { sendMessages } from '#infra/testing/services/background';
import { rowOf } from '#infra/testing/services/bank-tests';
import { asAdmin, invoke } from '#infra/testing/services/invoke';
import { createFakeSes } from '#infra/testing/services/ses';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { addDays } from '#shared/lib/calendar';
import { secondMs } from '#shared/lib/durations';
import {
  type ClassId,
  type FamilyId,
  familyIdSchema,
  idempotencyKeySchema,
  type MessageId,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { coachRoutes } from '#shared/registers/routes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { getAccount } from '../accounts/accounts.ts';
import { beginCoachGrant, endCoachGrant } from '../accounts/coaches.ts';
import { beginRoleChange, endRoleChange } from '../accounts/roles.ts';
import { listBookingsInSlot } from '../booking/bookings.ts';
import { endBooking, lateEndingPut } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { coachOperations } from '../entries/coach-operations.ts';
import { getFamily } from '../families/families.ts';
import { addNote } from '../families/notes.ts';
import { familyTaskPut } from '../families/tasks.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { sha256 } from '../lib/dynamo/items.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { newBookingId, newFamilyNoteId } from '../lib/ids.ts';
import { setAside } from '../lib/mail/aside-mails.ts';
import { TooLateError } from '../lib/mail/outcomes.ts';
import { auditEventPut } from '../school/activity.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, now } = system;
await putVenue(table, sampleVenue);
const admin = adminApi({ table, userPool, clock: now });
const ses = createFakeSes();
const deps = { table, clock: now, timeZone: sampleTimeZone, siteUrl: sampleSiteUrl };
const coaches = createHandler(coachRoutes, coachOperations, deps, {
  clock: now,
  requireCurrentRole: async () => {},
});
const messenger: MessengerDeps = {
  ...deps,
  mail: { ses: ses.client, from: sampleSender },
  elapsed: () => 0,
  pause: async () => {},
  mailsPerSecond: 5,
};

interface Contact {
  readonly full_name: string;
  readonly email: string;
  readonly phone_number: string;
}

let phones = 900_000;
/** A contact of few words: of a family with more words than the index takes the search for anything does not need its entries. */
const newContact = (email = `${randomUUID().replaceAll('-', '')}@example.com`): Contact => {
  phones += 1;
  const full_name = `Quinn ${randomUUID().replaceAll(/[^a-f]/g, '')}x`;
  return { full_name, email, phone_number: `07700 ${phones}` };
};

const textsOf = ({ full_name, email, phone_number }: Contact) => [full_name, email, phone_number];
const contactOf = ({ full_name, email, phone_number }: Contact) => ({ full_name, email, phone_number });
const toCall = ({ full_name, phone_number }: Contact) => ({ full_name, phone_number });
const born = '2018-06-15';
const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });

/** A family whose contacts are known. */
interface Known {
  readonly id: FamilyId;
  /** Whom to call: the first contact is the one that counts for the family. */
  readonly adults: readonly Contact[];
  /** The accounts of the adults; none of a family without a login. */
  readonly accounts: readonly UserId[];
  /** What counts for nobody of the family. */
  readonly outdated: readonly string[];
  /** What the office typed before a member accepted. */
  readonly typed?: Contact | undefined;
}

const accountOf = async (email: string): Promise<UserId> =>
  userIdSchema.parse((await userPool.usersOf(email))[0]);

const signedUp = async (): Promise<Known> => {
  const contact = newContact();
  const body = { ...signUpBody(contact.email), ...toCall(contact) };
  await system.call('signUp', { body });
  await system.deliver();
  const token = system.latestToken(contact.email);
  await system.call('verifyEmail', { body: { token, browser_secret: body.browser_secret } });
  const account = await accountOf(contact.email);
  const { family_id } = (await getAccount(table, account)) ?? expect.unreachable('no account');
  return { id: family_id, adults: [contact], accounts: [account], outdated: [] };
};

const withoutLogin = (id: unknown, contact: Contact): Known => ({
  id: familyIdSchema.parse(id),
  adults: [contact],
  accounts: [],
  outdated: [],
});

const phoned = async (): Promise<Known> => {
  const contact = newContact();
  const children = ['Robin', 'Alex'].map((name) => ({ name, date_of_birth: born }));
  const { body } = await admin.call('addFamily', { body: { ...contact, children } });
  return withoutLogin(Object(body).id, contact);
};

const importedFamily = (adult: Contact, row: string) => ({
  ...{ rows: [row], adult, second: null, is: null, apart: [], apart_in_file: false, balance: null },
  children: ['Robin', 'Alex'].map((name) => ({
    ...{ name, date_of_birth: born, medical_conditions: null, contact: null, is: null },
  })),
});

const imported = async (): Promise<Known> => {
  const contact = newContact();
  const file = randomUUID();
  const family = importedFamily(contact, sha256(`${file} 0`));
  const body = { import_id: sha256(file), families: [family] };
  const answer = await admin.call('importFamilies', { body });
  return withoutLogin(routes.importFamilies.response.parse(answer.body).families[0]?.parent_id, contact);
};

const linkTo = async (email: string): Promise<string> => {
  expect(await system.deliver()).toEqual([]);
  const mail = system.mailsTo(email).findLast(({ text }) => text?.includes('/family-invitation#'));
  return /\/family-invitation#([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.unreachable('no link');
};

const join = async (contact: Contact, proof?: object): Promise<UserId> => {
  const token = await linkTo(contact.email);
  const body = { token, password: 'football1', ...toCall(contact), ...(proof && { proof }) };
  expect(await system.call('acceptAdultInvitation', { body })).toMatchObject({ status: 201 });
  return accountOf(contact.email);
};

/** The family of an invitation by the office, which is accepted with another name and phone number. */
const accepted = async (known: Known): Promise<Known> => {
  const [typed] = known.adults;
  const contact = newContact(typed?.email);
  const { email } = contact;
  const invited = await admin.call('inviteFamily', { params: { parentId: known.id }, body: { email } });
  expect(invited).toMatchObject({ status: 202 });
  const account = await join(contact, { date_of_birth: born });
  const { full_name = '', phone_number = '' } = typed ?? {};
  return { ...known, typed, adults: [contact], accounts: [account], outdated: [full_name, phone_number] };
};

/** Calls as the first account of a family, or another one. */
const as = (
  { id, accounts }: Known,
  route: Parameters<typeof system.call>[0],
  request: object = {},
  of = 0,
) => system.call(route, { userId: at(accounts, of), familyId: id, ...keyed(), ...request });

const pair = async (): Promise<Known> => {
  const known = await signedUp();
  const contact = newContact();
  system.passTime(secondMs);
  const { email } = contact;
  expect(await as(known, 'inviteAdult', { body: { email } })).toMatchObject({ status: 202 });
  const account = await join(contact);
  return { ...known, adults: [...known.adults, contact], accounts: [...known.accounts, account] };
};

/** The same family, after the contact of the person who counts was changed. */
const corrected = (known: Known, contact: Contact): Known => {
  const [before, ...others] = known.adults;
  const { full_name = '', phone_number = '' } = before ?? {};
  const now = { ...contact, email: before?.email ?? '' };
  return { ...known, adults: [now, ...others], outdated: [full_name, phone_number] };
};

const byMember = async (known: Known): Promise<Known> => {
  const contact = newContact();
  const body = { full_name: contact.full_name, phone_number: contact.phone_number };
  expect(await as(known, 'updateMyProfile', { body })).toMatchObject({ status: 200 });
  return corrected(known, contact);
};

const byOffice = async (known: Known): Promise<Known> => {
  const contact = newContact();
  const body = { full_name: contact.full_name, phone_number: contact.phone_number };
  expect(await admin.call('updateParent', { params: { parentId: known.id }, body })).toMatchObject({
    status: 200,
  });
  return corrected(known, contact);
};

const holderChanged = async (known: Known): Promise<Known> => {
  const params = { parentId: known.id };
  expect(await admin.call('makeAdultHolder', { params })).toMatchObject({ status: 204 });
  return { ...known, adults: known.adults.toReversed(), accounts: known.accounts.toReversed() };
};

const secondLeft = async (known: Known): Promise<Known> => {
  expect(await as(known, 'endAdultAccess', {}, 1)).toMatchObject({ status: 204 });
  const [adults, [left]] = [known.adults.slice(0, 1), known.adults.slice(1)];
  return { ...known, adults, accounts: known.accounts.slice(0, 1), outdated: left ? textsOf(left) : [] };
};

const loginRemoved = async (known: Known, adults: readonly Contact[]): Promise<Known> => {
  const params = { parentId: known.id, userId: at(known.accounts, 0) };
  expect(await admin.call('removeLogin', { params })).toMatchObject({ status: 204 });
  const removed = textsOf(at(known.adults, 0)).filter((text) => !adults.some(({ email }) => email === text));
  return { ...known, adults, accounts: known.accounts.slice(1), outdated: removed };
};

interface State {
  /** The family has no login in the end. */
  readonly isWithoutLogin?: true;
  readonly begin: () => Promise<Known>;
  /** What happens when there are bookings and messages of the family. */
  readonly change?: (known: Known) => Promise<Known>;
}

const acceptedFamily = async () => accepted(await phoned());

const states: Readonly<Record<string, State>> = {
  'signed up': { begin: signedUp },
  phoned: { isWithoutLogin: true, begin: phoned },
  imported: { isWithoutLogin: true, begin: imported },
  'phoned, and accepted by a member': { begin: phoned, change: accepted },
  'imported, and accepted by a member': { begin: imported, change: accepted },
  'corrected by the member': { begin: signedUp, change: byMember },
  'accepted, and corrected by the member': { begin: acceptedFamily, change: byMember },
  'corrected by the office': { begin: signedUp, change: byOffice },
  'phoned, and corrected by the office': { isWithoutLogin: true, begin: phoned, change: byOffice },
  'of two adults, of whom the office corrected the holder': { begin: pair, change: byOffice },
  'of two adults, whose holder changed': { begin: pair, change: holderChanged },
  'left by the second adult': { begin: pair, change: secondLeft },
  'left by the former holder': {
    begin: pair,
    change: async (known) => secondLeft(await holderChanged(known)),
  },
  'of two adults, of whom the office took the holder off': {
    begin: pair,
    change: (known) => loginRemoved(known, known.adults.slice(1)),
  },
  'accepted, and without a login again': {
    isWithoutLogin: true,
    begin: acceptedFamily,
    change: (known) => loginRemoved(known, known.typed ? [known.typed] : []),
  },
};

/** A family with places, debts, an entry of a waiting list and a message, all from before its contact changed. */
interface Scene {
  readonly known: Known;
  /** The contact that counts. */
  readonly contact: Contact;
  readonly cls: FootballClass;
  readonly full: FootballClass;
  /** The class that is published for the next term. */
  readonly staying: FootballClass;
  /** Another class, in which it has no place yet. */
  readonly next: FootballClass;
  readonly draft: ClassId;
  readonly message: MessageId;
  readonly children: readonly { readonly id: string; readonly name: string }[];
}

const orderOf = (cls: FootballClass, child_id: string) => ({
  ...{ class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id, child_id, is_trial: false },
  ...{ amount: bookingAmount(cls, false, sampleToday), calendar_version: 0 },
});

/** A class at an hour of its own, since a child is in one place at a time. Another family has booked it first. */
const classAt = async (hour: number, capacity: number): Promise<FootballClass> => {
  const cls = sampleClass({ hour, capacities: [capacity] });
  await putClass(table, cls);
  const booking = sampleBooking(cls, await storedFamily(table), { id: newBookingId(now()) });
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  system.passTime(secondMs);
  return cls;
};

const given = async ({ begin, change }: State): Promise<Scene> => {
  const known = await begin();
  const { id } = known;
  const { children } = (await getFamily(table, id)) ?? expect.unreachable('no family');
  const [first, second] = [at(children, 0), at(children, 1)];
  const book = async (cls: FootballClass, child: typeof first, above_capacity: string | null = null) => {
    const body = { order: orderOf(cls, child.id), above_capacity };
    return routes.bookForFamily.response.parse(
      await bodyOf('bookForFamily', { params: { parentId: id }, body }),
    );
  };

  // Above the capacity, so that no place of the next term is kept for the child.
  const cls = await classAt(9, 1);
  await book(cls, first, 'A sibling is in the class');

  // A place that was cancelled late.
  const left = await classAt(12, 2);
  const { id: lateId, time_slot_id } = await book(left, first);
  const late = (await listBookingsInSlot(table, time_slot_id, id)).find((one) => one.id === lateId);
  const ended = await endBooking(deps, late ?? expect.unreachable('no booking'), {
    ending: { reason: 'cancelled' },
    ...{ by: 'parent', tell: false },
    extraWrites: (record) => [lateEndingPut(table, record)],
  });
  expect(ended).toMatchObject({ outcome: 'ended' });

  const full = await classAt(15, 1);
  const slot = { class_id: full.id, time_slot_id: at(full.time_slots, 0).id };
  await bodyOf('addToWaitingList', { body: { ...slot, parent_id: id, child_ids: [second.id] } });

  const staying = await classAt(18, 2);
  await book(staying, second);
  const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };
  const classes = [cls, staying].map((one) => ({ id: one.id, version: 1 }));
  const { drafts } = routes.planTerm.response.parse(await bodyOf('planTerm', { body: { plan, classes } }));
  const draftOf = ({ id: class_id }: FootballClass) =>
    drafts.find(({ planned_from }) => planned_from?.class_id === class_id)?.id ??
    expect.unreachable('no draft');
  const published = await bodyOf('publishTerm', {
    body: { drafts: [{ id: draftOf(staying), version: 1 }], keep_until: '2025-10-07' },
  });

  const { message_id } = routes.publishTerm.response.parse(published);
  await sendMessages([message_id], messenger);
  const message = await writeTo(known);

  const next = await classAt(20, 5);
  const after = change ? await change(known) : known;
  const contact = at(after.adults, 0);
  return { known: after, contact, cls, full, staying, next, draft: draftOf(cls), message, children };
};

const bodyOf = async (
  route: Parameters<typeof admin.call>[0],
  request: Parameters<typeof admin.call>[1] = {},
): Promise<unknown> => {
  const { status, body } = await admin.call(route, { ...keyed(), ...request });
  if (status >= 300) throw new Error(`${route} was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** What an answer shows of the family, each time it shows it. */
interface Shown {
  /** Parts of the contact that counts. */
  readonly contacts: readonly Partial<Contact>[];
  /** Whom to call. */
  readonly adults?: readonly Pick<Contact, 'full_name' | 'phone_number'>[];
}

interface Place {
  /** Whether it shows families with a login alone, or those without one. */
  readonly login?: boolean;
  readonly read: (scene: Scene) => Promise<Shown>;
}

const ownBodyOf = async (
  { known }: Scene,
  route: Parameters<typeof system.call>[0],
  request: object = {},
): Promise<unknown> => {
  const { status, body } = await as(known, route, request);
  if (status >= 300) throw new Error(`${route} was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
};

const ofFamily =
  ({ known }: Scene) =>
  ({ parent_id }: { readonly parent_id: FamilyId }): boolean =>
    parent_id === known.id;

const onPages = async <Row>(
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next_cursor: string | null }>,
): Promise<Row[]> => {
  const found: Row[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const { rows, next_cursor } = await read(cursor);
    found.push(...rows);
    isLast = next_cursor === null;
    cursor = next_cursor ?? undefined;
  }
  return found;
};

const named = (full_name: string | null | undefined): Partial<Contact> => ({ full_name: full_name ?? '' });

const writeTo = async ({ id: parent_id }: Pick<Known, 'id'>): Promise<MessageId> => {
  const audience = { kind: 'family', parent_id };
  const body = { audience, subject: 'Bring a jumper', text: 'It gets cold.', about_booking: true };
  const { id } = routes.sendMessage.response.parse(await bodyOf('sendMessage', { body }));
  await sendMessages([id], messenger);
  return id;
};

/** The recipients of a message, as the office sees them. */
const sentTo = async (messageId: MessageId) =>
  routes.getMessage.response.parse(await bodyOf('getMessage', { params: { messageId } })).sent_to;

const referringRow = async ({ known }: Scene) => {
  const { reference = '' } = (await getFamilyLedger(table, known.id)) ?? {};
  return rowOf(`${randomUUID()} ${reference}`);
};

/**
 * Each route whose answer shows a contact, and what of its answer is of the family. A new place is one row more: the last test of
 * this file finds a route that is missing.
 */
const places: Partial<Record<RouteName, Place>> = {
  getRoster: {
    read: async (scene) => {
      const body = await bodyOf('getRoster', { params: { classId: scene.cls.id }, query: {} });
      const rows = routes.getRoster.response.parse(body).bookings.filter(ofFamily(scene));
      return { contacts: rows.map(({ parent }) => parent), adults: at(rows, 0).adults };
    },
  },
  getRegister: {
    read: async ({ cls, children }) => {
      const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id, date: date('2025-09-27') };
      const { body } = await invoke(coaches, {
        route: 'getRegister',
        userId: admin.userId,
        ...asAdmin,
        params,
      });
      const register = routes.getRegister.response.parse(body);
      const own = register.children.filter(({ child_id }) => child_id === at(children, 0).id);
      return { contacts: [], adults: at(own, 0).card?.adults ?? [] };
    },
  },
  searchBookings: {
    read: async (scene) => {
      const body = await bodyOf('searchBookings', { body: { query: scene.contact.full_name } });
      const found = routes.searchBookings.response.parse(body).bookings;
      return { contacts: found.map(({ parent }) => parent) };
    },
  },
  searchEverything: {
    read: async ({ known, contact }) => {
      const find = async (query: string) =>
        routes.searchEverything.response.parse(await bodyOf('searchEverything', { body: { query } }));
      const all = known.adults.flatMap(textsOf);
      for (const query of all) expect((await find(query)).families.map(({ id }) => id)).toContain(known.id);
      for (const query of known.outdated)
        expect((await find(query)).families.map(({ id }) => id)).not.toContain(known.id);
      const { families, bookings } = await find(contact.full_name);
      return { contacts: [...families.map(contactOf), ...bookings.map(({ parent }) => parent)] };
    },
  },
  searchParents: {
    read: async ({ known, contact }) => {
      const find = async (query: string) =>
        routes.searchParents.response.parse(await bodyOf('searchParents', { body: { query } })).parents;
      for (const query of known.outdated)
        expect((await find(query)).map(({ id }) => id)).not.toContain(known.id);
      const newest = routes.searchParents.response.parse(await bodyOf('searchParents', { body: {} }));
      const listed = [...(await find(contact.email)), ...newest.parents].filter(({ id }) => id === known.id);
      return { contacts: listed.map(contactOf) };
    },
  },
  getParent: {
    read: async ({ known }) => {
      const body = await bodyOf('getParent', { params: { parentId: known.id } });
      const { profile, members, bookings, typed } = routes.getParent.response.parse(body);
      const { full_name, email, phone_number } = profile;
      expect(members.map(({ id }) => id)).toEqual(known.accounts);
      // The office sees what a member changed of what it typed.
      const isChanged = known.typed && known.accounts.length > 0;
      expect(typed).toEqual(isChanged && known.typed ? toCall(known.typed) : null);
      return {
        contacts: [{ full_name, email, phone_number }, ...bookings.map(({ parent }) => parent)],
        adults: members.length > 0 ? members.map(toCall) : [{ full_name, phone_number }],
      };
    },
  },
  updateParent: {
    read: async ({ known, contact }) => {
      const answer = await bodyOf('updateParent', { params: { parentId: known.id }, body: toCall(contact) });
      return { contacts: [contactOf(routes.updateParent.response.parse(answer))] };
    },
  },
  bookForFamily: {
    read: async ({ known, next, children }) => {
      const body = { order: orderOf(next, at(children, 1).id), above_capacity: null };
      const answer = await bodyOf('bookForFamily', { params: { parentId: known.id }, body });
      return { contacts: [routes.bookForFamily.response.parse(answer).parent] };
    },
  },
  downloadFamilyData: {
    read: async ({ known }) => {
      const body = await bodyOf('downloadFamilyData', { params: { parentId: known.id } });
      const { profile, bookings } = routes.downloadFamilyData.response.parse(body);
      return { contacts: [contactOf(profile), ...bookings.map(({ parent }) => parent)] };
    },
  },
  searchOpenBalances: {
    read: async (scene) => {
      const body = await bodyOf('searchOpenBalances', {
        body: { query: scene.contact.phone_number, which: 'every' },
      });
      const found = routes.searchOpenBalances.response.parse(body).families.filter(ofFamily(scene));
      const contacts = found.map(contactOf);
      return { contacts, adults: at(found, 0).adults };
    },
  },
  listUnpaid: {
    read: async (scene) => {
      const own = await onPages(async (cursor) => {
        const body = await bodyOf('listUnpaid', { body: { by: addDays(sampleToday, 90), cursor } });
        const { charges, next_cursor } = routes.listUnpaid.response.parse(body);
        return { rows: charges.filter(ofFamily(scene)), next_cursor };
      });
      return {
        contacts: own.flatMap(({ full_name, email, phone_number, place }) => [
          { full_name, email, phone_number },
          ...(place ? [place.parent] : []),
        ]),
        adults: at(own, 0).adults,
      };
    },
  },
  listEntries: {
    read: async (scene) => {
      const own = await onPages(async (cursor) => {
        const body = { from: sampleToday, until: addDays(sampleToday, 1), cursor };
        const { families, next_cursor } = routes.listEntries.response.parse(
          await bodyOf('listEntries', { body }),
        );
        return { rows: families.filter(ofFamily(scene)), next_cursor };
      });
      return { contacts: own.map(({ full_name, email }) => ({ ...named(full_name), email: email ?? '' })) };
    },
  },
  getWaitingList: {
    read: async (scene) => {
      const params = { classId: scene.full.id, slotId: at(scene.full.time_slots, 0).id };
      const { entries } = routes.getWaitingList.response.parse(await bodyOf('getWaitingList', { params }));
      const own = entries.filter(ofFamily(scene));
      return { contacts: own.map(({ parent_name }) => named(parent_name)), adults: at(own, 0).adults };
    },
  },
  listLateEndings: {
    read: async (scene) => {
      const body = await bodyOf('listLateEndings');
      const own = routes.listLateEndings.response.parse(body).late_endings.filter(ofFamily(scene));
      return { contacts: own.map(({ parent }) => parent), adults: at(own, 0).adults };
    },
  },
  getRenewalPreview: {
    read: async (scene) => {
      const body = await bodyOf('getRenewalPreview', { body: { draft_ids: [scene.draft] } });
      const { classes } = routes.getRenewalPreview.response.parse(body);
      const own = classes.flatMap(({ without }) => without).filter(ofFamily(scene));
      return { contacts: own.map(({ parent_name }) => named(parent_name)), adults: at(own, 0).adults };
    },
  },
  getWhoStays: {
    read: async (scene) => {
      const body = await bodyOf('getWhoStays', { params: { classId: scene.staying.id } });
      const own = routes.getWhoStays.response.parse(body).children.filter(ofFamily(scene));
      return { contacts: own.map(({ parent_name }) => named(parent_name)), adults: at(own, 0).adults };
    },
  },
  getMessage: {
    read: async ({ known, message }) => {
      const sent = await Promise.all([message, await writeTo(known)].map(sentTo));
      // Of the message of before the person alone has left who is of another family by now.
      const isOwn = ({ id }: { id: string }) => [known.id, ...known.accounts].some((one) => one === id);
      const own = sent.flatMap((recipients) => recipients.filter(isOwn));
      const isFirst = ({ id }: { id: string }) => [known.id, known.accounts[0]].some((one) => one === id);
      const ofFirst = own.filter(isFirst);
      for (const { adults } of own) expect(adults).toEqual(known.adults.map(toCall));
      return {
        contacts: ofFirst.map(({ name, phone_number }) => ({
          ...named(name),
          phone_number: phone_number ?? '',
        })),
        adults: at(own, 0).adults,
      };
    },
  },
  sendMessage: {
    read: async ({ known }) => {
      const before = ses.mails.length;
      const recipients = await sentTo(await writeTo(known));
      const to = ses.mails.slice(before).map((mail) => mail.to);
      const isMailed = known.accounts.length > 0;
      expect(to.toSorted()).toEqual(isMailed ? known.adults.map(({ email }) => email).toSorted() : []);
      return { contacts: [], adults: at(recipients, 0).adults };
    },
  },
  lookUpBankRows: {
    read: async (scene) => {
      const body = await bodyOf('lookUpBankRows', { body: { rows: [await referringRow(scene)] } });
      const { rows } = routes.lookUpBankRows.response.parse(body);
      return { contacts: rows.map(({ match }) => named(match?.full_name)) };
    },
  },
  listUnassignedRows: {
    read: async (scene) => {
      const row = await referringRow(scene);
      await bodyOf('keepBankRows', { body: { rows: [row], method: 'bank-transfer' } });
      const body = await bodyOf('listUnassignedRows');
      const own = routes.listUnassignedRows.response.parse(body).rows.filter(({ id }) => id === row.id);
      return { contacts: own.map(({ match }) => named(match?.full_name)) };
    },
  },
  listUnsent: {
    read: async ({ known }) => {
      const item = { PK: 'WAITING', SK: known.id, entity: 'waiting-email', parent_id: known.id };
      await setAside(table, { item, error: new TooLateError('Too late'), now: now() });
      const { mails } = routes.listUnsent.response.parse(await bodyOf('listUnsent'));
      const own = mails.filter(({ parent_id }) => parent_id === known.id);
      return { contacts: own.map(({ to }) => named(to ?? undefined)), adults: at(own, 0).adults };
    },
  },
  lookUpFamilies: {
    read: async ({ contact }) => {
      const adult = { ...newContact(), phone_number: contact.phone_number };
      const family = { ...importedFamily(adult, sha256(randomUUID())), children: [] };
      const body = await bodyOf('lookUpFamilies', {
        body: { import_id: sha256(randomUUID()), families: [family] },
      });
      const { families } = routes.lookUpFamilies.response.parse(body);
      return { contacts: at(families, 0).candidates.map(contactOf) };
    },
  },
  getDashboard: {
    read: async ({ known }) => {
      const task = { family_id: known.id, at: instantOf(now()) };
      const other_id = (await storedFamily(table)).id;
      await sendTransaction(table, [
        familyTaskPut(table, { kind: 'no-login', ...task }),
        familyTaskPut(table, { kind: 'wrong-answers', ...task }),
        familyTaskPut(table, { kind: 'same', ...task, other_id, reason: 'phone' }),
      ]);
      const { without_login, wrong_answers, same_families } = routes.getDashboard.response.parse(
        await bodyOf('getDashboard'),
      );
      const listed = [
        ...without_login,
        ...wrong_answers,
        ...same_families.flatMap(({ one, other }) => [one, other]),
      ];
      const own = listed.filter(({ id }) => id === known.id);
      expect(own).toHaveLength(3);
      return { contacts: own.map(({ full_name }) => named(full_name)) };
    },
  },
  listActivity: {
    read: async ({ known }) => {
      const event = { action: 'family.money-mails-changed', subject_id: known.id } as const;
      const [actor_id = admin.userId] = known.accounts;
      await sendTransaction(table, [auditEventPut(table, now(), { actor_id, ...event })]);
      const { entries } = routes.listActivity.response.parse(await bodyOf('listActivity'));
      const [{ actor_name, subject_label } = expect.unreachable('not logged')] = entries.filter(
        ({ action, subject_id }) => action === event.action && subject_id === known.id,
      );
      return { contacts: [named(subject_label), ...(known.accounts.length > 0 ? [named(actor_name)] : [])] };
    },
  },
  listFamilyNotes: {
    login: true,
    read: async ({ known }) => {
      const by = at(known.accounts, 0);
      const note = { id: newFamilyNoteId(now()), at: instantOf(now()), by, text: 'Rings', corrects: null };
      const key = idempotencyKeySchema.parse(randomUUID());
      await addNote(table, known.id, note, { by, key, now: now() });
      const body = await bodyOf('listFamilyNotes', { params: { parentId: known.id } });
      const { notes } = routes.listFamilyNotes.response.parse(body);
      return { contacts: notes.map(({ author }) => named(author)) };
    },
  },
  listCoaches: {
    login: true,
    read: async ({ known }) => {
      const [id, moment] = [at(known.accounts, 0), instantOf(now())];
      await beginCoachGrant(table, id, { at: moment, settledBefore: moment }, []);
      await endCoachGrant(table, id, moment);
      const { coaches: listed } = routes.listCoaches.response.parse(await bodyOf('listCoaches'));
      const own = listed.filter((coach) => coach.id === id);
      return { contacts: own.map(contactOf) };
    },
  },
  listAdmins: {
    login: true,
    read: async ({ known }) => {
      const [id, moment] = [at(known.accounts, 0), instantOf(now())];
      const account = (await getAccount(table, id)) ?? expect.unreachable('no account');
      await beginRoleChange(table, account, 'admin', moment, []);
      const begun = (await getAccount(table, id)) ?? expect.unreachable('no account');
      await endRoleChange(table, begun, moment);
      const { admins } = routes.listAdmins.response.parse(await bodyOf('listAdmins'));
      const own = admins.filter((one) => one.id === id);
      return { contacts: own.map(contactOf) };
    },
  },
  getMySecondFactor: {
    login: true,
    read: async (scene) => {
      const { email } = routes.getMySecondFactor.response.parse(await ownBodyOf(scene, 'getMySecondFactor'));
      return { contacts: [{ email }] };
    },
  },
  getMyFamily: {
    login: true,
    read: async (scene) => {
      const { profile, members } = routes.getMyFamily.response.parse(await ownBodyOf(scene, 'getMyFamily'));
      const { full_name, email, phone_number } = profile;
      expect(members.map((member) => member.full_name)).toEqual(
        scene.known.adults.map((adult) => adult.full_name),
      );
      return { contacts: [{ full_name, email, phone_number }] };
    },
  },
  updateMyProfile: {
    login: true,
    read: async (scene) => {
      const answer = await ownBodyOf(scene, 'updateMyProfile', { body: toCall(scene.contact) });
      return { contacts: [contactOf(routes.updateMyProfile.response.parse(answer))] };
    },
  },
  listMyBookings: {
    login: true,
    read: async (scene) => {
      const body = await ownBodyOf(scene, 'listMyBookings');
      const { bookings } = routes.listMyBookings.response.parse(body);
      return { contacts: bookings.map(({ parent }) => parent) };
    },
  },
  bookSlot: {
    login: true,
    read: async (scene) => {
      const cls = sampleClass({ hour: 6 });
      await putClass(table, cls);
      const answer = await ownBodyOf(scene, 'bookSlot', { body: orderOf(cls, at(scene.children, 0).id) });
      return { contacts: [routes.bookSlot.response.parse(answer).parent] };
    },
  },
  exportMyData: {
    login: true,
    read: async (scene) => {
      const body = await ownBodyOf(scene, 'exportMyData');
      const { profile, bookings } = routes.exportMyData.response.parse(body);
      return { contacts: [contactOf(profile), ...bookings.map(({ parent }) => parent)] };
    },
  },
  listUnheardOffers: {
    read: async ({ known }) => {
      const problem = { kind: 'bounced', at: instantOf(now()) } as const;
      for (const [index, userId] of known.accounts.entries())
        await storeEmailProblem(table, { userId, email: at(known.adults, index).email, problem });
      const { offers } = routes.listUnheardOffers.response.parse(await bodyOf('listUnheardOffers'));
      const own = offers.filter(({ parent_id }) => parent_id === known.id);
      return { contacts: own.map(({ parent_name }) => named(parent_name)), adults: at(own, 0).adults };
    },
  },
  proveAdultInvitation: {
    login: false,
    read: async ({ known }) => {
      const { email } = newContact();
      await bodyOf('inviteFamily', { params: { parentId: known.id }, body: { email } });
      const body = { token: await linkTo(email), date_of_birth: born };
      const answer = await system.call('proveAdultInvitation', { body });
      const { full_name, phone_number } = routes.proveAdultInvitation.response.parse(answer.body);
      return { contacts: [{ full_name, phone_number }] };
    },
  },
};

/** The places that show a family in a state. */
const placesOf = ({ isWithoutLogin }: State) =>
  Object.entries(places).filter(([, { login }]) => login === undefined || login === !isWithoutLogin);

describe.each(Object.entries(states))('the contact of a family that is %s', (_, state) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await given(state);
  });

  it.each(placesOf(state))('is the one that counts in %s [FID-13, FID-08]', async (__, { read }) => {
    const { known, contact } = scene;
    expect(known.accounts.length > 0).toBe(!state.isWithoutLogin);
    const { contacts, adults } = await read(scene);
    expect(contacts.length + (adults?.length ?? 0)).toBeGreaterThan(0);
    for (const shown of contacts) expect(contact).toMatchObject(shown);
    if (adults) expect(adults).toEqual(known.adults.map(toCall));
    for (const text of known.outdated) expect(JSON.stringify([contacts, adults])).not.toContain(text);
  });
});

it('is shown by no other route [FID-13]', () => {
  const fields = [
    'phone_number',
    'email',
    'full_name',
    'adults',
    'author',
    'actor_name',
    'parent_name',
    'match',
  ];
  /** Why the answer of a route shows no contact of a family, or only repeats what was sent. */
  const others: Partial<Record<RouteName, string>> = {
    ...{ addFamily: 'what was sent', inviteFamily: 'what was sent' },
    ...{ inviteAdmin: 'what was sent', inviteCoach: 'what was sent' },
    getLinkedAddress: 'the address of the link',
    getAdultInvitation: 'the invited address',
    ...{ getAdminInvitation: 'the invited address', getCoachInvitation: 'the invited address' },
    ...{ grantAdmin: 'a row of listAdmins', grantCoach: 'a row of listCoaches' },
    ...{ addChildren: 'contacts of a child', updateCard: 'contacts of a child' },
    getBookableSlot: 'contacts of a child',
    listUnlisted: 'a child on no list',
    listReaders: 'addresses of the newsletter',
    undoImport: 'a family that the undo has just read',
    importFamilies: 'the decisions of lookUpFamilies',
  };
  const showing = routeList
    .filter(({ route }) => fields.some((field) => fieldsIn(route.response).has(field)))
    .map(({ name }) => name);
  const listed = [...Object.keys(places), ...Object.keys(others)];
  expect(showing.toSorted()).toEqual(listed.filter((name) => name !== 'sendMessage').toSorted());
});
