import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { putClass, putVenue } from '#infra/local/seed/put';
import { fieldsIn } from '#infra/testing/attack/answers';
import { importOf } from '#infra/testing/samples/import-files';
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
import { accountSteps, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { sendMessages } from '#infra/testing/services/background';
import { rowOf } from '#infra/testing/services/bank-tests';
import { type Answer, asAdmin, type Invocation, invoke } from '#infra/testing/services/invoke';
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
} from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { coachRoutes } from '#shared/registers/routes';
import { bookingAmount } from '#shared/testing/session-calendars';
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
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { newBookingId, newFamilyNoteId } from '../lib/ids.ts';
import { setAside } from '../lib/mail/aside-mails.ts';
import { TooLateError } from '../lib/mail/outcomes.ts';
import { auditEventPut } from '../school/activity.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, admin, now } = system;
await putVenue(table, sampleVenue);
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
const children = ['Robin', 'Alex'].map((name) => ({ name, date_of_birth: born }));

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

const signedUp = async (): Promise<Known> => {
  const contact = newContact();
  const { id, familyId } = await system.openAccount({ ...signUpBody(contact.email), ...toCall(contact) });
  return { id: familyId, adults: [contact], accounts: [id], outdated: [] };
};

const withoutLogin = (id: unknown, contact: Contact): Known => ({
  ...{ id: familyIdSchema.parse(id), adults: [contact] },
  ...{ accounts: [], outdated: [] },
});

const phoned = async (): Promise<Known> => {
  const contact = newContact();
  const { body } = await admin.call('addFamily', { body: { ...contact, children } });
  return withoutLogin(Object(body).id, contact);
};

const imported = async (): Promise<Known> => {
  const contact = newContact();
  const row = { name: contact.full_name, email: contact.email, phone: contact.phone_number, children };
  const { body } = await admin.call('importFamilies', { body: importOf([row]) });
  return withoutLogin(Object(body).families[0].parent_id, contact);
};

const linkTo = async (email: string): Promise<string> => {
  expect(await system.deliver()).toEqual([]);
  return system.linksTo(email, 'family-invitation').at(-1) ?? expect.unreachable('no link');
};

const join = async (contact: Contact, proof?: object): Promise<UserId> => {
  const token = await linkTo(contact.email);
  const body = { token, password: 'football1', ...toCall(contact), ...(proof && { proof }) };
  expect(await system.call('acceptAdultInvitation', { body })).toMatchObject({ status: 201 });
  return system.userOf(contact.email);
};

/** The family of an invitation by the office, which is accepted with another name and phone number. */
const accepted = async (known: Known): Promise<Known> => {
  const typed = at(known.adults, 0);
  const contact = newContact(typed.email);
  const body = { email: typed.email };
  const invited = await admin.call('inviteFamily', { params: { parentId: known.id }, body });
  expect(invited).toMatchObject({ status: 202 });
  const accounts = [await join(contact, { date_of_birth: born })];
  return { ...known, typed, adults: [contact], accounts, outdated: Object.values(toCall(typed)) };
};

/** Calls as the first account of a family, or another one. */
const as = (
  { id, accounts }: Known,
  route: Parameters<typeof system.call>[0],
  request: object = {},
  of = 0,
) => system.as({ id: at(accounts, of) }, route, { familyId: id, ...request });

const pair = async (): Promise<Known> => {
  const known = await signedUp();
  const contact = newContact();
  system.passTime(secondMs);
  const body = { email: contact.email };
  expect(await as(known, 'inviteAdult', { body })).toMatchObject({ status: 202 });
  const account = await join(contact);
  return { ...known, adults: [...known.adults, contact], accounts: [...known.accounts, account] };
};

/** The same family, after the name and phone number of the person who counts were changed. */
const corrected = (save: (known: Known, body: object) => Promise<Answer>) => async (known: Known) => {
  const [before, contact] = [at(known.adults, 0), newContact()];
  expect(await save(known, toCall(contact))).toMatchObject({ status: 200 });
  const adults = [{ ...contact, email: before.email }, ...known.adults.slice(1)];
  return { ...known, adults, outdated: Object.values(toCall(before)) };
};
const byMember = corrected((known, body) => as(known, 'updateMyProfile', { body }));
const byOffice = corrected(({ id }, body) => admin.call('updateParent', { params: { parentId: id }, body }));

const holderChanged = async (known: Known): Promise<Known> => {
  const params = { parentId: known.id };
  expect(await admin.call('makeAdultHolder', { params })).toMatchObject({ status: 204 });
  return { ...known, adults: known.adults.toReversed(), accounts: known.accounts.toReversed() };
};

