import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberships } from '#functions/accounts/accounts';
import { listEndedBookings, type StoredEndedBooking } from '#functions/booking/ended-bookings';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { familyOperations } from '#functions/entries/family-operations';
import { type RequestLimits, requestLimits } from '#functions/lib/aws-requests';
import { createHandler } from '#functions/lib/http/create-handler';
import { newFamilyId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { busyRetryAfterSeconds } from '#functions/limits';
import { firstUnexplained, holds, impossible, type Step, when } from '#infra/testing/linearizability';
import {
  has,
  type Interceptor,
  ignoring,
  inTransaction,
  leftOut,
  lost,
  rewritten,
  split,
  type TableRequest,
  textOf,
  unconditional,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { type Random, randomOf } from '#infra/testing/random';
import { at, type SampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { messageSteps } from '#infra/testing/services/message-system';
import { type Parts, startSystem } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { bookingSchema } from '#shared/booking/booking';
import { catalogueRoutes } from '#shared/classes/routes';
import { problemSchema } from '#shared/contract/errors';
import { familyRoutes } from '#shared/contract/family-routes';
import type { BookingId, ChildId, FamilyId, SlotId, UserId } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import { localAws } from '../../local/dynamodb.ts';
import {
  breaking,
  type Run,
  type RunOptions,
  type Stage,
  type Theme,
  type Violation,
  violationsOf,
} from './driver.ts';
import {
  type Attempt,
  connectWithoutBackoff,
  type Fault,
  type FaultProxy,
  startFaultProxy,
} from './fault-proxy.ts';
import { createMailing } from './mailing.ts';
import { bookingsOf, brokenByMoney, brokenBySlot, readMoney, readSlot, type StoredSlot } from './recount.ts';

/** Who asks in the name of a family: one of its adults, or the office for it (BHF-01, ADT-01). */
type By = 'holder' | 'adult' | 'office';

/** What a booking screen asks for, with the price that it shows. All attempts of an order make one booking at most. */
interface Order {
  readonly key: string;
  readonly by: By;
  readonly account: UserId;
  readonly parent: FamilyId;
  readonly child: ChildId;
  readonly body: { readonly is_trial: boolean; readonly amount?: number | undefined };
}

type Request = { readonly slot: SlotId } & (
  | { readonly kind: 'book'; readonly order: Order }
  | { readonly kind: 'delete'; readonly order: Order; readonly booking: BookingId }
  | { readonly kind: 'read-slot' }
);

interface Entry {
  readonly request: Request;
  readonly invoked: number;
  returned?: number;
  answer?: Answer;
}

const codeOf = ({ answer }: Entry): string | undefined =>
  answer && answer.status >= 400 ? problemSchema.parse(answer.body).code : undefined;

/** Whether the client cannot know if the request took effect. After 503 because of conflicts nothing was stored (API-42). */
const hasUnknownOutcome = ({ answer }: Entry): boolean =>
  !answer ||
  answer.status === 500 ||
  (answer.status === 503 && answer.headers['retry-after'] === String(busyRetryAfterSeconds.unavailable));

const linesOf = (entries: readonly Entry[]): string =>
  entries
    .map(({ request, invoked, returned, answer }) => {
      const { code, id, current_bookings } = Object(answer?.body);
      const shown = answer && JSON.stringify([answer.status, code ?? id ?? current_bookings]);
      return `\n  ${invoked}-${returned ?? '?'} ${JSON.stringify(request)} -> ${shown ?? 'no answer'}`;
    })
    .join('');

/** The keys of the orders whose bookings a slot has. */
type SlotState = ReadonlySet<string>;

/** What the answer to a request says of its slot; where the outcome is unknown, what the request may have done. */
const stepOf =
  (orders: ReadonlyMap<string, Order>, capacity: number) =>
  (entry: Entry): Step<SlotState> | undefined => {
    const { request, answer } = entry;
    const code = codeOf(entry);
    const isUnknown = hasUnknownOutcome(entry);
    if (!isUnknown && code === 'busy') return undefined;
    switch (request.kind) {
      case 'book': {
        const { key, child } = request.order;
        const holderIn = (state: SlotState) => [...state].find((one) => orders.get(one)?.child === child);
        const isFree = (state: SlotState) => state.size < capacity && holderIn(state) === undefined;
        const arrive: Step<SlotState> = (state) => when(isFree(state), new Set([...state, key]));
        if (isUnknown) return arrive;
        switch (code) {
          case undefined:
            return (state) => (state.has(key) ? [state] : arrive(state));
          case 'alreadyBooked':
            return holds((state) => holderIn(state) !== undefined && !state.has(key));
          case 'bookingCancelled':
            return holds((state) => !state.has(key));
          case 'slotFull':
            return holds((state) => state.size >= capacity && holderIn(state) === undefined);
          case 'trialHeld':
          case 'trialUsed':
            return undefined;
          default:
            return impossible;
        }
      }
      case 'delete': {
        const { key } = request.order;
        // A booking that was ended before is answered the same.
        if (isUnknown || code === undefined)
          return (state) => [new Set([...state].filter((one) => one !== key))];
        return code === 'bookingNotFound' ? holds((state) => !state.has(key)) : impossible;
      }
      case 'read-slot': {
        if (isUnknown) return undefined;
        const { current_bookings, max_capacity } = timeSlotSchema.parse(answer?.body);
        return holds((state) => state.size === current_bookings && max_capacity === capacity);
      }
    }
  };

const slotText = (state: SlotState): string => [...state].toSorted().join(' ');

/** Whether an order of the requests to a slot explains each answer, and what is stored. @param end a time after all answers */
const unexplained = (
  { id, bookings }: StoredSlot,
  entries: readonly Entry[],
  step: ReturnType<typeof stepOf>,
  end: number,
): Violation[] => {
  const operations = entries.flatMap((entry) => {
    const after = entry.request.slot === id && step(entry);
    const returned = hasUnknownOutcome(entry) ? undefined : entry.returned;
    return after ? [{ entry, invoked: entry.invoked, returned, after }] : [];
  });
  const stored = slotText(new Set(bookings.map((booking) => booking.idempotency_key)));
  const last = {
    invoked: end,
    returned: end,
    after: holds((state: SlotState) => slotText(state) === stored),
  };
  const moment = firstUnexplained<SlotState>(new Set(), [...operations, last], slotText);
  if (moment === undefined) return [];
  const until = operations.flatMap(({ entry, invoked }) => (invoked <= moment ? [entry] : []));
  return [{ rule: 'a slot is linearizable', text: `until ${moment}, ${stored} stored:${linesOf(until)}` }];
};

interface FinishedRun {
  readonly table: Table;
  readonly families: readonly SampleFamily[];
  readonly capacities: readonly number[];
  readonly slots: readonly StoredSlot[];
  readonly entries: readonly Entry[];
  readonly end: number;
}

const knownRefusals = ['alreadyBooked', 'bookingCancelled', 'slotFull', 'busy', 'internalError'];

const checkBookings = async (run: FinishedRun): Promise<Violation[]> => {
  const { table, families, capacities, slots, entries, end } = run;
  const booked = entries.flatMap((entry) =>
    entry.request.kind === 'book' ? [{ entry, order: entry.request.order, code: codeOf(entry) }] : [],
  );
  const orders = new Map(booked.map(({ order }) => [order.key, order]));
  const accounts = await readMoney(
    table,
    families.map(({ id }) => id),
  );
  const all: (StoredSlot['bookings'][number] | StoredEndedBooking)[] = slots.flatMap(
    ({ bookings }) => bookings,
  );
  const rules: (readonly [rule: string, holds: boolean, text?: string])[] = [];
  for (const { parent, ledger } of accounts) {
    const live = bookingsOf(slots, parent);
    const ended = await listEndedBookings(table, parent);
    all.push(...ended);
    const trials = live.flatMap((one) => (one.is_trial ? [`${one.class_id}#${one.child_id}`] : []));
    const counted = [...(ledger?.trials ?? [])].toSorted().join(' ');
    const counts = ledger?.live_bookings_at_most ?? 0;
    rules.push(
      ['an ending is credited as agreed', ended.every((one) => one.amount === one.ended.credit), parent],
      ['a child has one trial in a class', new Set(trials).size === trials.length, `${trials}`],
      ['the trials of a ledger are those that count', counted === trials.toSorted().join(' '), counted],
      [
        'the ledger counts the bookings made',
        counts === live.length + ended.length,
        `${counts} of ${parent}`,
      ],
    );
  }
  for (const [key, of] of Map.groupBy(all, (one) => one.idempotency_key))
    rules.push(
      ['one booking of one order', orders.has(key) && of.length === 1, `${of.length} of ${key}`],
      [
        'a booking is charged as it was shown',
        of.every((one) => one.amount === orders.get(key)?.body.amount),
        key,
      ],
    );
  for (const { entry, order, code } of booked) {
    const made = code === undefined && entry.answer ? bookingSchema.parse(entry.answer.body).id : undefined;
    const isOfTrial = code === 'trialUsed' || code === 'trialHeld';
    const hasTrial = [...orders.values()].some(
      (other) => other.key !== order.key && other.body.is_trial && other.child === order.child,
    );
    const hasReason = code === undefined || (isOfTrial ? hasTrial : knownRefusals.includes(code));
    rules.push(
      ['a refusal has a reason', hasReason, linesOf([entry])],
      [
        'a confirmed booking stays, or is in the history',
        made === undefined || all.some(({ id }) => id === made),
        linesOf([entry]),
      ],
    );
  }
  return [
    ...violationsOf(rules),
    ...slots.flatMap((slot, index) => [
      ...brokenBySlot(slot),
      ...unexplained(slot, entries, stepOf(orders, at(capacities, index)), end),
    ]),
    ...accounts.flatMap((account) => brokenByMoney(account, slots)),
  ];
};

/** The family that an adult had alone, which is gone: the token of an adult who has just joined names it. */
const formerFamily = newFamilyId(new Date(0));

/** @param table through which the functions work, with faults */
const createApi = ({ deps, clock }: Parts, table: Table, classId: string) => {
  const office = adminApi({ table, clock });
  const catalogue = createHandler(catalogueRoutes, catalogueOperations, { ...deps, table });
  const handler = createHandler(
    familyRoutes,
    familyOperations,
    { ...deps, table },
    { memberships: memberships(table) },
  );
  return (request: Request): Promise<Answer> => {
    if (request.kind === 'read-slot')
      return invoke(catalogue, { route: 'getTimeSlot', params: { classId, slotId: request.slot } });
    const { key, by, account, parent, body } = request.order;
    if (request.kind === 'delete') {
      const query = { credit: 'charge', tell: 'yes' };
      return office.call('deleteBooking', { params: { bookingId: request.booking }, query });
    }
    const headers = { 'idempotency-key': key };
    if (by === 'office') {
      const asked = { order: body, above_capacity: null };
      return office.call('bookForFamily', { params: { parentId: parent }, headers, body: asked });
    }
    const familyId = by === 'holder' ? parent : formerFamily;
    return invoke(handler, { route: 'bookSlot', headers, body, userId: account, familyId });
  };
};

/** Which requests of a run fail, and how. Of some requests every attempt fails, so that their outcome stays unknown. */
const createFaults = (random: Random, note: RunOptions['note']) => {
  const rate = random.pick([0, 0.05, 0.12, 0.25]);
  const outages = new Map<string, Fault>();
  const transient = ({ operation }: Attempt): Fault => {
    if (!random.chance(rate)) return { kind: 'none' };
    if (operation === 'TransactWriteItems' && random.chance(0.2))
      return { kind: 'late', afterMs: 1 + random.below(12) };
    if (random.chance(0.2)) return { kind: 'slow', beforeMs: random.below(6) };
    const kinds = [
      'reset',
      'answer-lost',
      'failed-after-commit',
      'throttled',
      'internal-error',
      'unavailable',
    ] as const;
    return { kind: random.pick(kinds) };
  };
  const persistent = (attempt: Attempt): Fault => {
    if (!outages.has(attempt.call) && random.chance(rate / 10))
      outages.set(attempt.call, { kind: random.pick(['reset', 'answer-lost', 'throttled'] as const) });
    return outages.get(attempt.call) ?? transient(attempt);
  };
  const noted = (by: string, fault: Fault): Fault => {
    note(`${by}: ${fault.kind}`);
    return fault;
  };
  return {
    ofApi: (attempt: Attempt) => noted('fault', persistent(attempt)),
    /** The mailer's requests succeed in the end, so that only SES leaves an unknown outcome. */
    ofMailer: (attempt: Attempt) =>
      noted('fault of mailer', attempt.number > 2 ? { kind: 'none' } : transient(attempt)),
  };
};

const attempts = 4;

/** Sends requests as browsers do, which lose requests and answers, and give up. */
const createClients = (call: (request: Request) => Promise<Answer>, note: RunOptions['note']) => {
  const entries: Entry[] = [];
  const abandoned = new Set<Promise<unknown>>();
  let time = 0;
  const tick = (): number => {
    time += 1;
    return time;
  };
  const transmit = async (request: Request, random: Random): Promise<Answer | undefined> => {
    const outcome = random.below(100);
    if (outcome < 3) return undefined;
    const answering = call(request);
    if (outcome < 7) return answering.then(() => undefined);
    if (outcome >= 11) return answering;
    // The browser gives up, and the function continues.
    const settled = answering.finally(() => abandoned.delete(settled));
    abandoned.add(settled);
    await sleep(1 + random.below(4));
    return undefined;
  };
  return {
    entries,
    tick,
    /** Sends a request again until the answer is not a failure, as a user presses the button again. */
    send: async (request: Request, random: Random): Promise<Answer | undefined> => {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const entry: Entry = { request, invoked: tick() };
        entries.push(entry);
        const answer = await transmit(request, random);
        entry.returned = tick();
        if (answer) entry.answer = answer;
        const outcome = codeOf(entry) ?? answer?.status ?? 'no answer';
        note(`${request.kind} ${outcome}`);
        if (request.kind === 'book') note(`book: by ${request.order.by} ${outcome}`);
        if (answer && answer.status < 500) return answer;
        await sleep(random.below(3));
      }
      return undefined;
    },
    settle: async (): Promise<void> => {
      while (abandoned.size > 0) await Promise.all(abandoned);
    },
  };
};

const start = async (): Promise<Stage> => {
  const system = await startSystem((parts) => ({ ...bookingSteps(parts), ...messageSteps(parts) }));
  const { hostname, port } = (await system.table.client.config.endpoint?.()) ?? {};
  const none = (): Fault => ({ kind: 'none' });
  let faults: Pick<ReturnType<typeof createFaults>, 'ofApi' | 'ofMailer'> = { ofApi: none, ofMailer: none };
  const engine = `http://${hostname}:${port}`;
  const ofApi = await startFaultProxy(engine, {
    faultOf: (attempt) => faults.ofApi(attempt),
    hold: () => sleep(3),
  });
  const ofMailer = await startFaultProxy(engine, { faultOf: (attempt) => faults.ofMailer(attempt) });
  const connect = async ({ endpoint }: FaultProxy, limits?: RequestLimits) => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
    const connected = await connectWithoutBackoff(system.table.name, limits);
    // The SDK reads the environment with the first request.
    await readAllItems(connected);
    return connected;
  };
  process.env.AWS_REGION = localAws.region;
  process.env.AWS_ACCESS_KEY_ID = localAws.credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = localAws.credentials.secretAccessKey;
  const api = await connect(ofApi);
  const mail = await connect(ofMailer, requestLimits.background);

  const begin = async ({ seed, mutant, note }: RunOptions): Promise<Run> => {
    await system.reset();
    const random = randomOf(seed, 'workload');
    const capacities = [0, 1].map(() => 1 + random.below(3));
    const cls = await system.addClass({ capacities });
    // Where few families compete, their adults and children meet.
    const families = await Promise.all(
      Array.from({ length: random.pick([2, 4]) }, () => system.addFamily('Ana', 'Ben')),
    );
    const adults = new Map<FamilyId, SampleFamily['profile']>();
    for (const { id } of families) adults.set(id, await addSecondAdult(system.table, id));
    const clients = createClients(createApi(system, api, cls.id), note);
    const booked: Extract<Request, { kind: 'delete' }>[] = [];

    const book = async (own: Random, slot: number): Promise<void> => {
      const family = own.pick(families);
      const child = own.below(2);
      const by = own.pick(['holder', 'holder', 'adult', 'office'] as const);
      const body = await system.orderOf(family, cls, { slot, child, isTrial: own.chance(0.3) });
      const account = (by === 'adult' && adults.get(family.id)?.id) || family.profile.id;
      const parent = family.id;
      const order: Order = {
        key: randomUUID(),
        by,
        account,
        parent,
        child: at(family.children, child).id,
        body,
      };
      const request = { slot: at(cls.time_slots, slot).id, order };
      const answer = await clients.send({ kind: 'book', ...request }, own);
      if (answer?.status === 201)
        booked.push({ kind: 'delete', ...request, booking: bookingSchema.parse(answer.body).id });
    };
    const client = async (own: Random): Promise<void> => {
      for (let left = 2 + own.below(3); left > 0; left -= 1) {
        const kind = own.below(17);
        const slot = own.below(2);
        const target = own.any(booked);
        if (kind < 10) await book(own, slot);
        else if (kind < 13) await clients.send({ kind: 'read-slot', slot: at(cls.time_slots, slot).id }, own);
        else if (target) await clients.send(target, own);
      }
    };
    const mailing = createMailing(system, mail, randomOf(seed, 'mail'));
    faults = createFaults(randomOf(seed, 'faults'), note);

    async function* acts() {
      const count = 4 + random.below(3);
      const all = Array.from({ length: count }, (_, index) => () => client(randomOf(seed, 'client', index)));
      yield [mailing.start, ...all];
    }
    const end = async (): Promise<void> => {
      await clients.settle();
      await ofApi.settled();
      await mailing.finish();
      await ofMailer.settled();
    };
    const check = async (): Promise<Violation[]> => {
      const slots = await Promise.all(cls.time_slots.map((slot) => readSlot(system.table, slot)));
      for (const { outcome } of system.mails) note(`email: ${outcome}`);
      return [
        ...(await checkBookings({
          ...{ table: system.table, families, capacities, slots },
          ...{ entries: clients.entries, end: clients.tick() },
        })),
        ...(await mailing.check(slots, families, adults)),
      ];
    };
    return { model: { tables: [api, mail], end, check }, acts: acts(), mutant: mutant?.intercept() };
  };
  return {
    begin,
    stop: async () => {
      api.client.destroy();
      mail.client.destroy();
      await Promise.all([ofApi.stop(), ofMailer.stop()]);
      await system.stop();
    },
  };
};

const isBooking = has('"entity":"booking"');
const isRecord = '"entity":"ended-booking"';
const ending = inTransaction(isRecord, 'current_bookings - :one');
const booking = inTransaction('current_bookings + :one');
const isFree = 'attribute_not_exists(#PK)';

const isMail = (operation: string) => (request: TableRequest) =>
  request.operation === operation && textOf(request.input).includes('"MAIL#');

/** Answers single reads from a cache. */
const cachedReads = (): Interceptor => {
  const answers = new Map<string, unknown>();
  return async (request, forward) => {
    if (request.operation !== 'GetItem') return forward(request.input);
    const key = textOf(request.input);
    const answer = answers.get(key) ?? (await forward(request.input));
    answers.set(key, answer);
    return answer;
  };
};

const changedBooking = (change: (item: Readonly<Record<string, unknown>>) => object) =>
  withWrites(booking, (writes) =>
    writes.map((write) => {
      const { Put } = Object(write);
      return isBooking(write) ? { Put: { ...Put, Item: { ...Put.Item, ...change(Put.Item) } } } : write;
    }),
  );

/** The account of each adult names a family of its own. */
const ownFamily = (): Interceptor => async (request, forward) => {
  const answer = await forward(request.input);
  const { Item } = Object(Object(answer).output);
  if (Object(Reflect.get(request.input, 'Key')).SK === 'ACCOUNT' && Item)
    Item.family_id = newFamilyId(sampleNow);
  return answer;
};

const mutants: Theme['mutants'] = {
  'a booking ends twice': unconditional(ending),
  'an ending is not recorded': leftOut(ending, has(isRecord)),
  'the end of a booking is not credited': rewritten(ending, 'credited :credit', 'uncredited :credit'),
  'a send lease is taken twice': ignoring(isMail('PutItem'), isFree),
  'a send lease is not released': lost(isMail('DeleteItem')),
  'a sent message is not recorded': lost(isMail('UpdateItem')),
  'a full slot takes a booking': rewritten(booking, ' AND current_bookings < max_capacity', ''),
  'a booking is written over another': ignoring(booking, isFree),
  'a booking is not counted': rewritten(
    booking,
    'current_bookings = current_bookings + :one',
    'uncounted = :one',
  ),
  'a booking is not charged': rewritten(booking, 'charged = charged + :amount', 'uncharged = :amount'),
  'a deletion does not lower the counter': rewritten(
    ending,
    'SET current_bookings = current_bookings - :one, ',
    'SET ',
  ),
  'a deletion does not lower the revenue': rewritten(
    ending,
    'revenue = revenue - :amount',
    'forgotten = :amount',
  ),
  'a booking is not one transaction': split(booking),
  'reads come from a cache': cachedReads,
  'a booking is confirmed and not stored': lost(booking, 3),
  'an order is not known by its key': changedBooking(() => ({ idempotency_key: randomUUID() })),
  'a member acts for a family of its own': breaking('a refusal has a reason', ownFamily),
  'each adult books the same child': breaking(
    'a child has a place once',
    changedBooking(({ SK, booked_by_adult }) => ({ SK: `${String(SK)}#${String(booked_by_adult)}` })),
  ),
};

/** Two adults of each family, and the office for them, book and delete at the same time (BOK-28, ADT-03). */
export const rush: Theme = {
  name: 'rush',
  seeds: { all: 160, inTest: 5 },
  events: [
    ...[
      'fault: throttled',
      'fault: slow',
      'fault: reset',
      'fault: answer-lost',
      'fault: failed-after-commit',
    ],
    ...['fault: late', 'fault: internal-error', 'fault: unavailable', 'fault of mailer: answer-lost'],
    ...['email: accept', 'email: throttle', 'email: break-before', 'email: break-after'],
    ...[
      'book no answer',
      'book 201',
      'book slotFull',
      'book alreadyBooked',
      'delete 204',
      'delete bookingNotFound',
    ],
    ...['read-slot 200', 'book: by adult 201', 'book: by office 201', 'book: by adult alreadyBooked'],
  ],
  start,
  mutants,
};
