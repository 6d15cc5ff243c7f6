import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { finishClassDeletion } from '#functions/across/delete-class';
import { beginFamilyDeletion, finishFamilyDeletion } from '#functions/across/delete-family';
import { chargesOf } from '#functions/across/statement';
import { getManagedClass } from '#functions/classes/classes';
import { dueOfLedger } from '#functions/ledger/due-plans';
import { listLedgerEntries } from '#functions/ledger/entries';
import { sha256 } from '#functions/lib/dynamo/items';
import { listCancellations } from '#functions/sessions/cancellations';
import { settleCancellation } from '#functions/sessions/settle-cancellation';
import { asRole } from '#infra/local/roles/roles';
import {
  failing,
  has,
  ignoring,
  inTransaction,
  inWrite,
  isInterruption,
  leftOut,
  rewritten,
  split,
  unconditional,
  withPart,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { type Random, randomOf } from '#infra/testing/random';
import { at, formOf, type SampleFamily, sampleNow, sampleToday } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { type BookingSystem, bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startSystem } from '#infra/testing/services/system';
import { bookingSchema } from '#shared/booking/booking';
import type { MyBooking } from '#shared/booking/booking-input';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { balanceOf, dueBalance, duePlans, ledgerTotals } from '#shared/ledger/balance';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { type BankRow, bankRowSchema } from '#shared/ledger/references';
import { addDays } from '#shared/lib/calendar';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';
import { date } from '#shared/testing/values';
import { actOf, breaking, type Run, type RunOptions, type Theme, violationsOf } from './driver.ts';
import { bookingsOf, brokenByMoney, brokenBySlot, effectiveEntries, readMoney, readSlot } from './recount.ts';

interface FileRow {
  readonly row: BankRow;
  readonly family: SampleFamily;
}

interface World {
  readonly system: BookingSystem;
  readonly note: RunOptions['note'];
  readonly classes: readonly FootballClass[];
  /** Without the class that is being deleted. */
  readonly open: FootballClass[];
  readonly families: readonly SampleFamily[];
  readonly erased: SampleFamily;
  /** Families as their second adults act for them. */
  readonly adults: readonly SampleFamily[];
  /** The names that were entered into cards. */
  readonly contacts: Set<string>;
  readonly file: readonly FileRow[];
  /** Of each pair of siblings that was booked at the same moment: whether each booking has a discount. */
  readonly pairs: boolean[][];
}

interface Client extends World {
  readonly random: Random;
}

/** The school's rule: the first of a booking's due dates is soon, the last one is weeks ahead. */
const dueRule = 'monthly';

const cancelledDay = date('2025-10-11');

const daysAhead = 70;
const rowsPerFamily = 3;
const rowsPerRequest = 20;
const attempts = 4;
const faultRate = 0.01;

const discounts = discountRulesSchema.parse({
  sibling: { reduction: { by: 'percent', percent: 7 }, programmes: [...programmeIds] },
  second_class: { reduction: { by: 'amount', amount: 333 }, programmes: [...programmeIds] },
  early: null,
});

/** Sends again with the same key where it failed. @returns undefined where no attempt was answered */
const answered = async (
  { note }: Client,
  kind: string,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const answer = await send();
      note(actOf(kind, answer));
      if (answer.status < 500) return answer;
    } catch {
      // What the client itself reads may fail, too, or be gone.
      note(`${kind} no answer`);
    }
  }
  return undefined;
};

const newKey = () => ({ 'idempotency-key': randomUUID() });

const placeOf = ({ class_id, time_slot_id, child_id }: MyBooking) => ({ class_id, time_slot_id, child_id });

const book = async (family: SampleFamily, client: Client) => {
  const { system, random, open } = client;
  const options = { slot: random.below(2), child: random.below(2), isTrial: random.chance(0.4) };
  const cls = random.pick(open);
  const key = randomUUID();
  await answered(client, 'book', () => system.tryToBook(family, cls, { ...options, key }));
};

