import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { familyOfAccount, noteEmailProblem, noteFirstLogin } from '#functions/accounts/account-marks';
import { listAdminAccounts, memberships } from '#functions/accounts/accounts';
import { isConfirmedFactor, openSecondFactor, putSecondFactor } from '#functions/accounts/second-factor';
import { listAllFamilies } from '#functions/accounts/stored-families';
import { createDayLink } from '#functions/booking/booking-changes';
import { bookingItem } from '#functions/booking/bookings';
import { takePlace } from '#functions/booking/take-place';
import { venueOfClass } from '#functions/classes/venues';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { familyOperations } from '#functions/entries/family-operations';
import { linksOperations } from '#functions/entries/links-operations';
import { handleRecords } from '#functions/entries/mailer-records';
import { runDue, scheduleDailyWork } from '#functions/entries/timer-work';
import { eraseCard } from '#functions/families/children';
import { getFamily } from '#functions/families/families';
import type { FunctionName } from '#functions/functions';
import { getFamilyLedger } from '#functions/ledger/ledger';
import {
  accountKey,
  activityPartition,
  familyKey,
  ledgerEntriesPartition,
  secondFactorKey,
} from '#functions/lib/dynamo/keys-of-people';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { createHandler } from '#functions/lib/http/create-handler';
import { newBookingId } from '#functions/lib/ids';
import { mailRequestPut } from '#functions/lib/mail/mail-requests';
import { connectSes } from '#functions/lib/mail/send';
import type { Table } from '#functions/lib/table';
import { listMessages, messagePut } from '#functions/messages/messages';
import { sendMessages } from '#functions/messages/messenger';
import { createJoining, listReaders } from '#functions/messages/newsletter';
import { raiseState } from '#functions/messages/recipients';
import { forgetSettings, readSettingsNow, saveSettings } from '#functions/school/settings';
import { createFeed } from '#functions/sessions/calendar-feeds';
import { createOfferLink, listRenewals, readOffers } from '#functions/waiting/offers';
import { putClass, putFamily, putVenue } from '#infra/local/seed/put';
import { functionHome } from '#infra/testing/cloud/policy';
import {
  at,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleMessage,
  sampleNow,
  sampleTimeZone,
  sampleToday,
  sampleVenueNamed,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { type SesEndpoint, startSesEndpoint } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-system';
import { type Invocation, invoke } from '#infra/testing/services/invoke';
import { insertRecord } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { brand } from '#shared/brand';
import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { routes } from '#shared/contract/routes';
import { idempotencyKeySchema, recipientIdSchema, userIdSchema } from '#shared/lib/ids';
import { instantOf, instantSchema } from '#shared/lib/values';
import { bookingAmount } from '#shared/testing/session-calendars';
import { localAws } from '../local/dynamodb.ts';
import { obey } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

/** Runs the functions' code on a real table under the IAM policies of the template. */
let stack: ReturnType<typeof synthesize>;
let table: TestTable;
let ses: SesEndpoint;
const cls = sampleClass({ capacities: [5, 5] });
const family = sampleFamily();
const [slot] = cls.time_slots;

beforeAll(async () => {
  stack = synthesize();
  [table, ses] = await Promise.all([startTestTable(), startSesEndpoint()]);
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_SES', ses.url);
  await putClass(table, cls);
  await putFamily(table, family);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  stack.remove();
  await Promise.all([table.stop(), ses.stop()]);
});

/** The table with a client that obeys the policy of one function. */
const as = async (name: FunctionName): Promise<Table> => {
  const endpoint = (await table.client.config.endpoint?.()) ?? expect.fail('the test table has an endpoint');
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ ...localAws, endpoint }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  obey(client, stack.statementsOf(`${functionHome(name)}Role`));
  return { name: table.name, client };
};

const deps = { clock: () => sampleNow, timeZone: sampleTimeZone };
const params = { classId: cls.id, slotId: slot?.id ?? '' };

const linksDeps = async () => ({
  ...deps,
  table: await as('links'),
  mail: { ses: connectSes(), from: 'Club <hello@example.com>' },
  siteUrl: 'https://club.example',
});

const anySource = { network: '2001:db8:0:1::/64', widerNetwork: '2001:db8:0::/48' };

