import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESClient } from '@aws-sdk/client-ses';
import { familyIdOf } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import {
  delayed,
  has,
  type Interceptor,
  ignoring,
  inTransaction,
  leftOut,
  lost,
  type Mutant,
  rewritten,
  split,
  type TableRequest,
  textOf,
  unconditional,
  withPart,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { type FamilyId, idempotencyKeySchema, type UserId } from '#shared/lib/ids';
import { adultMark } from './clients.ts';
import { noteOfFiles } from './joining/newcomers.ts';
import type { Mailer } from './mail-sink.ts';
import type { Request } from './requests.ts';
import type { Theme } from './workload.ts';

/** A defect of the product's requests to the table, its clients or its mailer. */
export interface SoakMutant extends Omit<Mutant, 'intercept'> {
  /** @param actor who makes the request */
  readonly intercept?: (actor: () => string) => Interceptor;
  /** The theme of runs that reveals the defect soon. */
  readonly theme: Theme;
  readonly retryOf?: (request: Request, attempt: number) => Request;
  readonly mailer?: (mailer: Mailer) => Mailer;
  readonly ses?: () => SESClient;
  /** For which family an account acts. */
  readonly familyOf?: (table: Table, userId: UserId) => Promise<FamilyId>;
}

const isBooking = '"entity":"booking"';
const isRecord = '"entity":"ended-booking"';

const move = inTransaction('current_bookings + :one', 'current_bookings - :one');
const toClass = inTransaction('current_bookings + :one', 'current_bookings - :one', ':"moved"');
const upgrade = inTransaction(':"upgraded"');
const trialOver = inTransaction(':"trial-over"');
const ending = inTransaction(isRecord, 'current_bookings - :one');

/** Defects of moves, kept and ended trials, and endings. */
const changeMutants: readonly SoakMutant[] = [
  { name: 'a move is not one transaction', theme: 'changes', intercept: split(move, 15) },
  {
    name: 'a move keeps the old place',
    theme: 'changes',
    intercept: leftOut(move, has('current_bookings - :one')),
  },
  {
    name: 'a move takes no place',
    theme: 'changes',
    intercept: leftOut(move, has('current_bookings + :one')),
  },
  {
    name: 'a moved child stays where it was',
    theme: 'changes',
    intercept: leftOut(move, has('"Delete"')),
  },
  { name: 'a moved child arrives nowhere', theme: 'changes', intercept: leftOut(move, has(isBooking)) },
  {
    name: 'a move to another class is not charged',
    theme: 'changes',
    intercept: rewritten(toClass, 'charged :charge', 'uncharged :charge'),
  },
  { name: 'a move is confirmed and not stored', theme: 'changes', intercept: lost(move) },
  { name: 'an ending is not recorded', theme: 'money', intercept: leftOut(ending, has(isRecord)) },
  {
    name: 'the end of a booking is not credited',
    theme: 'rush',
    intercept: rewritten(ending, 'credited :credit', 'uncredited :credit'),
  },
  { name: 'a booking ends twice', theme: 'returning', intercept: unconditional(ending) },
  { name: 'a trial that ended is kept', theme: 'trials', intercept: unconditional(upgrade) },
  {
    name: 'the kept place is not charged',
    theme: 'trials',
    intercept: rewritten(upgrade, 'charged :charge', 'uncharged :charge'),
  },
  {
    name: 'a kept trial is not recorded',
    theme: 'trials',
    intercept: leftOut(upgrade, has(isRecord)),
  },
  { name: 'a trial that is over keeps its place', theme: 'trials', intercept: lost(trialOver) },
  {
    name: 'a child has two trials in a class',
    theme: 'trials',
    intercept: rewritten(
      inTransaction('NOT contains(trials, :trial)'),
      'NOT contains(trials, :trial)',
      '(NOT contains(trials, :trial) OR contains(trials, :trial))',
    ),
  },
  {
    name: 'a trial that was cancelled in time counts',
    theme: 'trials',
    intercept: rewritten(
      inTransaction('DELETE trials :trials'),
      'DELETE trials :trials',
      'DELETE untrials :trials',
    ),
  },
];

const isFree = 'attribute_not_exists(#PK)';
const isFreeOrNot = '(attribute_not_exists(#PK) OR attribute_exists(#PK))';

const isMail = (operation: string) => (request: TableRequest) =>
  request.operation === operation && textOf(request.input).includes('"MAIL#');

/** Defects of the mailer and its leases. */
const mailMutants: readonly SoakMutant[] = [
  {
    name: 'a send lease is taken twice',
    theme: 'rush',
    intercept: rewritten(isMail('PutItem'), isFree, isFreeOrNot),
  },
  { name: 'a send lease is not released', theme: 'rush', intercept: lost(isMail('DeleteItem')) },
  { name: 'a sent message is not recorded', theme: 'rush', intercept: lost(isMail('UpdateItem')) },
  {
    name: 'the SDK sends mail again',
    theme: 'rush',
    ses: () => new SESClient({ maxAttempts: 3, requestHandler: { httpAgent: { keepAlive: false } } }),
  },
  {
    name: 'failed messages are not reported',
    theme: 'rush',
    mailer: (mailer) => async (records) => {
      await mailer(records);
      return { batchItemFailures: [] };
    },
  },
];

const isEntry = '"entity":"ledger-entry"';
const isAccount = has('"Update"', '"LEDGERS"');

const recorded = inTransaction(isEntry, '"type":"attempt"');
const counter = inTransaction(isEntry, '"kind":"counter"');
const decision = inTransaction('late_credit');

/** Defects of entries in the ledgers of families. */
const moneyMutants: readonly SoakMutant[] = [
  { name: 'an entry does not change the ledger', theme: 'money', intercept: leftOut(recorded, isAccount) },
  {
    name: 'an entry changes the ledger and is not stored',
    theme: 'money',
    intercept: leftOut(recorded, has(isEntry)),
  },
  { name: 'an entry is confirmed and not stored', theme: 'money', intercept: lost(recorded, 3) },
  { name: 'an entry counts again when it is sent again', theme: 'money', intercept: unconditional(recorded) },
  {
    name: 'an entry is repeated without its key',
    theme: 'money',
    retryOf: (request) =>
      request.kind === 'record' ? { ...request, attempt: idempotencyKeySchema.parse(randomUUID()) } : request,
  },
  { name: 'an entry is taken back twice', theme: 'money', intercept: unconditional(counter) },
  { name: 'a late cancellation is credited twice', theme: 'money', intercept: unconditional(decision) },
  { name: 'a taken back entry stays in the ledger', theme: 'money', intercept: leftOut(counter, isAccount) },
  { name: 'a decided credit is not in the ledger', theme: 'money', intercept: leftOut(decision, isAccount) },
];

const bookingOfName = inTransaction('current_bookings + :one', 'renamed_children.#child0');
const edit = inTransaction('SET renamed_children = :renamed');

/** Long enough for other requests between what a request reads and what it stores. */
const overtakenMs = 300;

/** Defects of the names of children on bookings. */
const nameMutants: readonly SoakMutant[] = [
  {
    name: 'a booking has an earlier name of its child',
    theme: 'corrections',
    rule: 'a slot is linearizable',
    intercept: delayed(
      bookingOfName,
      overtakenMs,
      rewritten(
        bookingOfName,
        'renamed_children.#child0 = :name0',
        '(renamed_children.#child0 = :name0 OR renamed_children.#child0 <> :name0)',
      ),
    ),
  },
  {
    name: 'the edit of a child misses a booking that is made meanwhile',
    theme: 'corrections',
    rule: 'a slot is linearizable',
    intercept: delayed(
      edit,
      overtakenMs,
      rewritten(
        edit,
        '(counted_hour = :hour AND hour_bookings = :made)',
        '(counted_hour >= :hour OR hour_bookings >= :made)',
      ),
    ),
  },
];

const booking = inTransaction('current_bookings + :one');
const deletion = inTransaction('current_bookings - :one');
const saving = inTransaction('#version = :set_version');

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

const accountOf = (text: string): string | undefined => /"LEDGERS","SK":"([^"]+)"/.exec(text)?.[1];