/** Moves a booking, or keeps the place of a trial. What the family agrees to is read once, and sent again where it failed. */
const change = async (
  kind: 'move' | 'keep',
  family: SampleFamily,
  booking: MyBooking,
  client: Client,
): Promise<void> => {
  const { system, random, open } = client;
  const target = random.chance(0.5) ? { id: booking.class_id } : random.pick(open);
  const slot = random.below(2);
  const params = { bookingId: booking.id };
  const headers = newKey();
  let body: object | undefined;
  await answered(client, kind, async () => {
    body ??= await (kind === 'move'
      ? system.moveOrderOf(family, booking, target, slot)
      : system.keepOrderOf(family, booking));
    const route = kind === 'move' ? 'moveMyBooking' : 'upgradeTrial';
    return system.asFamily(family, route, { params, headers, body });
  });
};

const changeBooking = async (family: SampleFamily, client: Client) => {
  const { system, random } = client;
  const read = await answered(client, 'list', () => system.asFamily(family, 'listMyBookings'));
  const listed = routes.listMyBookings.response.safeParse(read?.body);
  if (!listed.success || listed.data.bookings.length === 0 || random.chance(0.5)) return book(family, client);
  const booking = random.pick(listed.data.bookings);
  const params = { bookingId: booking.id };
  const headers = newKey();
  switch (random.below(4)) {
    case 0:
      await answered(client, 'cancel', () =>
        system.asFamily(family, 'cancelBooking', {
          params,
          headers,
          body: { ...placeOf(booking), credit: booking.ending?.credit ?? 0 },
        }),
      );
      break;
    case 1:
      await change(booking.is_trial ? 'keep' : 'move', family, booking, client);
      break;
    case 2:
      await change('move', family, booking, client);
      break;
    default: {
      const query = { credit: random.pick(['charge', 'sessions', 'nothing']), tell: 'no' };
      await answered(client, 'delete', () => system.admin.call('deleteBooking', { params, headers, query }));
    }
  }
};

const changeMoney = ({ id: parentId }: SampleFamily, client: Client) => {
  const { system, random } = client;
  const params = { parentId };
  const amount = 100 * (1 + random.below(50));
  const headers = newKey();
  switch (random.below(4)) {
    case 0: {
      const body = { amount, day: sampleToday, method: 'cash', note: null, booking_id: null, receipt: false };
      return answered(client, 'pay', () => system.admin.call('recordPayment', { params, headers, body }));
    }
    case 1:
    case 2: {
      const body = { kind: random.pick(['credit', 'credit', 'waiver']), amount, note: 'Rain' };
      return answered(client, 'allow', () => system.admin.call('recordAllowance', { params, headers, body }));
    }
    default:
      return answered(client, 'take-back', async () => {
        const recorded = (await listLedgerEntries(system.table, parentId)).filter(
          ({ cause }) => cause.type === 'attempt' || cause.type === 'row',
        );
        const last = recorded.at(-1);
        const entry = last ? ledgerEntryKey(last.cause) : 'ATTEMPT#unknown';
        return system.admin.call('takeBackEntry', { params, headers, body: { entry } });
      });
  }
};

const importRows = async (rows: readonly FileRow[], client: Client, wrongRate = 0): Promise<void> => {
  const { system, families, random } = client;
  for (let from = 0; from < rows.length; from += rowsPerRequest) {
    const part = rows.slice(from, from + rowsPerRequest).map(({ row, family }) => ({
      row,
      parent_id: (random.chance(wrongRate) ? random.pick(families) : family).id,
    }));
    const body = { rows: part, method: 'bank-transfer', receipt: false, press: randomUUID() };
    await answered(client, 'import', () => system.admin.call('recordBankRows', { body, headers: newKey() }));
  }
};

/** Enters the one contact of a child's card. */
const editCard = async (family: SampleFamily, client: Client) => {
  const { system, random, contacts } = client;
  const name = `Contact ${contacts.size}`;
  contacts.add(name);
  const contact = { name, relation: 'Aunt', phone_number: '07700 900123', may_collect: true };
  const params = { childId: at(family.children, random.below(2)).id };
  await answered(client, 'edit-card', () =>
    system.asFamily(family, 'updateCard', { params, body: { contacts: [contact] } }),
  );
};