describe('a policy allows the requests of', () => {
  it.each<Invocation>([
    { route: 'listClasses' },
    { route: 'getClass', params: { classId: cls.id } },
    { route: 'listTimeSlots', params: { classId: cls.id } },
    { route: 'getTimeSlot', params },
  ])('catalogue, $route', async (invocation) => {
    const handler = createHandler(catalogueRoutes, catalogueOperations, {
      table: await as('catalogue'),
      timeZone: sampleTimeZone,
    });
    expect((await invoke(handler, invocation)).status).toBe(200);
  });

  it.each<[Invocation, number]>([
    [{ route: 'getMyFamily' }, 200],
    [{ route: 'exportMyData' }, 200],
    [
      {
        route: 'bookSlot',
        headers: { 'idempotency-key': randomUUID() },
        body: {
          class_id: cls.id,
          time_slot_id: slot?.id,
          child_id: family.children[0]?.id,
          is_trial: false,
          amount: bookingAmount(cls, false, sampleToday),
          calendar_version: 0,
        },
      },
      201,
    ],
  ])('family, %o', async (invocation, status) => {
    const obeying = await as('family');
    const handler = createHandler(
      familyRoutes,
      familyOperations,
      { table: obeying, ...deps },
      { memberships: memberships(obeying) },
    );
    expect((await invoke(handler, { userId: family.profile.id, ...invocation })).status).toBe(status);
  });

  it('admin, a change that is logged in the same transaction', async () => {
    const other = sampleFamily();
    await putFamily(table, other);
    const admin = adminApi({ table: await as('admin') });
    const answer = await admin.call('updateParent', {
      params: { parentId: other.id },
      body: { full_name: 'New Name', phone_number: '+44 20 7946 0000' },
    });
    expect(answer.status).toBe(200);
  });

  it('admin, an entry of an account, and its counter-entry', async () => {
    const other = sampleFamily();
    await putFamily(table, other);
    const admin = adminApi({ table: await as('admin') });
    const params = { parentId: other.id };
    const waiver = { kind: 'waiver', amount: 100, note: 'Hardship' };
    const recorded = await admin.call('recordAllowance', { params, body: waiver });
    expect(recorded.status).toBe(201);
    const body = { entry: Object(recorded.body).key };
    expect((await admin.call('takeBackEntry', { params, body })).status).toBe(201);
  });

  it('admin, the deletion of a class with all that belongs to it', async () => {
    const doomed = sampleClass();
    await putClass(table, doomed);
    const answer = await adminApi({ table: await as('admin') }).call('deleteClass', {
      params: { classId: doomed.id },
    });
    expect(answer.status).toBe(204);
  });

  it('mailer, a confirmation', async () => {
    const parent = sampleFamily();
    await putFamily(table, parent);
    const booking = sampleBooking(cls, parent);
    expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
    const mail = { ses: connectSes(), from: 'Club <hello@example.com>' };
    const answer = await handleRecords([insertRecord(bookingItem(booking))], {
      ...deps,
      table: await as('mailer'),
      mail,
      siteUrl: 'https://club.example',
    });
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(ses.received.map(({ to }) => to)).toContainEqual([parent.profile.email]);
  });

  it('pretoken, the note of a login and the look for its family and a second factor [MFA-01]', async () => {
    const { id } = family.profile;
    const obeying = await as('pretoken');
    await noteFirstLogin(obeying, id, instantOf(sampleNow));
    expect(await familyOfAccount(obeying, id)).toBe(family.id);
    expect(await isConfirmedFactor(obeying, id)).toBe(false);
    const at = instantOf(sampleNow);
    const extraWrites = [
      mailRequestPut(table, { kind: 'second-factor-on', email: family.profile.email, now: sampleNow }),
    ];
    const account = await as('account');
    expect(await putSecondFactor(account, id, { at, codes: ['unused'], extraWrites })).toEqual({
      outcome: 'done',
    });
    expect(await listAdminAccounts(account)).toEqual([]);
    await expect(listAllFamilies(account)).rejects.toThrow('Not allowed');
    expect(await isConfirmedFactor(obeying, id)).toBe(true);
    await openSecondFactor(obeying, id, at);
    expect(await isConfirmedFactor(obeying, id)).toBe(false);
  });

  it('bounces, a mark of an address', async () => {
    const { id: userId, email } = family.profile;
    const problem = { kind: 'bounced', at: instantOf(sampleNow) } as const;
    expect(await noteEmailProblem(await as('bounces'), { userId, email, problem })).toBe(true);
  });

  it('messenger and bounces, the email of a message', async () => {
    const message = sampleMessage({ audience: { kind: 'family', parent_id: family.id } });
    await sendTransaction(table, [messagePut(table, message)]);
    await sendMessages([message.id], {
      ...deps,
      table: await as('messenger'),
      mail: { ses: connectSes(), from: 'Club <hello@example.com>' },
      elapsed: () => performance.now(),
      pause: async () => {},
      mailsPerSecond: 11,
      siteUrl: 'https://club.example',
    });
    const recipient = recipientIdSchema.parse(family.profile.id);
    const change = { messageId: message.id, at: message.created_at };
    expect(await raiseState(await as('bounces'), change, recipient, 'delivered')).toBe(true);
  });

  it('a term: admin plans it, messenger publishes it and keeps places, links answers, timer ends what is left [TRM-03] [TRM-04] [TRM-05]', async () => {
    const venue = sampleVenueNamed('Term Park');
    await putVenue(table, venue);
    const before = sampleClass({ capacities: [5], overrides: venueOfClass(venue) });
    const other = sampleClass({ hour: 15 });
    for (const each of [before, other]) await putClass(table, each);
    const parent = await storedFamily(table, {
      children: [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Cleo' }, { name: 'Dan' }],
    });
    for (const [index, { id, name }] of parent.children.entries())
      await takePlace(
        table,
        sampleBooking(before, parent, {
          id: newBookingId(new Date(sampleNow.getTime() + index)),
          child_id: id,
          child_name: name,
        }),
      );
    const admin = adminApi({ table: await as('admin') });
    const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };
    const classes = [{ id: before.id, version: 1 }];
    const planned = await admin.call('planTerm', { body: { plan, classes } });
    const drafts = [];
    // One child finds no room.
    for (const { id, version, form } of routes.planTerm.response.parse(planned.body).drafts) {
      const time_slots = form.time_slots.map((slot) => ({ ...slot, max_capacity: 3 }));
      await admin.call('updateDraft', {
        params: { classId: id },
        body: { version, form: { ...form, time_slots } },
      });
      drafts.push({ id, version: version + 1 });
    }
    const published = await admin.call('publishTerm', { body: { drafts, keep_until: '2025-10-07' } });
    const { message_id } = routes.publishTerm.response.parse(published.body);
    // Each offer is priced by the family's other places.
    const reduction = { by: 'percent', percent: 10 } as const;
    const settings = await readSettingsNow(table);
    const sibling = { programmes: ['juniorballerz' as const], reduction };
    await saveSettings(table, { ...settings, discounts: { ...settings.discounts, sibling } }, []);
    await sendMessages([message_id], {
      ...(await linksDeps()),
      table: await as('messenger'),
      elapsed: () => performance.now(),
      pause: async () => {},
      mailsPerSecond: 11,
    });
    const kept = await listRenewals(table, before.id);
    const links = await Promise.all(
      (
        await readOffers(
          table,
          kept.map(({ offer_id }) => offer_id),
        )
      ).map(async (offer) => ({
        offer_id: offer.id,
        secret: await createOfferLink(table, offer, { account: parent.profile.id }),
      })),
    );
    const [keep, elsewhere, never] = links;
    if (!keep || !elsewhere || !never) throw new Error('Three places are kept');
    const answering = async () => {
      forgetSettings(table);
      return linksDeps();
    };
    const asked = { source: anySource, idempotencyKey: idempotencyKeySchema.parse(randomUUID()) };
    const body = { calendar_version: 0, parent_id: parent.id };
    const time_slot_id = at(other.time_slots, 0).id;
    const states = [
      await linksOperations.takeOffer({ ...asked, body: { ...keep, ...body } }, await answering()),
      await linksOperations.moveOffer(
        { ...asked, body: { ...elsewhere, class_id: other.id, time_slot_id } },
        await answering(),
      ),
      await linksOperations.declineOffer({ ...asked, body: { ...never, stays: false } }, await answering()),
    ].map(({ state }) => state);
    expect(states).toEqual(['taken', 'open', 'declined']);
    const shown = await linksOperations.getLinkedOffer(
      { source: anySource, body: elsewhere },
      await answering(),
    );
    expect(shown).toMatchObject({ class_id: other.id, state: 'open' });
    const back = { ...keep, stays: false };
    const given = await linksOperations.declineOffer({ ...asked, body: back }, await answering());
    expect(given).toMatchObject({ state: 'declined' });
    await runDue({ ...deps, table: await as('timer'), clock: () => new Date('2025-10-07T19:00:01Z') });
    const after = await listRenewals(table, before.id);
    expect(after.map(({ state }) => state).toSorted()).toEqual(['declined', 'declined', 'expired']);
    const messages = await listMessages(table, { before: undefined, limit: 50 });
    expect(messages.map(({ kind }) => kind)).toContain('renewal-ended');
  });

  it('links, the newsletter from joining to leaving', async () => {
    const links = await linksDeps();
    await linksOperations.joinNewsletter({ body: { email: 'reader@example.com' }, source: anySource }, links);
    const token = await createJoining(table, 'reader@example.com', sampleNow);
    await linksOperations.confirmNewsletter({ body: { token }, source: anySource }, links);
    const [reader] = await listReaders(table);
    if (!reader) throw new Error('The reader is on the list');
    const query = { reader: reader.id, secret: reader.leave_secret };
    expect(await linksOperations.leaveNewsletter({ query, source: anySource }, links)).toEqual({
      success: true,
    });
    expect(await listReaders(table)).toEqual([]);
  });

  it('links, a message to the school', async () => {
    const body = { name: 'Vic', email: 'vic@example.com', subject: 'Trial', message: 'May we come?' };
    await linksOperations.sendContactMessage({ body, source: anySource }, await linksDeps());
    expect(ses.received.map(({ to }) => to)).toContainEqual([brand.contact.email]);
  });

  it('links, the calendar feed of a family', async () => {
    const parent = await storedFamily(table);
    await takePlace(table, sampleBooking(cls, parent, { time_slot_id: at(cls.time_slots, 1).id }));
    const feed = await createFeed(
      table,
      { userId: parent.profile.id, familyId: parent.id },
      { replace: false, at: instantOf(sampleNow) },
    );
    if (feed.outcome !== 'created') throw new Error('The family has a feed');
    const params = { userId: parent.profile.id, file: `${feed.secret}.ics` };
    const calendar = await linksOperations.getCalendarFeed({ params, source: anySource }, await linksDeps());
    expect(calendar).toContain('BEGIN:VEVENT');
  });

  it('links, the day of a reminder, which a member of the family answers [FID-03]', async () => {
    const parent = await storedFamily(table);
    const booking = sampleBooking(cls, parent, { time_slot_id: at(cls.time_slots, 1).id });
    await takePlace(table, booking);
    const day = { parent_id: parent.id, account: parent.profile.id, date: at(booking.dates, 0) };
    const body = { secret: await createDayLink(table, day), booking_id: booking.id, not_coming: true };
    const answered = { source: anySource, body };
    expect((await linksOperations.setLinkedNotComing(answered, await linksDeps())).sessions).toMatchObject([
      { booking_id: booking.id, not_coming: true },
    ]);
    const left = { ...day, account: userIdSchema.parse(randomUUID()) };
    const former = { source: anySource, body: { secret: await createDayLink(table, left) } };
    await expect(linksOperations.getLinkedDay(former, await linksDeps())).rejects.toMatchObject({
      code: 'dayLinkInvalid',
    });
  });

  it('messenger, the credit for a cancelled session [CAN-09]', async () => {
    const other = sampleClass();
    await putClass(table, other);
    const parent = await storedFamily(table);
    const booking = sampleBooking(other, parent);
    expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
    const session = { class_id: other.id, slot_id: at(other.time_slots, 0).id, date: at(booking.dates, 4) };
    const cancelled = await adminApi({ table }).call('cancelSessions', {
      body: {
        target: { kind: 'session', ...session },
        reason: 'weather',
        note: null,
        remedy: { kind: 'credit' },
      },
    });
    expect(routes.cancelSessions.response.parse(cancelled.body).cancelled).toHaveLength(1);
    const messages = await listMessages(table, { before: undefined, limit: 50 });
    const message = messages.find(({ kind }) => kind === 'session-cancelled');
    if (!message) throw new Error('The families are told');
    await sendMessages([message.id], {
      ...(await linksDeps()),
      table: await as('messenger'),
      elapsed: () => performance.now(),
      pause: async () => {},
      mailsPerSecond: 11,
    });
    expect((await getFamilyLedger(table, parent.id))?.credited).toBeGreaterThan(0);
  });

  it('timer, the removal of notes that are not used [SEE-03]', async () => {
    const parent = await storedFamily(table, { children: [{ medical_conditions: 'Asthma' }] });
    const [child] = parent.children;
    if (!child) throw new Error('The family has a child');
    await eraseCard(await as('timer'), child);
    const { children = [] } = (await getFamily(table, parent.id)) ?? {};
    expect(children).toMatchObject([{ medical_conditions: null }]);
  });

  it('timer, what is due', async () => {
    const message = sampleMessage({ created_at: instantSchema.parse('2025-09-01T10:00:00.000Z') });
    await sendTransaction(table, [messagePut(table, message)]);
    const timer = { ...deps, table: await as('timer') };
    await scheduleDailyWork(timer);
    await expect(runDue(timer)).resolves.toBeUndefined();
    const nextDay = { ...timer, clock: () => new Date(sampleNow.getTime() + 5 * 86_400_000) };
    await expect(runDue(nextDay)).resolves.toBeUndefined();
  });
});