/** How long a booking is held that meets the deletion of its account. */
const longestHoldMs = 3_000;

/** Stores bookings of a family whose account is closed, as soon as it is deleted. */
const bookingsAfterDeletion = (): Interceptor => {
  const closed = new Set<string | undefined>();
  const deleted = new Set<string | undefined>();
  return async (request, forward) => {
    const text = textOf(request.input);
    const account = accountOf(text);
    if (booking(request) && closed.has(account)) {
      const until = performance.now() + longestHoldMs;
      while (!deleted.has(account) && performance.now() < until) await sleep(10);
      const open = '(attribute_not_exists(closing) OR attribute_exists(closing))';
      return rewritten(booking, 'attribute_not_exists(closing)', open)()(request, forward);
    }
    const answer = await forward(request.input);
    if (text.includes('SET closing = :true')) closed.add(account);
    if (text.includes('REMOVE ended_attempts')) deleted.add(account);
    return answer;
  };
};

const conditions: readonly SoakMutant[] = [
  {
    name: 'a full slot takes a booking',
    theme: 'rush',
    intercept: rewritten(booking, ' AND current_bookings < max_capacity', ''),
  },
  {
    name: 'a closed slot takes a booking',
    theme: 'closing',
    intercept: rewritten(booking, 'attribute_not_exists(closed) AND ', ''),
  },
  {
    name: 'a booking is written over another',
    theme: 'rush',
    intercept: rewritten(booking, isFree, isFreeOrNot),
  },
  {
    name: 'fewer places than bookings are saved',
    theme: 'forms',
    intercept: rewritten(
      saving,
      '#current_bookings <= :if_current_bookings',
      '(#current_bookings <= :if_current_bookings OR #current_bookings > :if_current_bookings)',
    ),
  },
  {
    name: 'a slot with bookings is removed',
    theme: 'forms',
    intercept: rewritten(
      saving,
      '#current_bookings = :if_current_bookings',
      '(#current_bookings = :if_current_bookings OR #current_bookings <> :if_current_bookings)',
    ),
  },
  {
    name: 'the last save wins',
    theme: 'forms',
    intercept: ignoring(saving, '#version = :if_version'),
  },
  {
    name: 'a deleted family books',
    theme: 'leaving',
    rule: 'no booking of a deleted family',
    intercept: bookingsAfterDeletion,
  },
  {
    name: 'the edit of a child leaves its bookings',
    theme: 'corrections',
    intercept: rewritten(
      inTransaction('SET #child_name = :set_child_name', 'child_keys'),
      'SET #child_name = :set_child_name',
      'SET other_name = if_not_exists(#child_name, :set_child_name)',
    ),
  },
];