/** What an adult of a family sees of its cards. */
const readCards = async (family: SampleFamily, system: BookingSystem) => {
  const { body } = await system.asFamily(family, 'getMyFamily');
  return routes.getMyFamily.response.parse(body).children.map(({ contacts }) => contacts[0]?.name);
};

const deleteClass = async ({ id }: FootballClass, system: BookingSystem) => {
  await system.admin.call('deleteClass', { params: { classId: id } });
  const cls = await getManagedClass(system.table, id);
  if (cls?.deleting) await asRole('messenger', () => finishClassDeletion(system, cls, null));
};

const cancelSession = async ({ id }: FootballClass, system: BookingSystem) => {
  const cls = await system.classNow(id);
  const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: cancelledDay };
  await system.admin.call('cancelSessions', {
    body: {
      target: { kind: 'session', ...session },
      reason: 'weather',
      note: null,
      remedy: { kind: 'credit' },
    },
  });
  for (const cancellation of await listCancellations(system.table, session))
    await asRole('messenger', () => settleCancellation(cancellation, system));
};

const changeClass = async (cls: FootballClass, client: Client) => {
  const { system, random } = client;
  const capacities = [random.chance(0.5), random.chance(0.5)].map((changes) =>
    changes ? 4 + random.below(4) : undefined,
  );
  const weekly_rate = 1_000 + 500 * random.below(4);
  await answered(client, 'edit', async () => {
    const now = await system.classNow(cls.id);
    const form = formOf(now);
    const time_slots = form.time_slots.map((slot, index) => ({
      ...slot,
      max_capacity: capacities[index] ?? slot.max_capacity,
    }));
    const body = { ...form, time_slots, weekly_rate };
    return system.admin.call('updateClass', { params: { classId: cls.id }, body });
  });
};

/** Says which of two bookings at once have a discount. A trial before, which does not count, makes the ledger a charged one. */
const bookPair = async (
  family: SampleFamily,
  [cls, other]: readonly [FootballClass, FootballClass],
  client: Client,
): Promise<boolean[]> => {
  const { system } = client;
  const tryToBook = (of: FootballClass, options: Parameters<BookingSystem['tryToBook']>[2]) => {
    const key = randomUUID();
    return answered(client, 'book', () => system.tryToBook(family, of, { ...options, key }));
  };
  await tryToBook(other, { isTrial: true });
  const answers = await Promise.all([0, 1].map((child) => tryToBook(cls, { slot: 1, child })));
  return answers.flatMap((answer) => {
    const { success, data } = bookingSchema.safeParse(answer?.body);
    return success ? [data.discount !== undefined] : [];
  });
};

const interruptible = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isInterruption(error)) throw error;
  }
};

const check = async ({ system, note, classes, families, erased, adults, contacts, file, pairs }: World) => {
  const { table, timeZone } = system;
  const slots = await Promise.all(
    classes.flatMap(({ time_slots }) => time_slots).map((slot) => readSlot(table, slot)),
  );
  const accounts = await readMoney(
    table,
    families.map(({ id }) => id),
  );
  const rules: (readonly [rule: string, holds: boolean])[] = pairs.map((pair) => [
    'of two siblings at once one has the discount',
    pair.length < 2 || pair.filter(Boolean).length === 1,
  ]);
  const payments: LedgerEntry[] = [];
  for (const { parent, isDeleted, ledger, ended, entries } of accounts) {
    if (!ledger) throw new Error('A family has a ledger, also after it is erased');
    rules.push(['no booking of a deleted family', isDeleted === (parent === erased.id)]);
    const bookings = bookingsOf(slots, parent);
    for (const { discount } of [...bookings, ...ended]) if (discount) note('discount 200');
    payments.push(...effectiveEntries(entries));
    const charges = chargesOf({ bookings, ended: [...ended], entries: [...entries] }, timeZone);
    const plans = duePlans(charges, [...entries]);
    const balance = balanceOf(ledgerTotals(charges, [...entries]));
    for (let days = 0; days < daysAhead; days += 1) {
      const day = addDays(sampleToday, days);
      const isSame = isDeepStrictEqual(dueOfLedger(ledger, day), dueBalance(balance, plans, day));
      rules.push(['what is due on any day is that of a recount', isSame]);
    }
  }
  for (const adult of adults) {
    const holder = families.find(({ id }) => id === adult.id) ?? adult;
    const [seen, other] = [await readCards(holder, system), await readCards(adult, system)];
    const isEntered = seen.every((name) => name === undefined || contacts.has(name));
    rules.push(['both adults see one outcome', isEntered && isDeepStrictEqual(seen, other)]);
  }
  for (const { row, family } of file) {
    const times = payments.filter(
      ({ cause, amount }) => cause.type === 'row' && cause.row === row.id && amount === row.amount,
    ).length;
    // Of a family that is erased, a row may have no payment.
    rules.push(['a row of a file is one payment', times === 1 || (times === 0 && family === erased)]);
  }
  return [
    ...violationsOf(rules),
    ...slots.flatMap(brokenBySlot),
    ...accounts.flatMap((account) => brokenByMoney(account, slots)),
  ];
};

