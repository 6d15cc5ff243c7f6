import { type Card, type Child, childSchema } from '#shared/families/family';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId, FamilyId, UserId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { accountIsActive } from '../accounts/account-marks.ts';
import { countPeople } from '../accounts/accounts.ts';
import {
  getJoinedFamily,
  joinedFamilyExpiry,
  joinedFamilyPut,
  sameChildrenOf,
} from '../accounts/joined-families.ts';
import { familyAddressDelete, familyAddressJoin, getRegistration } from '../accounts/registrations.ts';
import {
  familyFromItem,
  familyIsActive,
  getStoredFamily,
  holderOf,
  isListedFamily,
  type Member,
  memberPath,
  nameKeysOf,
  requireMember,
  requireMemberCount,
  requireSameList,
  type StoredContact,
  type StoredFamily,
  storedMember,
} from '../accounts/stored-families.ts';
import { childFromItem, isChildItem } from '../families/children.ts';
import { notePut } from '../families/notes.ts';
import { familyTaskDelete, familyTaskPut, listFamilyTasks, tasksOf } from '../families/tasks.ts';
import { beginLedgerJoin, endLedgerJoin } from '../ledger/join-ledgers.ts';
import { type FamilyLedger, getFamilyLedger, placesIn } from '../ledger/ledger.ts';
import { ContentionError, retryDelay, retryRefused } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import {
  absent,
  append,
  deleteWrite,
  exists,
  isNew,
  plus,
  putWrite,
  requireUnchangedItem,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { type Item, keyOfItem } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  accountKey,
  adultInvitationId,
  childKey,
  familyIndexKeys,
  familyKey,
  familyPartition,
  invitationKey,
} from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import { newFamilyNoteId } from '../lib/ids.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import { erasedPut } from './delete-account.ts';
import { familyHoldings, historyHoldings, type Joining, usedHoldings } from './parts-of-family.ts';

interface StoredChild {
  readonly child: Child;
  readonly item: Item;
}

interface FamilyToJoin {
  readonly family: StoredFamily;
  readonly item: Item;
  readonly children: readonly StoredChild[];
  readonly ledger: FamilyLedger;
}

const readSide = async (table: Table, familyId: FamilyId): Promise<FamilyToJoin | undefined> => {
  const [items, ledger] = await Promise.all([
    queryAll(table, { ...inPartition(familyPartition(familyId)), ConsistentRead: true }),
    getFamilyLedger(table, familyId, { consistent: true }),
  ]);
  const item = items.find(({ SK }) => SK === familyKey(familyId).SK);
  if (!item || !ledger) return undefined;
  const children = items.filter(isChildItem).map((child) => ({ child: childFromItem(child), item: child }));
  return { family: familyFromItem(item), item, children, ledger };
};

interface Pair {
  readonly other: FamilyToJoin;
  readonly into: FamilyToJoin;
  readonly join: FamilyJoin;
}

type Refusal =
  | { readonly outcome: 'no-family' | 'joining' | 'too-many-adults' | 'too-many-children' }
  /** Children of one name have different birthdays, or one child has a place in one slot in both families. */
  | { readonly outcome: 'same-name' | 'both-booked'; readonly name: string };

const isSameChild = (one: Child, other: Child): boolean =>
  childNameKey(one.name) === childNameKey(other.name) && one.date_of_birth === other.date_of_birth;

/** The children of both families, by the id in the family that goes. */
const sameChildren = (other: FamilyToJoin, into: FamilyToJoin): Map<ChildId, ChildId> =>
  new Map(
    other.children.flatMap(({ child }) => {
      const there = into.children.find((one) => isSameChild(one.child, child));
      return there ? [[child.id, there.child.id] as const] : [];
    }),
  );

/** Undefined where the families can be joined. */
const refusalOf = ({ other, into, join: { same } }: Pair): Refusal | undefined => {
  if (into.family.deleting || other.family.deleting) return { outcome: 'no-family' };
  if (other.family.members.length + into.family.members.length > 2) return { outcome: 'too-many-adults' };
  const moved = other.children.map(({ child }) => child).filter(({ id }) => !same.has(id));
  if (moved.length + into.children.length > limits.childrenPerFamily) return { outcome: 'too-many-children' };
  const namesake = moved.find(({ name }) => into.family.child_keys.has(childNameKey(name)));
  if (namesake) return { outcome: 'same-name', name: namesake.name };
  const places = placesIn(into.ledger);
  const twice = placesIn(other.ledger).find((place) =>
    places.some(
      ({ time_slot_id, child_id }) =>
        time_slot_id === place.time_slot_id && child_id === same.get(place.child_id),
    ),
  );
  const child = twice && other.children.find((one) => one.child.id === twice.child_id);
  return child && { outcome: 'both-booked', name: child.child.name };
};