const counters: readonly SoakMutant[] = [
  {
    name: 'a booking is not counted',
    theme: 'rush',
    intercept: rewritten(booking, 'current_bookings = current_bookings + :one', 'uncounted = :one'),
  },
  {
    name: 'a booking is not charged',
    theme: 'rush',
    intercept: rewritten(booking, 'charged = charged + :amount', 'uncharged = :amount'),
  },
  {
    name: 'a deletion does not lower the counter',
    theme: 'rush',
    intercept: rewritten(deletion, 'SET current_bookings = current_bookings - :one, ', 'SET '),
  },
  {
    name: 'a deletion does not lower the revenue',
    theme: 'rush',
    intercept: rewritten(deletion, 'revenue = revenue - :amount', 'forgotten = :amount'),
  },
];

const requests: readonly SoakMutant[] = [
  { name: 'a booking is not one transaction', theme: 'rush', intercept: split(booking) },
  { name: 'reads come from a cache', theme: 'rush', intercept: cachedReads },
  { name: 'a booking is confirmed and not stored', theme: 'rush', intercept: lost(booking, 3) },
  {
    name: 'a booking is repeated without its key',
    theme: 'rush',
    retryOf: (request) =>
      request.kind === 'book'
        ? { ...request, idempotencyKey: idempotencyKeySchema.parse(randomUUID()) }
        : request,
  },
];