/** Families, importers of one bank file, the office and the school act at once, while requests fail or lose their answers. */
const begin = async (system: BookingSystem, { seed, mutant, note }: RunOptions): Promise<Run> => {
  system.setTime(sampleNow);
  await system.changeSettings({ due_rule: dueRule, discounts });
  const one = await system.addClass({ capacities: [5, 8] });
  const other = await system.addClass({ capacities: [5, 8] });
  const closing = await system.addClass({ capacities: [5, 8] });
  const families = await Promise.all(Array.from({ length: 8 }, () => system.addFamily('Robin', 'Alex')));
  const erased = at(families, 7);
  const adults: SampleFamily[] = [];
  for (const family of families.slice(4, 6))
    adults.push({ ...family, profile: await addSecondAdult(system.table, family.id) });
  const run = randomUUID();
  const file = families.flatMap((family, owner) =>
    Array.from({ length: rowsPerFamily }, (_, index) => ({
      family,
      row: bankRowSchema.parse({
        day: sampleToday,
        amount: 101 * (1 + owner + index),
        payer: '',
        id: sha256(`${run} ${owner} ${index}`),
        text: `${run} ${owner} ${index}`,
      }),
    })),
  );
  const world: World = {
    ...{ system, note, families, erased, adults, file, pairs: [], contacts: new Set() },
    ...{ classes: [one, other, closing], open: [one, other, closing] },
  };
  const clientOf = (...name: readonly (string | number)[]): Client => ({
    ...world,
    random: randomOf(seed, ...name),
  });
  const erase = async () => {
    const begun = await beginFamilyDeletion(system.table, erased.id);
    if (begun.outcome === 'begun') await finishFamilyDeletion(system, begun.family, { by: 'admin' });
  };
  const cancel = () => cancelSession(one, system);
  const remove = () => {
    world.open.splice(2);
    return deleteClass(closing, system);
  };
  const family = async (own: SampleFamily, index: number | string) => {
    const client = clientOf('family', index);
    for (let step = 0; step < 10; step += 1) {
      await changeBooking(own, client);
      if (client.random.chance(0.3)) await changeMoney(own, client);
      if (client.random.chance(0.1)) await editCard(own, client);
    }
  };
  const importer = (name: string, rows: readonly FileRow[], wrongRate?: number) =>
    importRows(rows, clientOf(name), wrongRate);
  const school = async () => {
    const client = clientOf('school');
    for (let step = 0; step < 3; step += 1) await changeClass(client.random.pick([one, other]), client);
    await interruptible(remove);
    await interruptible(cancel);
    await interruptible(erase);
  };
  async function* acts() {
    yield families.slice(0, 4).map((paired, index) => async () => {
      const classes = index % 2 === 0 ? ([one, other] as const) : ([other, one] as const);
      world.pairs.push(await bookPair(paired, classes, clientOf('pair', index)));
    });
    yield [
      ...families.map((own, index) => () => family(own, index)),
      ...adults.map((own, index) => () => family(own, `adult ${index}`)),
      () => importer('whole', file),
      () => importer('reversed', file.toReversed(), 0.5),
      () => importer('half', file.slice(file.length / 2)),
      school,
    ];
  }
  const faults = randomOf(seed, 'faults');
  return {
    model: {
      tables: [system.table],
      end: async () => {
        await remove();
        await cancel();
        await erase();
        await importer('again', file);
      },
      check: () => check(world),
    },
    acts: acts(),
    faults: [failing(() => faults.chance(faultRate))],
    mutant: mutant?.intercept(),
  };
};