describe('a policy refuses', () => {
  const entry = { ...activityPartition('2026'), SK: 'act_1' };
  const ledgerEntry = { ...ledgerEntriesPartition(family.id), SK: 'ATTEMPT#one' };
  const account = accountKey(family.profile.id);
  const stored = familyKey(family.id);
  const factor = secondFactorKey(family.profile.id);
  const TableName = 'bookings';
  const rename = {
    UpdateExpression: 'SET full_name = :name',
    ExpressionAttributeValues: { ':name': 'Mallory' },
  };

  it.each([
    ['admin', 'to change an entry of the log', new UpdateCommand({ TableName, Key: entry, ...rename })],
    ['admin', 'to delete an entry of the log', new DeleteCommand({ TableName, Key: entry })],
    [
      'admin',
      'to delete an entry of the log in a batch',
      new BatchWriteCommand({
        RequestItems: {
          [TableName]: [{ DeleteRequest: { Key: account } }, { DeleteRequest: { Key: entry } }],
        },
      }),
    ],
    [
      'admin',
      'to delete an entry of the log in a transaction',
      new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key: entry } }] }),
    ],
    [
      'admin',
      'to change an entry of an account',
      new UpdateCommand({ TableName, Key: ledgerEntry, ...rename }),
    ],
    ['admin', 'to delete an entry of an account', new DeleteCommand({ TableName, Key: ledgerEntry })],
    [
      'account',
      'to change an entry of an account',
      new UpdateCommand({ TableName, Key: ledgerEntry, ...rename }),
    ],
    ['account', 'to change an entry of the log', new UpdateCommand({ TableName, Key: entry, ...rename })],
    [
      'family',
      'to delete an entry of the log in a transaction',
      new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key: entry } }] }),
    ],
    ...(['catalogue', 'links', 'timer', 'bounces', 'pretoken'] as const).flatMap(
      (name) =>
        [
          [name, 'to read an account', new GetCommand({ TableName, Key: account })],
          [name, 'to read a family', new GetCommand({ TableName, Key: stored })],
        ] as const,
    ),
    ...(['mailer', 'messenger', 'links', 'coach', 'timer', 'bounces', 'pretoken'] as const).flatMap(
      (name) =>
        [
          [name, 'to change an account', new UpdateCommand({ TableName, Key: account, ...rename })],
          [name, 'to change a family', new UpdateCommand({ TableName, Key: stored, ...rename })],
        ] as const,
    ),
    ['coach', 'to read a family alone', new GetCommand({ TableName, Key: stored })],
    [
      'pretoken',
      'to read recovery codes',
      new GetCommand({ TableName, Key: factor, ProjectionExpression: 'recovery' }),
    ],
  ] as const)('%s %s', async (name, _, command) => {
    const { client } = await as(name);
    // The overloads of send do not accept a union of commands.
    await expect(client.send(command as never)).rejects.toThrow('Not allowed');
  });
});