/** What the second adult books has a key of its own, as if it were of another family. */
const keyedByMember =
  (actor: () => string): Interceptor =>
  (request, forward) => {
    const isOfAdult = (each: TableRequest) => booking(each) && actor().endsWith(adultMark);
    const ownKey = withWrites(isOfAdult, (writes) =>
      writes.map((write) => {
        const { Put } = Object(write);
        if (!has(isBooking)(write)) return write;
        return { Put: { ...Put, Item: { ...Put.Item, SK: `${Put.Item.SK}#adult` } } };
      }),
    );
    return ownKey()(request, forward);
  };

/** Defects that only a second adult can show. */
const adultMutants: readonly SoakMutant[] = [
  {
    name: 'a member acts for a family of its own',
    theme: 'adults',
    rule: 'an account is linearizable',
    familyOf: async (_, userId) => familyIdOf(userId),
  },
  {
    name: 'each adult books the same child',
    theme: 'adults',
    rule: 'a child has a place once',
    intercept: keyedByMember,
  },
];

const signUp = inTransaction('"entity":"registration"', '"user_id"');
const importOfRow = inTransaction('"entity":"import-row"');
const importOfNew = inTransaction('"entity":"import-row"', '"family_id"');
const importOfKnown = inTransaction('"entity":"import-row"', 'children_count');

/** What a file says of a child is on its card at once. */
const withNotes = withWrites(importOfRow, (writes) =>
  writes.map((write) => {
    const { Put } = Object(write);
    if (!has('"entity":"child"')(write)) return write;
    return { Put: { ...Put, Item: { ...Put.Item, medical_conditions: noteOfFiles } } };
  }),
);

/** Defects where an import meets the sign-up of the same family. */
const joiningMutants: readonly SoakMutant[] = [
  {
    name: 'a sign-up takes the address of an imported family',
    theme: 'joining',
    rule: 'an address has one family',
    intercept: unconditional(signUp),
  },
  {
    name: 'an import takes the address of an account',
    theme: 'joining',
    rule: 'an address has one family',
    intercept: unconditional(importOfNew),
  },
  {
    name: 'a sign-up registers no address',
    theme: 'joining',
    rule: 'an address has one family',
    intercept: leftOut(signUp, has('"entity":"registration"')),
  },
  {
    name: 'an import answers for the family',
    theme: 'joining',
    rule: 'a note is the answer of the family',
    intercept: withNotes,
  },
  {
    name: 'two files add the same child',
    theme: 'joining',
    rule: 'a child is in a family once',
    intercept: unconditional(importOfKnown),
  },
];

const removal = inTransaction('removed_logins', '"ACCOUNT"');
const holderChange = inTransaction('"holder"', '"adult"', 'money_mails');
const beginning = inTransaction('former_members');
const bookingJoin = inTransaction(isBooking, '"Delete"', '"LEDGERS"');
const resetOfHolder = inTransaction('#invited_by = :if_invited_by');
const isAccountItem = has('"SK":"ACCOUNT"');

/** An account acts for the family in which it was seen first: whether it is a member is not asked again. */
const everMember = (): Interceptor => {
  const first = new Map<string, unknown>();
  return async (request, forward) => {
    const answer = await forward(request.input);
    const { PK, SK } = Object(Reflect.get(request.input, 'Key'));
    const { Item } = Object(Object(answer).output);
    if (request.operation !== 'GetItem' || SK !== 'ACCOUNT' || !Item) return answer;
    const family_id = first.get(PK) ?? Item.family_id;
    first.set(PK, family_id);
    if (Reflect.has(request.input, 'ProjectionExpression')) Item.family_id = family_id;
    return answer;
  };
};