/** Empty where the family never answered about the child. */
const answeredAt = ({ health_answer, card_confirmed_at }: Card): Instant | '' =>
  [health_answer?.at, card_confirmed_at]
    .flatMap((at) => at ?? [])
    .toSorted(ascending)
    .at(-1) ?? '';

/** The fields of a card, without name, date of birth and ids. */
const cardOf = ({
  id: _,
  parent_id: __,
  name: ___,
  date_of_birth: ____,
  created_at: _____,
  ...card
}: Child): Card => card;

/** The newer answer counts, missing ones come from the other card. No contacts: somebody may not collect the child any more. */
const newerCard = (into: Child, other: Child): Card | undefined => {
  const [newer, older] = [cardOf(other), cardOf(into)];
  if (answeredAt(newer) <= answeredAt(older)) return undefined;
  return {
    ...newer,
    ...(!newer.health_answer && {
      health_answer: older.health_answer,
      medical_conditions: older.medical_conditions,
    }),
    photos_school: newer.photos_school ?? older.photos_school,
    photos_web: newer.photos_web ?? older.photos_web,
  };
};

const childAttributes = Object.keys(childSchema.shape);

/** Moves a child, or merges its card into that of the same child. */
const writesOfChild = (table: Table, { join, into }: Pair, { child, item }: StoredChild): Write[] => {
  const gone = deleteWrite(table, keyOfItem(item), { if: requireUnchangedItem(item, childAttributes) });
  const there = into.children.find((one) => one.child.id === join.same.get(child.id));
  if (!there)
    return [
      gone,
      putWrite(table, { ...item, ...childKey(join.to, child.id), parent_id: join.to }, { if: isNew }),
    ];
  const card = newerCard(there.child, child);
  if (!card) return [gone];
  const { card_by, card_goes_on, ...answers } = card;
  const optional = { card_by, card_goes_on };
  const set = Object.fromEntries(
    Object.entries(optional).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return [
    gone,
    updateWrite(table, keyOfItem(there.item), {
      set: { ...answers, ...set },
      remove: Object.keys(optional).filter((name) => !(name in set)),
      if: requireUnchangedItem(there.item, childAttributes),
    }),
  ];
};

const joinMembers = ({ other, into, join }: Pair): Member[] =>
  other.family.members.map((member) => ({
    ...member,
    family_role: holderOf(into.family) ? 'adult' : member.family_role,
    since: join.at,
  }));

const contactText = ({ full_name, phone_number, email }: StoredContact): string =>
  [full_name, phone_number, email].filter((text) => text !== '').join(', ');

interface Contacts {
  readonly writes: readonly Write[];
  readonly email?: string;
  /** Typed contacts that count no more and would be lost. */
  readonly lost: readonly string[];
}

/** The contact of the family that stays counts, unless it gets its first member. Other addresses are free again. */
const joinContacts = async (table: Table, { other, into, join }: Pair): Promise<Contacts> => {
  const [one, typed] = [into.family, other.family];
  const getsHolder = one.members.length === 0 && typed.members.length > 0;
  const ownEmail = one.members.length === 0 ? one.email : '';
  const otherEmail = typed.members.length === 0 ? typed.email : '';
  const takes = one.members.length === 0 && !getsHolder && ownEmail === '' && otherEmail !== '';
  const freed = async (email: string, familyId: FamilyId): Promise<Write[]> => {
    const registration = email === '' ? undefined : await getRegistration(table, email);
    return registration?.holder === 'family' && registration.familyId === familyId
      ? [familyAddressDelete(table, { email, familyId })]
      : [];
  };
  return {
    writes: [
      ...(getsHolder ? await freed(ownEmail, join.to) : []),
      ...(takes ? [familyAddressJoin(table, otherEmail, join)] : await freed(otherEmail, join.from)),
    ],
    ...(getsHolder && ownEmail !== '' && { email: '' }),
    ...(takes && { email: otherEmail }),
    lost: [
      ...(typed.members.length === 0 ? [contactText(typed)] : []),
      ...(getsHolder && ownEmail !== '' ? [contactText(one)] : []),
    ],
  };
};

interface JoinRequest {
  readonly by: UserId;
  readonly now: Date;
  readonly extraWrites: ExtraWrites;
}

const writesOfStayingFamily = (
  table: Table,
  { other, into, join }: Pair,
  { email }: Contacts,
  members: readonly Member[],
): Write[] => {
  const { family } = into;
  const moved = other.children.map(({ child }) => child).filter(({ id }) => !join.same.has(id));
  const names = other.family.child_names;
  const { money_mails } = other.family;
  const isFirstListed = !isListedFamily(family) && (moved.length > 0 || into.children.length > 0);
  return [
    updateWrite(table, familyKey(join.to), {
      set: {
        joins: join.from,
        children_count: plus(moved.length),
        ...Object.fromEntries(members.map((member) => [memberPath(member.id), storedMember(member)])),
        ...(email !== undefined && { 'office_contact.email': email }),
        ...(family.members.length === 0 && money_mails && { money_mails }),
        ...(other.family.removed_logins.length > 0 && {
          removed_logins: append(other.family.removed_logins),
        }),
        ...(isFirstListed && familyIndexKeys(family)),
      },
      add: { child_keys: nameKeysOf(moved), child_names: names },
      remove: members.length > 0 ? ['adult_invited'] : [],
      if: {
        ...familyIsActive,
        ...requireSameList(family),
        joins: absent,
        child_keys: family.child_keys,
        child_names: family.child_names,
        money_mails: family.money_mails,
        ...requireMemberCount(family.members.length === 0 ? 0 : family.members.length === 1 ? 1 : 2),
        ...Object.assign({}, ...family.members.map(({ id, family_role }) => requireMember(id, family_role))),
      },
    }),
    ...(isFirstListed ? [countPeople(table, { families: 1 })] : []),
  ];
};

/** The family that goes has no members, and is closed. */
const writesOfLeavingFamily = (table: Table, { other: { family, item }, join }: Pair): Write[] => [
  updateWrite(table, familyKey(join.from), {
    set: {
      deleting: true,
      joined_into: join.to,
      members: {},
      former_members: item.members ?? {},
      children_count: 0,
    },
    remove: ['adult_invited', 'child_keys'],
    if: {
      ...familyIsActive,
      ...requireSameList(family),
      joins: absent,
      members: item.members ?? {},
      child_keys: family.child_keys,
      child_names: family.child_names,
      office_contact: item.office_contact,
    },
  }),
];

/** The task stays until the join ends, so that whoever sees it can complete the join. */
const putPairTask = async (table: Table, { other, into, join }: Pair): Promise<Write> => {
  const known = tasksOf(await listFamilyTasks(table), join.from).find(
    (task) => task.kind === 'same' && [task.family_id, task.other_id].includes(join.to),
  );
  const reason = known?.kind === 'same' ? known.reason : join.same.size > 0 ? 'child' : 'phone';
  const families = { family_id: into.family.id, other_id: other.family.id };
  return familyTaskPut(table, { kind: 'same', ...families, reason, at: join.at });
};

/** The first step moves members, children, money and references. From now on the family that goes takes no writes. */
const beginWrites = async (
  table: Table,
  pair: Pair,
  { by, now, extraWrites }: JoinRequest,
): Promise<Write[]> => {
  const { other, into, join } = pair;
  const members = joinMembers(pair);
  const contacts = await joinContacts(table, pair);
  const text = contacts.lost.map((lost) => `Joined with: ${lost}`).join('\n');
  return [
    ...writesOfLeavingFamily(table, pair),
    ...writesOfStayingFamily(table, pair, contacts, members),
    ...beginLedgerJoin(table, join, { other: other.ledger, into: into.ledger }),
    joinedFamilyPut(table, join),
    ...members.map(({ id }) =>
      updateWrite(table, accountKey(id), {
        set: { family_id: join.to },
        if: { ...accountIsActive, family_id: join.from },
      }),
    ),
    ...other.children.flatMap((child) => writesOfChild(table, pair, child)),
    ...contacts.writes,
    deleteWrite(table, invitationKey(adultInvitationId(join.from))),
    ...(members.length > 0
      ? [
          deleteWrite(table, invitationKey(adultInvitationId(join.to))),
          familyTaskDelete(table, { kind: 'no-login', family_id: join.to }),
          familyTaskDelete(table, { kind: 'wrong-answers', family_id: join.to }),
          ...into.family.members.map(({ email }) =>
            mailRequestPut(table, { kind: 'adult-joined', email, person: members[0]?.full_name, now }),
          ),
        ]
      : []),
    ...(text === ''
      ? []
      : [
          notePut(table, join.to, {
            id: newFamilyNoteId(now),
            at: join.at,
            by,
            text: text.slice(0, limits.familyNoteLength),
            corrects: null,
          }),
        ]),
    await putPairTask(table, pair),
    ...extraWrites,
  ];
};

/** A join that has begun, and may have ended. */
const readBegunJoin = async (table: Table, from: FamilyId, at: Instant): Promise<FamilyJoin | undefined> => {
  const joined = await getJoinedFamily(table, from);
  if (!joined) return undefined;
  return { from, to: joined.family_id, same: sameChildrenOf(joined), at };
};

/** The last step deletes item and ledger of the family that goes. Refused where something is left. */
const endJoin = async (table: Table, join: FamilyJoin): Promise<boolean> => {
  const [other, ledger] = await Promise.all([
    getStoredFamily(table, join.from),
    getFamilyLedger(table, join.from, { consistent: true }),
  ]);
  if (!other || !ledger) return true;
  const { outcome } = await sendTransaction(table, [
    ...endLedgerJoin(table, join, ledger),
    deleteWrite(table, familyKey(join.from), { if: { joined_into: join.to } }),
    updateWrite(table, familyKey(join.to), { remove: ['joins'], if: { ...exists, joins: join.from } }),
    ...(isListedFamily(other) ? [countPeople(table, { families: -1 })] : []),
    familyTaskDelete(table, { kind: 'same', family_id: join.from, other_id: join.to }),
    joinedFamilyExpiry(table, join),
    erasedPut(table, join.from, new Date(join.at)),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on two families persisted');
  return outcome === 'done';
};

/** Each in a repeatable transaction: what the family has, what was stored meanwhile, and last the family. Idempotent. */
const finishJoin = async (deps: TimedDeps, join: FamilyJoin): Promise<void> => {
  const { table } = deps;
  const other = await getStoredFamily(table, join.from);
  if (!other) return;
  const joining: Joining = { deps, join, other };
  for (const { join: move } of familyHoldings) if (typeof move === 'function') await move(joining);
  await retryRefused(async () => {
    for (const { join: move } of [...usedHoldings, historyHoldings])
      if (typeof move === 'function') await move(joining);
    return (await endJoin(table, join)) || undefined;
  });
};

export const completeJoin = async (deps: TimedDeps, from: FamilyId): Promise<void> => {
  const join = await readBegunJoin(deps.table, from, instantOf(deps.clock()));
  if (join) await finishJoin(deps, join);
};

type JoinOutcome =
  /** By this request or an earlier one. */
  { readonly outcome: 'joined' } | Refusal;

/**
 * `to` stays, `from` goes (FID-11). The first transaction moves members, children, money and references. The same call, by
 * anybody, completes an interrupted join.
 * @throws ContentionError where contention persisted
 */
export const joinFamilies = async (
  deps: TimedDeps,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
  joiner: JoinRequest,
): Promise<JoinOutcome> => {
  const { table } = deps;
  const at = instantOf(joiner.now);
  const waitToRetry = retryDelay(patienceMs);
  let completed: FamilyId | undefined;
  for (;;) {
    const [begun, reversed] = await Promise.all([
      readBegunJoin(table, from, at),
      readBegunJoin(table, to, at),
    ]);
    const own = [begun, reversed].find((join) => join && [from, to].includes(join.to));
    if (own) {
      await finishJoin(deps, own);
      return { outcome: 'joined' };
    }
    const [other, into] = await Promise.all([readSide(table, from), readSide(table, to)]);
    if (!other || !into || from === to) return { outcome: 'no-family' };
    if (other.family.joined_into || into.family.joined_into) return { outcome: 'joining' };
    const before = into.family.joins ?? other.family.joins;
    if (before) {
      // The join is complete and still named: nothing can complete it further.
      if (before === completed) return { outcome: 'joining' };
      await completeJoin(deps, before);
      completed = before;
      continue;
    }
    const pair = { other, into, join: { from, to, same: sameChildren(other, into), at } };
    const refusal = refusalOf(pair);
    if (refusal) return refusal;
    const { outcome } = await sendTransaction(table, await beginWrites(table, pair, joiner));
    if (outcome === 'busy' || (outcome === 'refused' && !(await waitToRetry())))
      throw new ContentionError('Two families changed again and again');
  }
};
