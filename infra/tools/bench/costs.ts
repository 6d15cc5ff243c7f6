import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { getAccount, memberships, type StoredAccount } from '#functions/accounts/accounts';
import { getRegistration } from '#functions/accounts/registrations';
import { beginRoleChange, endRoleChange } from '#functions/accounts/roles';
import { storeCardConnection } from '#functions/cards/connection';
import { cardEventsOperations } from '#functions/entries/card-events-operations';
import { cardsOperations } from '#functions/entries/cards-operations';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { settleLists } from '#functions/entries/messenger-records';
import { ledgerEntryEntity } from '#functions/ledger/entries';
import { entityAttribute, sha256 } from '#functions/lib/dynamo/items';
import { createHandler } from '#functions/lib/http/create-handler';
import { newFamilyId } from '#functions/lib/ids';
import { raiseState } from '#functions/messages/recipients';
import { putClass } from '#infra/local/seed/put';
import { storeWorld } from '#infra/local/seed/world';
import { createStripeStandIn } from '#infra/local/stripe/stand-in';
import {
  at,
  formOf,
  sampleClass,
  sampleMessage,
  sampleSiteUrl,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { addSecondAdult, bookedClass } from '#infra/testing/samples/stored';
import { accountSteps, browserSecret, signUpBody } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import { messageSteps } from '#infra/testing/services/message-system';
import { type Parts, startSystem } from '#infra/testing/services/system';
import { waitingSteps } from '#infra/testing/services/waiting-system';
import type { RequestCost } from '#infra/testing/table/record-costs';
import { cardEventRoutes, cardRoutes } from '#shared/cards/routes';
import type { FootballClass } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { editOf } from '#shared/contract/edits';
import { routes } from '#shared/contract/routes';
import { childValues } from '#shared/families/child-edits';
import type { Child } from '#shared/families/family';
import { recipientIdSchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { programmeIds } from '#shared/programmes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { runChangeOperations, runRegisterOperations } from './change-operations.ts';
import { createRecorder, type Figures, type MeasuredOperation, readsAndWrites, rounded } from './report.ts';

const measuredRecipients = 25;

/** A family books a programme at its price. */
const orderOf = (cls: FootballClass, slot: number, { id }: Pick<Child, 'id'>) => ({
  class_id: cls.id,
  time_slot_id: at(cls.time_slots, slot).id,
  child_id: id,
  is_trial: false,
  amount: bookingAmount(cls, false, sampleToday),
  calendar_version: 0,
});

const runBackgroundOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(messageSteps);
  const { table, mails } = system;
  const { measured, record, recordMails } = createRecorder(table, mails);
  try {
    await system.scheduleDaily();
    await record('timer: nothing is due', () => system.tick(), 'done');
    const world = bookedClass(measuredRecipients, limits.slotCapacity);
    await storeWorld(table, world);
    const message = await system.store(
      sampleMessage({ audience: { kind: 'class', class_id: world.cls.id } }),
    );
    const records = await system.waiting();
    const name = `messenger: a message to ${measuredRecipients} families`;
    await recordMails(name, () => system.deliver(records));
    const change = { messageId: message.id, at: instantOf(system.now()) };
    const recipient = recipientIdSchema.parse(mails[0]?.tags.recipient);
    await record('bounces: a report', () => raiseState(table, change, recipient, 'delivered'), 'stored');
    return measured;
  } finally {
    await system.stop();
  }
};

const runWaitingOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(waitingSteps);
  const { table } = system;
  const { measured, record, recordMails } = createRecorder(table, system.mails);
  const recordMail = async (name: string) => {
    const records = await system.freshRecords();
    await recordMails(name, () => system.hand(records));
  };
  try {
    const { cls, booked } = await system.fullClass();
    const family = await system.familyOf('Robin');
    await system.deliver();
    await record('joinWaitingList', () => system.join(family, cls));
    await recordMail('mailer: on a waiting list');
    await record('getMyWaiting', () => system.asFamily(family, 'getMyWaiting'));
    await system.cancel(at(booked, 0).booking);
    const { id } = at(cls.time_slots, 0);
    const settle = () => settleLists([{ class_id: cls.id, id }], system.deps);
    await record('messenger: a place is offered', settle, 'offered');
    await recordMail('mailer: offer of a place');
    const offer = at(await system.offersOf(cls), 0);
    const taking = { params: { offerId: offer.id }, body: { calendar_version: 0 } };
    await record('takeMyOffer', () => system.asFamily(family, 'takeMyOffer', taking));
    const open = sampleClass();
    await putClass(table, open);
    for (const isNamed of [true, false]) {
      const { id: familyId, children } = await system.familyOf('Alex');
      const profile = await addSecondAdult(table, familyId);
      const body = orderOf(open, 0, at(children, 0));
      // The site renews the tokens of who joins. Those of before name the family that the account had.
      const named = isNamed ? familyId : newFamilyId(new Date());
      await record(`bookSlot, by a second adult${isNamed ? '' : ', by a token of before'}`, () =>
        system.asFamily({ id: named, profile }, 'bookSlot', { body }),
      );
    }
    return measured;
  } finally {
    await system.stop();
  }
};

