import { randomUUID } from 'node:crypto';
import { SESClient } from '@aws-sdk/client-ses';
import { getAccount } from '#functions/accounts/accounts';
import { readFamilyInvitations } from '#functions/accounts/coaches';
import { getJoinedFamily } from '#functions/accounts/joined-families';
import { getStoredFamily, hasMember, type StoredFamily } from '#functions/accounts/stored-families';
import { createDayLink } from '#functions/booking/booking-changes';
import { takePlace } from '#functions/booking/take-place';
import { linksOperations } from '#functions/entries/links-operations';
import { exists } from '#functions/lib/dynamo/expressions';
import { tableSchema } from '#functions/lib/dynamo/items';
import { familyKey } from '#functions/lib/dynamo/keys-of-people';
import { sendTransaction, updateItem } from '#functions/lib/dynamo/writes';
import { createHandler } from '#functions/lib/http/create-handler';
import { addUser } from '#functions/lib/identity/users';
import { newApplicationId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { createFeed, familyOfFeed } from '#functions/sessions/calendar-feeds';
import { applicationPuts, slotListUpdate } from '#functions/waiting/applications';
import { putClass, putFamily } from '#infra/local/seed/put';
import { textOf } from '#infra/testing/mutants/mutant';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleSender,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { invoke } from '#infra/testing/services/invoke';
import { readAllItems } from '#infra/testing/table/all-items';
import type { FootballClass } from '#shared/classes/class';
import { linksRoutes } from '#shared/contract/links-routes';
import { type FamilyId, idempotencyKeySchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import type { Violation } from './driver.ts';
import type { Connections } from './joining.ts';
import { brokenByMoney, readMoney, readSlot, type StoredMoney } from './recount.ts';
import { type Entry, linesOf } from './requests.ts';

interface Links {
  readonly account: UserId;
  readonly parent_id: FamilyId;
  readonly date: CalendarDate;
  readonly feed: string;
  readonly day: string;
}

export interface ChangingFamilies {
  readonly cls: FootballClass;
  readonly families: readonly SampleFamily[];
  /** Of all their adults. */
  readonly addresses: readonly string[];
  readonly links: readonly Links[];
  readonly before: readonly StoredMoney[];
}

/** The children of each family. Two families have the same child. */
const children = ['Ana', 'Ana', 'Ben', 'Cem'];
/** Which of the families has a second adult, who gets the emails about money. */
const withAdult = 2;

export const invitedOf = (run: string): readonly string[] =>
  Array.from({ length: 12 }, (_, index) => `invited-${index}-${run}@example.com`);

const newPerson = async ({ userPool }: Pick<Connections, 'userPool'>) => {
  const email = `${randomUUID()}@example.com`;
  return { email, id: userIdSchema.parse(await addUser(userPool, { email, password: 'football1' })) };
};

export const storeChanging = async ({
  direct,
  userPool,
}: Pick<Connections, 'direct' | 'userPool'>): Promise<ChangingFamilies> => {
  const cls = sampleClass({ capacities: [9, 9] });
  await putClass(direct, cls);
  const office = adminApi({ table: direct });
  const linksOf = async (account: UserId, parent_id: FamilyId, date: CalendarDate): Promise<Links> => {
    const now = { replace: false, at: instantOf(sampleNow) };
    const feed = await createFeed(direct, { userId: account, familyId: parent_id }, now);
    if (feed.outcome !== 'created') throw new Error('The family has a ledger');
    const day = await createDayLink(direct, { parent_id, date, account });
    return { account, parent_id, date, feed: feed.secret, day };
  };
  const links: Links[] = [];
  const addresses: string[] = [];
  const families = await Promise.all(
    children.map(async (name, index) => {
      const sample = sampleFamily({ children: [{ name }] });
      const family = { ...sample, profile: { ...sample.profile, ...(await newPerson({ userPool })) } };
      await putFamily(direct, family);
      const idempotency_key = idempotencyKeySchema.parse(randomUUID());
      const [own, other] = [at(cls.time_slots, index % 2), at(cls.time_slots, 1 - (index % 2))];
      const booking = sampleBooking(cls, family, { time_slot_id: own.id, idempotency_key });
      await takePlace(direct, booking);
      const entry = {
        id: newApplicationId(sampleNow),
        parent_id: family.id,
        class_id: cls.id,
        time_slot_id: other.id,
        child_ids: [at(family.children, 0).id],
        since: instantOf(sampleNow),
        put_first_at: null,
        passed_over_at: null,
        offer_id: null,
        put_first_reason: null,
        idempotency_key,
      };
      await sendTransaction(direct, [
        ...applicationPuts(direct, entry),
        slotListUpdate(direct, entry, { add: { waiting: 1 } }),
      ]);
      const paid = { amount: 1_000 * (index + 1), day: '2025-09-20', method: 'cash' };
      await office.call('recordPayment', {
        params: { parentId: family.id },
        body: { ...paid, note: null, booking_id: null, receipt: false },
      });
      const adults = [family.profile];
      if (index === withAdult) {
        const adult = { ...sampleFamily().profile, ...(await newPerson({ userPool })) };
        await putMember(direct, adult, { family_id: family.id, family_role: 'adult' });
        const set = { money_mails: adult.id };
        await updateItem(direct, familyKey(family.id), { set, if: exists });
        adults.push(adult);
      }
      for (const { id, email } of adults) {
        addresses.push(email);
        links.push(await linksOf(id, family.id, at(booking.dates, 0)));
      }
      return family;
    }),
  );
  const before = await readMoney(
    direct,
    families.map(({ id }) => id),
  );
  return { cls, families, addresses, links, before };
};

/** The family that one is now, after joins: as an administrator sees it. */
export const presentFamily = async (table: Table, id: FamilyId): Promise<StoredFamily | undefined> => {
  const joined = await getJoinedFamily(table, id);
  return joined ? presentFamily(table, joined.family_id) : getStoredFamily(table, id);
};

const isDone = ({ answer }: Entry): boolean => answer !== undefined && answer.status < 300;

/** Acceptances of an invitation that a reset had ended: it was answered before they began, and after the invitation (AUT-45). */
const afterReset = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => {
    const { request: accepted, invoked } = entry;
    if (accepted.kind !== 'accept' || !isDone(entry)) return false;
    const invitations = entries.flatMap(({ request, answer, returned = Infinity }) =>
      request.kind === 'invite' && request.address === accepted.address
        ? [{ by: request.account, answer, returned }]
        : [],
    );
    // One that was given up may be stored late.
    if (invitations.length === 0 || !invitations.every(({ answer }) => answer)) return false;
    const invitedAt = Math.max(...invitations.map(({ returned }) => returned));
    return entries.some(
      (one) =>
        one.request.kind === 'reset' &&
        isDone(one) &&
        invitations.some(({ by }) => 'account' in one.request && by === one.request.account) &&
        one.invoked > invitedAt &&
        (one.returned ?? Infinity) < invoked,
    );
  });

/** No email is sent where a link shows a day. */
const unusedSes = new SESClient({});

/** What may name a family for ever that was joined with another one. */
const history = new Set(['activity', 'attempt', 'joined-family']);

/** Checks families whose members changed, after all joins ended (FID-03, FID-04, FID-10, FID-11). @param used for links */
export const checkMembers = async (
  { cls, families, links, before }: ChangingFamilies,
  { direct, userPool, used }: Pick<Connections, 'direct' | 'userPool'> & { readonly used: Table },
  entries: readonly Entry[],
): Promise<Violation[]> => {
  const own = entries.filter(({ request }) => 'family' in request || request.kind === 'accept');
  const present = new Map<FamilyId, StoredFamily>();
  const now = new Map<FamilyId, FamilyId>();
  for (const { id } of families) {
    const family = await presentFamily(direct, id);
    if (!family) continue;
    present.set(family.id, family);
    now.set(id, family.id);
  }
  const invited = own.flatMap(({ request }) => (request.kind === 'invite' ? [request.address] : []));
  const opened = await Promise.all([...new Set(invited)].map((address) => userPool.usersOf(address)));
  const ids = [...links.map(({ account }) => account), ...opened.flat().map((id) => userIdSchema.parse(id))];
  const accounts = (await Promise.all(ids.map((id) => getAccount(direct, id)))).filter((one) => !!one);
  const all = [...present.values()];

  const strangers = await Promise.all(
    accounts.map(async ({ id, family_id }) => {
      const family = await getStoredFamily(direct, family_id);
      return hasMember(family, id) && !family?.joined_into ? [] : [`${id} names ${family_id}`];
    }),
  );
  const unnamed = all.flatMap(({ id, members }) =>
    members.flatMap((member) => {
      const account = accounts.find((one) => one.id === member.id);
      return account?.family_id === id ? [] : [`${id} has ${member.id}, who names ${account?.family_id}`];
    }),
  );
  const misled = all.filter(
    ({ members }) =>
      members.length > 2 ||
      members.filter(({ family_role }) => family_role === 'holder').length !== Math.min(1, members.length),
  );
  const invitations = await readFamilyInvitations(direct, [...present.keys()]);
  const unseen = all.filter((family) => !!family.adult_invited !== !!invitations(family.id));
  const unpaid = all.filter((family) => family.money_mails && !hasMember(family, family.money_mails));

  const gone = families.map(({ id }) => id).filter((id) => !present.has(id));
  const left = (await readAllItems(direct)).filter(
    (item) =>
      !history.has(String(item.entity)) &&
      (!(tableSchema.timeToLiveAttribute in item) || item.entity === 'day-link') &&
      gone.some((id) => textOf(item).includes(id)),
  );
  const slots = await Promise.all(cls.time_slots.map((slot) => readSlot(direct, slot)));
  const money = await readMoney(direct, [...present.keys()]);
  const sumsOf = (ledgers: readonly StoredMoney[]) =>
    (['charged', 'credited', 'waived', 'received'] as const)
      .map((name) => ledgers.reduce((sum, { ledger }) => sum + (ledger?.[name] ?? 0), 0))
      .join(' ');
  const wrongSums = money.filter(
    (one) => sumsOf([one]) !== sumsOf(before.filter(({ parent }) => now.get(parent) === one.parent)),
  );

  const mail = { ses: unusedSes, from: sampleSender, pause: async () => {} };
  const school = { clock: () => sampleNow, timeZone: sampleTimeZone, siteUrl: sampleSiteUrl };
  const handler = createHandler(linksRoutes, linksOperations, { table: used, mail, ...school });
  const mayHaveLeft = new Set(
    own.flatMap(({ request }) =>
      request.kind === 'remove-login' || request.kind === 'reset' ? [request.account] : [],
    ),
  );
  const wrongLinks = await Promise.all(
    links.map(async ({ account, parent_id, date, feed, day }) => {
      const family = present.get(now.get(parent_id) ?? parent_id);
      const isMember = hasMember(family, account);
      const open = async (secret: string) =>
        (await invoke(handler, { route: 'getLinkedDay', body: { secret } })).status === 200;
      // A link that was made a moment ago, which the end of a membership has not found.
      const late = await createDayLink(direct, { parent_id: family?.id ?? parent_id, date, account });
      const works = [await open(day), (await familyOfFeed(used, account, feed)) !== undefined];
      const isRight = isMember
        ? mayHaveLeft.has(account) || works.every(Boolean)
        : !works.some(Boolean) && !(await open(late));
      return isRight ? [] : [`${account}, ${isMember ? 'a member' : 'who left'}: ${works.join(' ')}`];
    }),
  );
  const late = afterReset(own);
  const rules: readonly (readonly [rule: string, broken: readonly string[]])[] = [
    ['accounts and families name each other', [...strangers.flat(), ...unnamed]],
    ['a family has one holder and one other adult at most', misled.map(({ id }) => id)],
    ['a family shows its invitation', unseen.map(({ id }) => id)],
    ['the emails about money go to a member', unpaid.map(({ id }) => id)],
    ['nothing names a family that was joined', left.map(textOf)],
    ['a joined family has the sums of both', wrongSums.map(({ parent }) => parent)],
    ['a link works for a member alone', wrongLinks.flat()],
    ['a reset ends the invitation', late.map(({ number }) => `#${number}`)],
    ...money.flatMap((one) => brokenByMoney(one, slots).map(({ rule, text }) => [rule, [text]] as const)),
  ];
  return rules.flatMap(([rule, broken]) =>
    broken.length === 0 ? [] : [{ rule, text: broken.join('; '), history: linesOf(own) }],
  );
};