const secondLeft = async (known: Known): Promise<Known> => {
  expect(await as(known, 'endAdultAccess', {}, 1)).toMatchObject({ status: 204 });
  const [adults, accounts] = [known.adults.slice(0, 1), known.accounts.slice(0, 1)];
  return { ...known, adults, accounts, outdated: textsOf(at(known.adults, 1)) };
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
  readonly children: readonly { readonly id: string }[];
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
    const answer = await bodyOf('bookForFamily', { params: { parentId: id }, body });
    return routes.bookForFamily.response.parse(answer);
  };

  // Above the capacity, so that no place of the next term is kept for the child.
  const cls = await classAt(9, 1);
  await book(cls, first, 'A sibling is in the class');

  const { id: lateId, time_slot_id } = await book(await classAt(12, 2), first);
  const late = (await listBookingsInSlot(table, time_slot_id, id)).find((one) => one.id === lateId);
  const ended = await endBooking(deps, late ?? expect.unreachable('no booking'), {
    ...{ ending: { reason: 'cancelled' }, by: 'parent', tell: false },
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
  const planned = await bodyOf('planTerm', { body: { plan, classes } });
  const [draft, next_term] = [cls, staying].map(
    (one) =>
      routes.planTerm.response.parse(planned).drafts.find((of) => of.planned_from?.class_id === one.id)?.id ??
      expect.unreachable('no draft'),
  );
  const body = { drafts: [{ id: next_term, version: 1 }], keep_until: '2025-10-07' };
  const published = await bodyOf('publishTerm', { body });
  await sendMessages([routes.publishTerm.response.parse(published).message_id], messenger);
  const message = await writeTo(known);

  const next = await classAt(20, 5);
  const after = change ? await change(known) : known;
  const contact = at(after.adults, 0);
  return { known: after, contact, cls, full, staying, next, draft: draft ?? cls.id, message, children };
};

const bodyOf = async (route: Parameters<typeof admin.call>[0], request: Request = {}) => {
  const { status, body } = await admin.call(route, request);
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

type Body = ReturnType<ObjectConstructor>;
type Request = Pick<Invocation, 'params' | 'query' | 'body' | 'headers'>;

interface Place {
  /** Whether it shows families with a login alone, or those without one. */
  readonly login?: boolean;
  readonly ask?: (scene: Scene) => Request | Promise<Request>;
  /** What of the answer is of the family. */
  readonly show: (body: Body, scene: Scene) => Shown | Promise<Shown>;
}

const read = async (route: RouteName, { ask, show }: Place, scene: Scene): Promise<Shown> => {
  const request = await ask?.(scene);
  const { service } = routes[route];
  const invocation = { route, userId: admin.userId, ...asAdmin, ...request };
  const { status, body } = await (service === 'admin'
    ? invoke(admin.handler, { ...invocation, headers: { 'idempotency-key': randomUUID() } })
    : service === 'coach'
      ? invoke(coaches, invocation)
      : scene.known.accounts.length > 0
        ? as(scene.known, Object(route), request)
        : system.call(Object(route), request));
  expect(status).toBeLessThan(300);
  return show(body, scene);
};

const ofFamily = (rows: Body, { known }: Scene): readonly Body[] =>
  rows.filter((row: Body) => row.parent_id === known.id);

/** Rows of the family, each with its parent, with the name of it, or with its contact; the adults are those of the first one. */
const parents = (rows: readonly Body[]): Shown => ({ contacts: rows.map(({ parent }) => parent) });
const names = (rows: readonly Body[], name = 'parent_name'): Shown => ({
  contacts: rows.map((row) => ({ full_name: row[name] ?? '' })),
});
const matches = (rows: readonly Body[]): Shown =>
  names(
    rows.map(({ match }) => match),
    'full_name',
  );
const whole = (rows: readonly Body[]): Shown => ({ contacts: rows.map(contactOf) });
const withAdults = (rows: readonly Body[], shown: (rows: readonly Body[]) => Shown): Shown => ({
  ...shown(rows),
  adults: rows[0]?.adults,
});

/** The rows of the family on all pages of a list. */
const onPages = async (route: Parameters<typeof bodyOf>[0], list: string, asked: object, scene: Scene) => {
  const found: Body[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = Object(await bodyOf(route, { body: { ...asked, ...(cursor && { cursor }) } }));
    found.push(...ofFamily(body[list], scene));
    cursor = body.next_cursor;
  }
  return found;
};

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

const ofParent = ({ known }: Scene) => ({ params: { parentId: known.id } });
const inBody = (body: object) => ({ body });
const exported = ({ profile, bookings }: Body): Shown => ({
  contacts: [contactOf(profile), ...bookings.map(({ parent }: Body) => parent)],
});

/** Each route whose answer shows a contact. The last test of this file finds a route that is missing. */
const places = {
  getRoster: {
    ask: ({ cls }) => ({ params: { classId: cls.id }, query: {} }),
    show: ({ bookings }, scene) => withAdults(ofFamily(bookings, scene), parents),
  },
  getRegister: {
    ask: ({ cls }) => ({ params: { classId: cls.id, slotId: at(cls.time_slots, 0).id, date: '2025-09-27' } }),
    show: (body, scene) => {
      const own = body.children.find(({ child_id }: Body) => child_id === at(scene.children, 0).id);
      return { contacts: [], adults: own.card.adults };
    },
  },
  searchBookings: {
    ask: ({ contact }) => inBody({ query: contact.full_name }),
    show: ({ bookings }) => parents(bookings),
  },
  searchEverything: {
    ask: ({ contact }) => inBody({ query: contact.full_name }),
    show: async ({ families, bookings }, { known }) => {
      const find = async (query: string): Promise<unknown[]> =>
        Object(await bodyOf('searchEverything', { body: { query } })).families.map(({ id }: Body) => id);
      for (const query of known.adults.flatMap(textsOf)) expect(await find(query)).toContain(known.id);
      for (const query of known.outdated) expect(await find(query)).not.toContain(known.id);
      return { contacts: [...families.map(contactOf), ...parents(bookings).contacts] };
    },
  },
  searchParents: {
    ask: ({ contact }) => inBody({ query: contact.email }),
    show: async (found, { known }) => {
      const find = async (body: object) => Object(await bodyOf('searchParents', { body })).parents;
      for (const query of known.outdated)
        expect((await find({ query })).map(({ id }: Body) => id)).not.toContain(known.id);
      return whole([...found.parents, ...(await find({}))].filter(({ id }) => id === known.id));
    },
  },
  getParent: {
    ask: ofParent,
    show: ({ profile, members, bookings, typed }, { known }) => {
      expect(members.map(({ id }: Body) => id)).toEqual(known.accounts);
      // The office sees what a member changed of what it typed.
      expect(typed).toEqual(known.typed && known.accounts.length > 0 ? toCall(known.typed) : null);
      const adults = (members.length > 0 ? members : [profile]).map(toCall);
      return { ...exported({ profile, bookings }), adults };
    },
  },
  updateParent: {
    ask: (scene) => ({ ...ofParent(scene), body: toCall(scene.contact) }),
    show: (body) => whole([body]),
  },
  bookForFamily: {
    ask: (scene) => ({
      ...ofParent(scene),
      body: { order: orderOf(scene.next, at(scene.children, 1).id), above_capacity: null },
    }),
    show: (body) => parents([body]),
  },
  downloadFamilyData: { ask: ofParent, show: exported },
  searchOpenBalances: {
    ask: ({ contact }) => inBody({ query: contact.phone_number, which: 'every' }),
    show: ({ families }, scene) => withAdults(ofFamily(families, scene), whole),
  },
  listUnpaid: {
    ask: () => inBody({ by: addDays(sampleToday, 90) }),
    show: async (_, scene) => {
      const own = await onPages('listUnpaid', 'charges', { by: addDays(sampleToday, 90) }, scene);
      const placed = own.filter(({ place }) => place);
      return withAdults(own, () => ({
        contacts: [...whole(own).contacts, ...parents(placed.map(({ place }) => place)).contacts],
      }));
    },
  },
  listEntries: {
    ask: () => inBody({ from: sampleToday, until: addDays(sampleToday, 1) }),
    show: async (_, scene) => {
      const asked = { from: sampleToday, until: addDays(sampleToday, 1) };
      const own = await onPages('listEntries', 'families', asked, scene);
      return { contacts: own.map(({ full_name, email }) => ({ full_name, email: email ?? '' })) };
    },
  },
  getWaitingList: {
    ask: ({ full }) => ({ params: { classId: full.id, slotId: at(full.time_slots, 0).id } }),
    show: ({ entries }, scene) => withAdults(ofFamily(entries, scene), names),
  },
  listLateEndings: { show: ({ late_endings }, scene) => withAdults(ofFamily(late_endings, scene), parents) },
  getRenewalPreview: {
    ask: ({ draft }) => inBody({ draft_ids: [draft] }),
    show: ({ classes }, scene) => {
      const without = classes.flatMap((one: Body) => one.without);
      return withAdults(ofFamily(without, scene), names);
    },
  },
  getWhoStays: {
    ask: ({ staying }) => ({ params: { classId: staying.id } }),
    show: (body, scene) => withAdults(ofFamily(body.children, scene), names),
  },
  getMessage: {
    ask: ({ message }) => ({ params: { messageId: message } }),
    show: async ({ sent_to }, { known }) => {
      const sent: Body[] = [...sent_to, ...(await sentTo(await writeTo(known)))];
      // Of the message of before the person alone has left who is of another family by now.
      const own = sent.filter(({ id }) => [known.id, ...known.accounts].includes(id));
      for (const { adults } of own) expect(adults).toEqual(known.adults.map(toCall));
      const ofFirst = own.filter(({ id }) => [known.id, known.accounts[0]].includes(id));
      const contacts = ofFirst.map(({ name, phone_number }) => ({
        full_name: name ?? '',
        phone_number: phone_number ?? '',
      }));
      return { contacts, adults: own[0].adults };
    },
  },
  sendMessage: {
    ask: ({ known }) =>
      inBody({
        ...{ audience: { kind: 'family', parent_id: known.id }, about_booking: true },
        ...{ subject: 'Bring a jumper', text: 'It gets cold.' },
      }),
    show: async ({ id }, { known }) => {
      const before = ses.mails.length;
      await sendMessages([id], messenger);
      const to = ses.mails.slice(before).map((mail) => mail.to);
      const isMailed = known.accounts.length > 0;
      expect(to.toSorted()).toEqual(isMailed ? known.adults.map(({ email }) => email).toSorted() : []);
      return { contacts: [], adults: at(await sentTo(id), 0).adults };
    },
  },
  lookUpBankRows: {
    ask: async (scene) => inBody({ rows: [await referringRow(scene)] }),
    show: ({ rows }) => matches(rows),
  },
  listUnassignedRows: {
    show: async (_, scene) => {
      const row = await referringRow(scene);
      await bodyOf('keepBankRows', { body: { rows: [row], method: 'bank-transfer' } });
      const { rows } = Object(await bodyOf('listUnassignedRows'));
      return matches(rows.filter(({ id }: Body) => id === row.id));
    },
  },
  listUnsent: {
    ask: async ({ known }) => {
      const item = { PK: 'WAITING', SK: known.id, entity: 'waiting-email', parent_id: known.id };
      await setAside(table, { item, error: new TooLateError('Too late'), now: now() });
      return {};
    },
    show: ({ mails }, scene) => withAdults(ofFamily(mails, scene), (own) => names(own, 'to')),
  },
  lookUpFamilies: {
    ask: ({ contact }) =>
      inBody(importOf([{ email: newAddress(), phone: contact.phone_number, children: [] }])),
    show: ({ families }) => whole(families[0].candidates),
  },
  getDashboard: {
    ask: async ({ known }) => {
      const task = { family_id: known.id, at: instantOf(now()) };
      const other_id = (await storedFamily(table)).id;
      await sendTransaction(table, [
        familyTaskPut(table, { kind: 'no-login', ...task }),
        familyTaskPut(table, { kind: 'wrong-answers', ...task }),
        familyTaskPut(table, { kind: 'same', ...task, other_id, reason: 'phone' }),
      ]);
      return {};
    },
    show: ({ without_login, wrong_answers, same_families }, { known }) => {
      const pairs = same_families.flatMap(({ one, other }: Body) => [one, other]);
      const own = [...without_login, ...wrong_answers, ...pairs].filter(({ id }) => id === known.id);
      expect(own).toHaveLength(3);
      return names(own, 'full_name');
    },
  },
  listActivity: {
    ask: async ({ known }) => {
      const event = { action: 'family.money-mails-changed', subject_id: known.id } as const;
      const [actor_id = admin.userId] = known.accounts;
      await sendTransaction(table, [auditEventPut(table, now(), { actor_id, ...event })]);
      return {};
    },
    show: ({ entries }, { known }) => {
      const { actor_name, subject_label } = entries.find(
        (entry: Body) => entry.action === 'family.money-mails-changed' && entry.subject_id === known.id,
      );
      const shown = known.accounts.length > 0 ? [subject_label, actor_name] : [subject_label];
      return { contacts: shown.map((full_name) => ({ full_name: full_name ?? '' })) };
    },
  },
  listFamilyNotes: {
    login: true,
    ask: async (scene) => {
      const by = at(scene.known.accounts, 0);
      const note = { id: newFamilyNoteId(now()), at: instantOf(now()), by, text: 'Rings', corrects: null };
      const key = idempotencyKeySchema.parse(randomUUID());
      await addNote(table, scene.known.id, note, { by, key, now: now() });
      return ofParent(scene);
    },
    show: ({ notes }) => names(notes, 'author'),
  },
  listCoaches: {
    login: true,
    ask: async ({ known }) => {
      const [id, moment] = [at(known.accounts, 0), instantOf(now())];
      await beginCoachGrant(table, id, { at: moment, settledBefore: moment }, []);
      await endCoachGrant(table, id, moment);
      return {};
    },
    show: (body, { known }) => whole(body.coaches.filter(({ id }: Body) => id === known.accounts[0])),
  },
  listAdmins: {
    login: true,
    ask: async ({ known }) => {
      const [id, moment] = [at(known.accounts, 0), instantOf(now())];
      const account = async () => (await getAccount(table, id)) ?? expect.unreachable('no account');
      await beginRoleChange(table, await account(), 'admin', moment, []);
      await endRoleChange(table, await account(), moment);
      return {};
    },
    show: ({ admins }, { known }) => whole(admins.filter(({ id }: Body) => id === known.accounts[0])),
  },
  getMySecondFactor: { login: true, show: ({ email }) => ({ contacts: [{ email }] }) },
  getMyFamily: {
    login: true,
    show: ({ profile, members }, { known }) => {
      const shown = members.map(({ full_name }: Body) => full_name);
      expect(shown).toEqual(known.adults.map(({ full_name }) => full_name));
      return whole([profile]);
    },
  },
  updateMyProfile: {
    login: true,
    ask: ({ contact }) => inBody(toCall(contact)),
    show: (body) => whole([body]),
  },
  listMyBookings: { login: true, show: ({ bookings }) => parents(bookings) },
  bookSlot: {
    login: true,
    ask: async (scene) => {
      const cls = sampleClass({ hour: 6 });
      await putClass(table, cls);
      return inBody(orderOf(cls, at(scene.children, 0).id));
    },
    show: (body) => parents([body]),
  },
  exportMyData: { login: true, show: exported },
  listUnheardOffers: {
    ask: async ({ known }) => {
      const problem = { kind: 'bounced', at: instantOf(now()) } as const;
      for (const [index, userId] of known.accounts.entries())
        await storeEmailProblem(table, { userId, email: at(known.adults, index).email, problem });
      return {};
    },
    show: ({ offers }, scene) => withAdults(ofFamily(offers, scene), names),
  },
  proveAdultInvitation: {
    login: false,
    ask: async (scene) => {
      const { email } = newContact();
      await bodyOf('inviteFamily', { ...ofParent(scene), body: { email } });
      return inBody({ token: await linkTo(email), date_of_birth: born });
    },
    show: ({ full_name, phone_number }) => ({ contacts: [{ full_name, phone_number }] }),
  },
} satisfies Partial<Record<RouteName, Place>>;

/** The kinds of change: by a member, by the office, of the roles, and of the login. The others combine them. */
const chosen = [
  'imported, and accepted by a member',
  'phoned, and corrected by the office',
  'of two adults, whose holder changed',
  'of two adults, of whom the office took the holder off',
];
const isChosen = ([name]: readonly [string, State]): boolean => chosen.includes(name);
const all = Object.entries(states);
const title = 'the contact of a family that is %s';

const checkPlaces = (_: string, state: State): void => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await given(state);
  });

  const shows = Object.entries<Place>(places).filter(
    ([, { login }]) => login === undefined || login === !state.isWithoutLogin,
  );

  it.each(shows)('is the one that counts in %s [FID-13, FID-08]', async (route, place) => {
    const { known, contact } = scene;
    expect(known.accounts.length > 0).toBe(!state.isWithoutLogin);
    const shown = await read(Object(route), place, scene);
    const { contacts, adults } = shown;
    expect(contacts.length + (adults?.length ?? 0)).toBeGreaterThan(0);
    for (const one of contacts) expect(contact).toMatchObject(one);
    if ('adults' in shown) expect(adults).toEqual(known.adults.map(toCall));
    for (const text of known.outdated) expect(JSON.stringify([contacts, adults])).not.toContain(text);
  });
};
describe.each(all.filter(isChosen))(title, checkPlaces);
describe.each(all.filter((one) => !isChosen(one)))(title, { tags: 'exhaustive' }, checkPlaces);

it('is shown by no other route [FID-13]', () => {
  const fields = 'phone_number email full_name adults author actor_name parent_name match'.split(' ');
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
