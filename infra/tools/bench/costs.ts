import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { getAccount, memberships, type StoredAccount } from '#functions/accounts/accounts';
import { getRegistration } from '#functions/accounts/registrations';
import { beginRoleChange, endRoleChange } from '#functions/accounts/roles';
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
import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { cardEventRoutes, cardRoutes } from '#shared/cards/routes';
import { catalogueRoutes } from '#shared/classes/routes';
import { editOf } from '#shared/contract/edits';
import { routes } from '#shared/contract/routes';
import { childValues } from '#shared/families/child-edits';
import { recipientIdSchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { programmeIds } from '#shared/programmes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { runChangeOperations, runRegisterOperations } from './change-operations.ts';
import { type Figures, type MeasuredOperation, rounded } from './report.ts';

const measuredRecipients = 25;

const runBackgroundOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(messageSteps);
  const { table } = system;
  try {
    await system.scheduleDaily();
    const tick = await table.measure(() => system.tick());
    const world = bookedClass(measuredRecipients, limits.slotCapacity);
    await storeWorld(table, world);
    const message = await system.store(
      sampleMessage({ audience: { kind: 'class', class_id: world.cls.id } }),
    );
    const records = await system.waiting();
    const sending = await table.measure(() => system.deliver(records));
    const change = { messageId: message.id, at: instantOf(system.now()) };
    const recipient = recipientIdSchema.parse(system.mails[0]?.tags.recipient);
    const report = await table.measure(() => raiseState(table, change, recipient, 'delivered'));
    return [
      { name: 'timer: nothing is due', result: 'done', cost: tick.cost },
      {
        name: 'messenger: a message to 25 families',
        result: `${system.mails.length} emails`,
        cost: sending.cost,
      },
      { name: 'bounces: a report', result: report.result ? 'stored' : 'known', cost: report.cost },
    ];
  } finally {
    await system.stop();
  }
};

const runWaitingOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(waitingSteps);
  const { table } = system;
  try {
    const { cls, booked } = await system.fullClass();
    const family = await system.familyOf('Robin');
    await system.deliver();
    const measured: MeasuredOperation[] = [];
    const measure = async (name: string, work: () => Promise<{ readonly status: number }>) => {
      const { result, cost } = await table.measure(work);
      measured.push({ name, result: String(result.status), cost });
    };
    const measureMail = async (name: string) => {
      const records = await system.freshRecords();
      const before = system.mails.length;
      const { cost } = await table.measure(() => system.hand(records));
      measured.push({ name, result: `${system.mails.length - before} email`, cost });
    };
    await measure('joinWaitingList', () => system.join(family, cls));
    await measureMail('mailer: on a waiting list');
    await measure('getMyWaiting', () => system.asFamily(family, 'getMyWaiting'));
    await system.cancel(at(booked, 0).booking);
    const { id } = at(cls.time_slots, 0);
    const asking = await table.measure(() => settleLists([{ class_id: cls.id, id }], system.deps));
    measured.push({ name: 'messenger: a place is offered', result: 'offered', cost: asking.cost });
    await measureMail('mailer: offer of a place');
    const offer = at(await system.offersOf(cls), 0);
    const taking = { params: { offerId: offer.id }, body: { calendar_version: 0 } };
    await measure('takeMyOffer', () => system.asFamily(family, 'takeMyOffer', taking));
    const open = sampleClass();
    await putClass(table, open);
    const order = {
      class_id: open.id,
      time_slot_id: at(open.time_slots, 0).id,
      is_trial: false,
      amount: bookingAmount(open, false, sampleToday),
      calendar_version: 0,
    };
    for (const isNamed of [true, false]) {
      const { id, children } = await system.familyOf('Alex');
      const profile = await addSecondAdult(table, id);
      const body = { ...order, child_id: at(children, 0).id };
      // The site renews the tokens of who joins. Those of before name the family that the account had.
      const named = isNamed ? id : newFamilyId(new Date());
      await measure(`bookSlot, by a second adult${isNamed ? '' : ', by a token of before'}`, () =>
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

    const measured: MeasuredOperation[] = [];
    const measure = async (name: string, work: () => Promise<Answer>): Promise<Answer> => {
      const { result, cost } = await table.measure(work);
      measured.push({ name, result: String(result.status), cost });
      return result;
    };
    const nameOf = (route: string, what?: string): string => (what ? `${route}, ${what}` : route);
    type Call = Parameters<typeof system.call>;
    const measureCall = (route: Call[0], request?: Call[1], what?: string): Promise<Answer> =>
      measure(nameOf(route, what), () => system.call(route, request));
    const measureMail = async (name: string, entity?: string): Promise<void> => {
      const records = (await system.waiting()).filter(
        ({ dynamodb }) => !entity || dynamodb?.NewImage?.[entityAttribute]?.S === entity,
      );
      const before = system.mails.length;
      const { cost } = await table.measure(() => system.hand(records));
      measured.push({ name, result: `${system.mails.length - before} email`, cost });
    };

    await measure('listClasses', () => invoke(catalogue, { route: 'listClasses' }));
    await measure('getClass', () => invoke(catalogue, { route: 'getClass', params: { classId: cls.id } }));
    await measure('getTimeSlot', () => invoke(catalogue, { route: 'getTimeSlot', params }));

    await measureCall('signUp', { body: family });
    await measureMail('mailer: link to verify');
    const token = system.latestToken(email);
    await measureCall('verifyEmail', { body: { token, browser_secret: browserSecret } });
    await measureCall('requestPasswordReset', { body: { email } });
    await measureMail('mailer: link to reset');
    const reset = { token: system.latestToken(email), newPassword: 'another secret' };
    await measureCall('resetPassword', { body: reset });

    const accountOf = async (address: string): Promise<StoredAccount> => {
      const registration = await getRegistration(table, address);
      const account = registration?.holder === 'account' && (await getAccount(table, registration.userId));
      if (!account) throw new Error('An account has signed up');
      return account;
    };
    const { id: userId, family_id: familyId } = await accountOf(email);
    const caller = { userId, familyId };
    const { body } = await measureCall('getMyFamily', caller);
    const { children } = routes.getMyFamily.response.parse(body);
    const child = at(children, 0);
    const childId = child.id;
    const note = (medical_conditions: string) => ({ medical_conditions, nothing_to_know: false });
    const edited = editOf(childValues(child), { health: note('Asthma') });
    await measureCall('updateChild', { ...caller, params: { childId }, body: edited });
    await measureCall('updateCard', {
      ...caller,
      params: { childId },
      body: { health: note('None any more'), shown: { health: note('Asthma') } },
    });
    await measureCall('getBookableSlot', { ...caller, params });
    const order = {
      class_id: cls.id,
      time_slot_id: slot.id,
      child_id: at(children, 0).id,
      is_trial: false,
      amount: bookingAmount(cls, false, sampleToday),
      calendar_version: 0,
    };
    const book = () =>
      system.call('bookSlot', { ...caller, body: order, headers: { 'idempotency-key': randomUUID() } });
    await measure('bookSlot', book);
    await measure('bookSlot, already booked', book);
    await measureMail('mailer: confirmation');
    await measureCall('listMyBookings', caller);

    const other = signUpBody();
    await system.call('signUp', { body: other });
    await system.hand(await system.waiting());
    const confirmation = { token: system.latestToken(other.email), newPassword: 'another secret' };
    await measureCall('confirmEmail', { body: confirmation });

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
    const measureAdmin = (route: AdminCall[0], request?: AdminCall[1], what?: string): Promise<Answer> =>
      measure(nameOf(route, what), () => admin.call(route, request));
    const parentParams = { params: { parentId: familyId } };
    const payment = { amount: 5_000, day: sampleToday, method: 'cash', note: null, booking_id: null };
    await measureAdmin('recordPayment', { ...parentParams, body: { ...payment, receipt: true } });
    await measureMail('mailer: receipt', ledgerEntryEntity);
    const headers = { 'idempotency-key': randomUUID() };
    const credit = { kind: 'credit', amount: 1_000, note: 'Goodwill' };
    await measureAdmin('recordAllowance', { ...parentParams, headers, body: credit });
    const counter = { entry: `ATTEMPT#${headers['idempotency-key']}` };
    await measureAdmin('takeBackEntry', { ...parentParams, body: counter });
    await measureCall('getMyLedger', caller);
    await measureAdmin('getParentLedger', parentParams);
    await measureAdmin('getMoneyFigures');
    await measureAdmin('searchOpenBalances', { body: {} }, 'first page');
    await measureAdmin('getDashboard');
    await measureAdmin('listManagedClasses');
    await measureAdmin('searchBookings', { body: {} }, 'first page');
    await measureAdmin('searchParents', { body: {} }, 'first page');
    await measureAdmin('getRoster', { params: { classId: cls.id } });
    const change = { ...formOf(cls), coach_name: `${cls.coach_name} Two` };
    await measureAdmin('updateClass', { params: { classId: cls.id }, body: change });
    await measureAdmin('getSettings');
    const [known, waits] = ['Thank you', 'From a friend'].map((text) => ({
      day: sampleToday,
      amount: 700,
      payer: 'A. Parent',
      text,
      id: sha256(text),
    }));
    const method = { method: 'bank-transfer' };
    await measureAdmin('lookUpBankRows', { body: { rows: [known] } }, 'one row');
    const record = {
      rows: [{ row: known, parent_id: familyId }],
      receipt: false,
      press: randomUUID(),
      ...method,
    };
    await measureAdmin('recordBankRows', { body: record }, 'one row');
    await measureAdmin('keepBankRows', { body: { rows: [waits], ...method } }, 'one row');
    const { body: listed } = await measureAdmin('listUnassignedRows');
    const { id: rowId, day } = at(routes.listUnassignedRows.response.parse(listed).rows, 0);
    await measureAdmin('assignUnassignedRow', {
      params: { rowId, day },
      body: { parent_id: familyId, receipt: false },
    });
    await measureAdmin('listUnpaid', { body: { by: sampleToday } }, 'first page');
    const sibling = { reduction: { by: 'percent', percent: 10 }, programmes: [...programmeIds] };
    const settings = { due_rule: 'monthly', sibling };
    await measureAdmin('saveSettings', { body: settings });
    await measureCall(
      'bookSlot',
      {
        ...caller,
        body: {
          ...order,
          time_slot_id: at(cls.time_slots, 1).id,
          child_id: at(children, 1).id,
          amount: (order.amount * 9) / 10,
          due_dates: ['2025-09-27', '2025-10-27'],
          // The class was changed above.
          calendar_version: 1,
        },
        headers: { 'idempotency-key': randomUUID() },
      },
      'with due dates and a sibling',
    );
    const { page, receive, get } = payByCard(system, caller);
    const asked = await measure('startCardPayment', page);
    const { id: paymentId, url } = routes.startCardPayment.response.parse(asked.body);
    await measure('receiveCardEvent', () => receive(url));
    await measure('getCardPayment', () => get(paymentId));
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

const writing = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/;

const requestsOf = (cost: readonly RequestCost[]): string =>
  [...Map.groupBy(cost, ({ operation }) => operation)]
    .sort(([one], [other]) => ascending(one, other))
    .map(([kind, { length }]) => (length > 1 ? `${length} ${kind}` : kind))
    .join(', ');

const toRow = ({ name, result, cost }: MeasuredOperation) => ({
  operation: name,
  result,
  requests: requestsOf(cost),
  'read units': rounded(unitsOf(cost.filter(({ operation }) => !writing.test(operation)))),
  'write units': rounded(unitsOf(cost.filter(({ operation }) => writing.test(operation)))),
  'of both on indexes': rounded(cost.reduce((sum, { indexUnits }) => sum + indexUnits, 0)),
});

export const costFigures = (operations: readonly MeasuredOperation[]): Figures => ({
  title: 'What each operation costs the database',
  method: 'ReturnConsumedCapacity of the local engine, each operation once, one after the other.',
  rows: operations.map(toRow),
});