/** The links that end are those of the other adult of the family. */
const linksOfOther = (): Interceptor => {
  const others = new Map<string, string>();
  return async (request, forward) => {
    const isOfLinks = request.operation === 'Query' && textOf(request.input).includes('TOKENS#');
    const isOfFeed = request.operation === 'DeleteItem' && textOf(request.input).includes('FEED');
    if (isOfLinks || isOfFeed) {
      for (const [one, other] of others)
        if (textOf(request.input).includes(one)) return rewritten(() => true, one, other)()(request, forward);
    }
    const answer = await forward(request.input);
    const { members } = Object(Object(Object(answer).output).Item);
    const [one, other] = Object.keys(Object(members));
    if (one && other) others.set(one, other).set(other, one);
    return answer;
  };
};

/** Both adults have one role: that of the holder. */
const oneRole = withWrites(holderChange, (writes) =>
  writes.map((write) => {
    const { Update } = Object(write);
    const values = Object.entries(Object(Update?.ExpressionAttributeValues));
    if (!values.some(([name]) => name.startsWith(':set'))) return write;
    const same = values.map(([name, value]) => [
      name,
      name.startsWith(':set') && value === 'adult' ? 'holder' : value,
    ]);
    return { Update: { ...Update, ExpressionAttributeValues: Object.fromEntries(same) } };
  }),
);

/** Defects that confuse a family with an account, or one adult with the other. */
const memberMutants: readonly SoakMutant[] = [
  {
    name: 'who was a member once stays one',
    theme: 'joining',
    rule: 'a link works for a member alone',
    intercept: everMember,
  },
  {
    name: 'who leaves keeps the family',
    theme: 'joining',
    rule: 'accounts and families name each other',
    intercept: leftOut(removal, isAccountItem),
  },
  {
    name: 'who leaves stays among the members',
    theme: 'joining',
    rule: 'accounts and families name each other',
    intercept: leftOut(removal, has('removed_logins')),
  },
  {
    name: 'a change of the holder makes both the holder',
    theme: 'joining',
    rule: 'a family has one holder and one other adult at most',
    intercept: oneRole,
  },
  {
    name: 'the links of the other adult end',
    theme: 'joining',
    rule: 'a link works for a member alone',
    intercept: linksOfOther,
  },
  {
    name: 'a member of a joined family stays where it was',
    theme: 'joining',
    rule: 'accounts and families name each other',
    intercept: leftOut(beginning, isAccountItem),
  },
  {
    name: 'the sums of a joined family stay behind',
    theme: 'joining',
    rule: 'a joined family has the sums of both',
    intercept: withWrites(beginning, (writes) =>
      writes.map(withPart('ExpressionAttributeValues', ':add_charged', 0)),
    ),
  },
  {
    name: 'a join leaves a booking behind',
    theme: 'joining',
    rule: 'nothing names a family that was joined',
    intercept: leftOut(bookingJoin, has('"Delete"')),
  },
  {
    name: 'the emails about money go to who left',
    theme: 'joining',
    rule: 'the emails about money go to a member',
    intercept: rewritten(removal, ', #money_mails', ''),
  },
  {
    name: 'a reset leaves the invitation',
    theme: 'joining',
    rule: 'a reset ends the invitation',
    intercept: lost(resetOfHolder),
  },
];

/** Defects of bookings, their places and the class form. */
const placeMutants: readonly SoakMutant[] = [...conditions, ...counters, ...requests];

/** The checks must detect each of these. */
export const mutants: readonly SoakMutant[] = [
  ...placeMutants,
  ...changeMutants,
  ...moneyMutants,
  ...mailMutants,
  ...nameMutants,
  ...adultMutants,
  ...joiningMutants,
  ...memberMutants,
];