const payByCard = (
  { table, now }: Pick<Parts, 'table' | 'now'>,
  caller: Pick<Invocation, 'userId' | 'familyId'>,
) => {
  const deps = { table, clock: now, timeZone: sampleTimeZone };
  const stripe = createStripeStandIn({ clock: now, pageOf: (session) => session, send: async () => 200 });
  const client = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(async (...request: ConstructorParameters<typeof Request>) =>
      stripe.api.fetch(new Request(...request)),
    ),
  });
  const access = async () => ({ client, mode: 'test' as const, account: 'acct_local' });
  const cards = createHandler(
    cardRoutes,
    cardsOperations,
    { ...deps, stripe: { access }, siteUrl: sampleSiteUrl },
    { memberships: memberships(table), requireCurrentRole: async () => {} },
  );
  const secret = 'whsec_measured';
  const secrets = { read: async () => ({ secrets: [secret], mode: 'test' as const }) };
  const events = createHandler(cardEventRoutes, cardEventsOperations, { ...deps, secrets });
  return {
    page: () =>
      invoke(cards, {
        ...{ route: 'startCardPayment', ...caller, headers: { 'idempotency-key': randomUUID() } },
        body: { amount: 1_000, booking_id: null },
      }),
    receive: (session: string) => {
      const { payload } = stripe.pay(session, 'card');
      const timestamp = Math.floor(now().getTime() / 1_000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return invoke(events, {
        ...{ route: 'receiveCardEvent', body: payload, headers: { 'stripe-signature': signature } },
      });
    },
    get: (paymentId: string) => invoke(cards, { route: 'getCardPayment', ...caller, params: { paymentId } }),
  };
};

const measuredClasses = 20;