const importedRow = inTransaction('"type":"row"', '"kind":"payment"');
const freedRow = '"state":"taken-back"';
const placesAsRead = 'places = :placesRead';
const endedPlace = inWrite('DELETE places :place');

const isRecord = '"entity":"ended-booking"';
const isAccount = has('"Update"', '"LEDGERS"');
const isDataRow = '"entity":"ledger-entry"';
const moving = inTransaction('current_bookings + :one', 'current_bookings - :one');
const toClass = inTransaction('current_bookings + :one', 'current_bookings - :one', ':"moved"');
const upgrade = inTransaction(':"upgraded"');
const recorded = inTransaction(isDataRow, '"type":"attempt"');
const counter = inTransaction(isDataRow, '"kind":"counter"');

const mutants: Theme['mutants'] = {
  'a move is not one transaction': split(moving, 15),
  'a move keeps the old place': leftOut(moving, has('current_bookings - :one')),
  'a move takes no place': leftOut(moving, has('current_bookings + :one')),
  'a moved child arrives nowhere': leftOut(moving, has('"entity":"booking"')),
  'a move to another class is not charged': rewritten(toClass, 'charged :charge', 'uncharged :charge'),
  'the kept place is not charged': rewritten(upgrade, 'charged :charge', 'uncharged :charge'),
  'a kept trial is not recorded': leftOut(upgrade, has(isRecord)),
  'an entry does not change the ledger': leftOut(recorded, isAccount),
  'an entry changes the ledger and is not stored': leftOut(recorded, has(isDataRow)),
  'an entry counts again when it is sent again': unconditional(recorded),
  'an entry is taken back twice': unconditional(counter),
  'a taken back entry stays in the ledger': leftOut(counter, isAccount),
  'a row of a bank file counts again when it is imported again': breaking(
    'the sums of a ledger are those of a recount',
    unconditional(importedRow),
  ),
  'a row of a bank file becomes a payment of two families': breaking(
    'a row of a file is one payment',
    unconditional(importedRow),
  ),
  'a payment that is taken back does not free its row': breaking(
    'a row of a file is one payment',
    leftOut(inTransaction(freedRow), has(freedRow)),
  ),
  'the end of a booking leaves the mark by which its siblings have a discount': breaking(
    'the marks of a ledger are the live bookings',
    withWrites(endedPlace, (writes) =>
      writes.map(withPart('ExpressionAttributeValues', ':place', new Set(['none']))),
    ),
  ),
  'two siblings at once are both booked as the first one': breaking(
    'of two siblings at once one has the discount',
    ignoring(inTransaction(placesAsRead), placesAsRead),
  ),
  'a credit reduces the first part instead of the last one': breaking(
    'what is due on any day is that of a recount',
    withWrites(inWrite('"#by":"credited"'), (writes) =>
      writes.map(withPart('ExpressionAttributeNames', '#by', 'paid')),
    ),
  ),
  'an ending gives back the price without its discount': breaking(
    'the sums of a ledger are those of a recount',
    withWrites(endedPlace, (writes) =>
      writes.map((write) => {
        const record = write.Put && Reflect.get(write.Put, 'Item');
        const { ended, discount } = Object(record);
        if (!ended || !discount || ended.credit === 0) return write;
        const credit = ended.credit + discount.amount;
        return { Put: { ...write.Put, Item: { ...record, ended: { ...ended, credit } } } };
      }),
    ),
  ),
};

export const money: Theme = {
  name: 'money',
  seeds: { all: 100, inTest: 2 },
  events: ['discount 200'],
  start: async () => {
    const system = await startSystem(bookingSteps);
    return { begin: (options) => begin(system, options), stop: system.stop };
  },
  mutants,
};