export const runOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(accountSteps, { stepMs: 1 });
  const { table } = system;
  const { measured, record, recordMails } = createRecorder(table, system.mails);
  try {
    const programme = Array.from({ length: measuredClasses }, () =>
      sampleClass({ capacities: [10, 10, 10] }),
    );
    for (const cls of programme) await putClass(table, cls);
    const cls = at(programme, 0);
    const slot = at(cls.time_slots, 0);
    const params = { classId: cls.id, slotId: slot.id };
    const catalogue = createHandler(catalogueRoutes, catalogueOperations, {
      table,
      timeZone: sampleTimeZone,
    });
    const family = signUpBody();
    const { email } = family;

    type Call = Parameters<typeof system.call>;
    const recordCall = (route: Call[0], request?: Call[1]): Promise<Answer> =>
      record(route, () => system.call(route, request));
    const recordMail = async (name: string, entity?: string): Promise<void> => {
      const records = (await system.waiting()).filter(
        ({ dynamodb }) => !entity || dynamodb?.NewImage?.[entityAttribute]?.S === entity,
      );
      await recordMails(name, () => system.hand(records));
    };

    await record('listClasses', () => invoke(catalogue, { route: 'listClasses' }));
    await record('getClass', () => invoke(catalogue, { route: 'getClass', params: { classId: cls.id } }));
    await record('getTimeSlot', () => invoke(catalogue, { route: 'getTimeSlot', params }));

    await recordCall('signUp', { body: family });
    await recordMail('mailer: link to verify');
    const token = system.latestToken(email);
    await recordCall('verifyEmail', { body: { token, browser_secret: browserSecret } });
    await recordCall('requestPasswordReset', { body: { email } });
    await recordMail('mailer: link to reset');
    const reset = { token: system.latestToken(email), newPassword: 'another secret' };
    await recordCall('resetPassword', { body: reset });

    const accountOf = async (address: string): Promise<StoredAccount> => {
      const registration = await getRegistration(table, address);
      const account = registration?.holder === 'account' && (await getAccount(table, registration.userId));
      if (!account) throw new Error('An account has signed up');
      return account;
    };
    const { id: userId, family_id: familyId } = await accountOf(email);
    const caller = { userId, familyId };
    const { body } = await recordCall('getMyFamily', caller);
    const { children } = routes.getMyFamily.response.parse(body);
    const child = at(children, 0);
    const childId = child.id;
    const note = (medical_conditions: string) => ({ medical_conditions, nothing_to_know: false });
    const edited = editOf(childValues(child), { health: note('Asthma') });
    await recordCall('updateChild', { ...caller, params: { childId }, body: edited });
    await recordCall('updateCard', {
      ...caller,
      params: { childId },
      body: { health: note('None any more'), shown: { health: note('Asthma') } },
    });
    await recordCall('getBookableSlot', { ...caller, params });
    const book = (order: object) =>
      system.call('bookSlot', { ...caller, body: order, headers: { 'idempotency-key': randomUUID() } });
    const order = orderOf(cls, 0, child);
    await record('bookSlot', () => book(order));
    await record('bookSlot, already booked', () => book(order));
    await recordMail('mailer: confirmation');
    await recordCall('listMyBookings', caller);

    const other = signUpBody();
    await system.call('signUp', { body: other });
    await system.hand(await system.waiting());
    const confirmation = { token: system.latestToken(other.email), newPassword: 'another secret' };
    await recordCall('confirmEmail', { body: confirmation });

    // A real administrator, whose role the routes with personal data read from the table.
    const account = await accountOf(other.email);
    const { created_at } = account;
    await beginRoleChange(table, account, 'admin', created_at, []);
    await endRoleChange(
      table,
      { ...account, role_pending: 'admin', role_changed_at: created_at },
      created_at,
    );
    const admin = adminApi({ table, userId: account.id });
    type AdminCall = Parameters<typeof admin.call>;
    const recordAdmin = (route: AdminCall[0], request?: AdminCall[1], what = ''): Promise<Answer> =>
      record(`${route}${what}`, () => admin.call(route, request));
    const parentParams = { params: { parentId: familyId } };
    const payment = { amount: 5_000, day: sampleToday, method: 'cash', note: null, booking_id: null };
    await recordAdmin('recordPayment', { ...parentParams, body: { ...payment, receipt: true } });
    await recordMail('mailer: receipt', ledgerEntryEntity);
    const credit = { kind: 'credit', amount: 1_000, note: 'Goodwill' };
    const given = await recordAdmin('recordAllowance', { ...parentParams, body: credit });
    const { key: entry } = routes.recordAllowance.response.parse(given.body);
    await recordAdmin('takeBackEntry', { ...parentParams, body: { entry } });
    await recordCall('getMyLedger', caller);
    await recordAdmin('getParentLedger', parentParams);
    await recordAdmin('getMoneyFigures');
    await recordAdmin('searchOpenBalances', { body: {} }, ', first page');
    await recordAdmin('getDashboard');
    await recordAdmin('listManagedClasses');
    await recordAdmin('searchBookings', { body: {} }, ', first page');
    await recordAdmin('searchParents', { body: {} }, ', first page');
    await recordAdmin('getRoster', { params: { classId: cls.id } });
    const change = { ...formOf(cls), coach_name: `${cls.coach_name} Two` };
    await recordAdmin('updateClass', { params: { classId: cls.id }, body: change });
    await recordAdmin('getSettings');
    const [known, waits] = ['Thank you', 'From a friend'].map((text) => ({
      day: sampleToday,
      amount: 700,
      payer: 'A. Parent',
      text,
      id: sha256(text),
    }));
    const method = { method: 'bank-transfer' };
    await recordAdmin('lookUpBankRows', { body: { rows: [known] } }, ', one row');
    const bank = {
      rows: [{ row: known, parent_id: familyId }],
      receipt: false,
      press: randomUUID(),
      ...method,
    };
    await recordAdmin('recordBankRows', { body: bank }, ', one row');
    await recordAdmin('keepBankRows', { body: { rows: [waits], ...method } }, ', one row');
    const { body: listed } = await recordAdmin('listUnassignedRows');
    const { id: rowId, day } = at(routes.listUnassignedRows.response.parse(listed).rows, 0);
    await recordAdmin('assignUnassignedRow', {
      params: { rowId, day },
      body: { parent_id: familyId, receipt: false },
    });
    await recordAdmin('listUnpaid', { body: { by: sampleToday } }, ', first page');
    const sibling = { reduction: { by: 'percent', percent: 10 }, programmes: [...programmeIds] };
    const settings = { due_rule: 'monthly', sibling };
    await recordAdmin('saveSettings', { body: settings });
    const second = orderOf(cls, 1, at(children, 1));
    await record('bookSlot, with due dates and a sibling', () =>
      book({
        ...second,
        amount: (second.amount * 9) / 10,
        due_dates: ['2025-09-27', '2025-10-27'],
        // The class was changed above.
        calendar_version: 1,
      }),
    );
    const connected_at = instantOf(system.now());
    await storeCardConnection(table, { mode: 'test', account: 'acct_local', connected_at });
    const { page, receive, get } = payByCard(system, caller);
    const asked = await record('startCardPayment', page);
    const { id: paymentId, url } = routes.startCardPayment.response.parse(asked.body);
    await record('receiveCardEvent', () => receive(url));
    await record('getCardPayment', () => get(paymentId));
    return [
      ...measured,
      ...(await runChangeOperations()),
      ...(await runWaitingOperations()),
      ...(await runBackgroundOperations()),
      ...(await runRegisterOperations()),
    ];
  } finally {
    await system.stop();
  }
};

const requestsOf = (cost: readonly RequestCost[]): string =>
  [...Map.groupBy(cost, ({ operation }) => operation)]
    .sort(([one], [other]) => ascending(one, other))
    .map(([kind, { length }]) => (length > 1 ? `${length} ${kind}` : kind))
    .join(', ');

const toRow = ({ name, result, cost }: MeasuredOperation) => ({
  operation: name,
  result,
  requests: requestsOf(cost),
  ...readsAndWrites(cost),
  'of both on indexes': rounded(cost.reduce((sum, { indexUnits }) => sum + indexUnits, 0)),
});

export const costFigures = (operations: readonly MeasuredOperation[]): Figures => ({
  title: 'What each operation costs the database',
  method: 'ReturnConsumedCapacity of the local engine, each operation once, one after the other.',
  rows: operations.map(toRow),
});
