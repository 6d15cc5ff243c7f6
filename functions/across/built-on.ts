import type { ChildId } from '#shared/lib/ids';
import type { StoredFamily } from '../accounts/stored-families.ts';
import { listEndedBookings } from '../booking/ended-bookings.ts';
import { childEntity } from '../families/children.ts';
import { importedCardEntity, importedEntity } from '../families/families.ts';
import { fingerprintOf, type ImportDeed } from '../families/import-deeds.ts';
import { listNotes } from '../families/notes.ts';
import { listFamilyTasks, tasksOf } from '../families/tasks.ts';
import { listEntryNotes, listLedgerEntries } from '../ledger/entries.ts';
import { type FamilyLedger, familyLedgerItem, familyLedgerSchema, placesIn } from '../ledger/ledger.ts';
import { canonicalJson, entityAttribute, type Item } from '../lib/dynamo/items.ts';
import { familyKey, importedKey } from '../lib/dynamo/keys-of-people.ts';
import { listAsideMails } from '../lib/mail/aside-mails.ts';
import type { Table } from '../lib/table.ts';
import { listWaitingOfFamily } from '../waiting/applications.ts';

export type Built = string;

export interface ImportedFamilyNow {
  readonly table: Table;
  readonly deed: ImportDeed;
  readonly family: StoredFamily;
  readonly ledger: FamilyLedger;
  readonly items: readonly Item[];
}

export type BuiltOn = (now: ImportedFamilyNow) => Built[] | Promise<Built[]>;

/** Everything else that the family has was added since. */
const isWhole = ({ deed }: ImportedFamilyNow): boolean => deed.made === 'family';
const isOwn = ({ deed }: ImportedFamilyNow, child: ChildId): boolean => deed.children.includes(child);
/** Whether the undo would delete the child. */
const isTaken = (now: ImportedFamilyNow, child: ChildId): boolean => isWhole(now) || isOwn(now, child);

const entityOf = (item: Item) => item[entityAttribute];
const isAsImported = ({ deed }: ImportedFamilyNow, item: Item): boolean =>
  deed.stored[String(item.SK)] === fingerprintOf(item);

const isAnswered = ({
  contacts,
  health_answer,
  card_confirmed_at,
  photos_school,
  photos_web,
}: Item): boolean =>
  (Array.isArray(contacts) && contacts.length > 0) ||
  [health_answer, card_confirmed_at, photos_school, photos_web].some((answer) => answer !== null);

export const builtOnChildren: BuiltOn = (now) => {
  const children = now.items.filter((item) => entityOf(item) === childEntity);
  const own = children.filter(({ SK }) => now.deed.stored[String(SK)] !== undefined);
  const changed = own.filter((child) => !isAsImported(now, child));
  return [
    ...(own.length < now.deed.children.length ? ['lost a child'] : []),
    ...(changed.some(isAnswered) ? ['has answers about a child'] : []),
    ...(changed.some((child) => !isAnswered(child)) ? ['has a child that was corrected'] : []),
    ...(isWhole(now) && own.length < children.length ? ['has a further child'] : []),
  ];
};

/** The ledger's values that show a use. Its sums follow from the entries. */
const ledgerTexts: Readonly<
  Record<
    Exclude<
      keyof FamilyLedger,
      'reference' | 'charged' | 'credited' | 'waived' | 'received' | 'open_since' | 'closing'
    >,
    Built
  >
> = {
  counted_hour: 'had a booking',
  hour_bookings: 'had a booking',
  live_bookings_at_most: 'had a booking',
  trials: 'had a booking',
  child_versions: 'had a booking',
  due_plans: 'had a booking',
  places: 'has a booking',
  ended_attempts: 'was on a waiting list',
  changes_hour: 'was changed by hand',
  hour_changes: 'was changed by hand',
  second_reference: 'has a second reference',
  joined_references: 'has a second reference',
  reminded_at: 'was reminded to pay',
  do_not_remind: 'is not to be reminded to pay',
  payers: 'has a payment or another entry',
  renamed_children: 'has a child that was corrected',
};

const builtOnLedger = ({ family, ledger }: ImportedFamilyNow): Built[] => {
  const unused = new Map(Object.entries(familyLedgerSchema.parse(familyLedgerItem(family.id))));
  const now = new Map(Object.entries(ledger));
  const texts = Object.entries(ledgerTexts).flatMap(([name, text]) =>
    canonicalJson(now.get(name)) === canonicalJson(unused.get(name)) ? [] : [text],
  );
  // A booking also counts as a change of the family.
  const countedAsChange: readonly Built[] =
    ledger.places.size > 0 ? ['had a booking', 'was changed by hand'] : [];
  return texts.filter((text) => !countedAsChange.includes(text));
};

const otherEntities: readonly unknown[] = [childEntity, importedEntity, importedCardEntity];

export const builtOnFamily: BuiltOn = (now) => {
  const { deed, family, items } = now;
  const { email, phone_number } = deed.completed;
  const isInvited = isWhole(now) || (email !== undefined && family.adult_invited?.email === email);
  const hasLogin = family.members.length > 0 && (isWhole(now) || email !== undefined);
  const item = items.find(({ SK }) => SK === familyKey(family.id).SK);
  const isChanged = isWhole(now)
    ? item !== undefined && family.members.length === 0 && !family.adult_invited && !isAsImported(now, item)
    : (email !== undefined && family.email !== email) ||
      (phone_number !== undefined && family.phone_number !== phone_number);
  const isOther = (one: Item) => one !== item && !otherEntities.includes(entityOf(one));
  return [
    ...(hasLogin ? ['has a login'] : []),
    ...(isInvited && family.adult_invited ? ['was invited'] : []),
    ...(isChanged ? ['was changed by hand'] : []),
    ...(isWhole(now) && items.some(isOther) ? ['has something that was added'] : []),
    ...(isWhole(now) ? builtOnLedger(now) : []),
  ];
};

/** Another file added something to the family. */
export const builtOnImports: BuiltOn = (now) => {
  const { SK } = importedKey(now.family.id, now.deed.first);
  const hasMore = ({ children, completed, balance, entry }: Item): boolean =>
    [children, completed].some((added) => Object.keys(Object(added)).length > 0) ||
    [balance, entry].some((added) => added !== undefined);
  const others = now.items.filter((item) => entityOf(item) === importedEntity && item.SK !== SK);
  return isWhole(now) && others.some(hasMore) ? ['has more from another file'] : [];
};

export const builtOnWaiting: BuiltOn = async (now) => {
  const { applications, endedOffers, renewals } = await listWaitingOfFamily(now.table, now.family.id);
  const isOf = ({ child_ids }: { readonly child_ids: readonly ChildId[] }) =>
    child_ids.some((child) => isTaken(now, child));
  const hadOffer = endedOffers.some(isOf) || renewals.some(({ child_id }) => isTaken(now, child_id));
  return [
    ...(applications.some(isOf) ? ['is on a waiting list'] : []),
    ...(hadOffer ? ['had an offer of a place'] : []),
  ];
};

export const builtOnBookings: BuiltOn = (now) =>
  placesIn(now.ledger).some(({ child_id }) => isTaken(now, child_id)) ? ['has a booking'] : [];

export const builtOnHistory: BuiltOn = async (now) => {
  const { table, deed, family } = now;
  const [ended, entries] = await Promise.all([
    listEndedBookings(table, family.id),
    isWhole(now) ? listLedgerEntries(table, family.id) : [],
  ]);
  const isOpening = ({ cause }: (typeof entries)[number]) =>
    cause.type === 'attempt' && cause.attempt === deed.entry;
  return [
    ...(ended.some(({ child_id }) => isTaken(now, child_id)) ? ['had a booking'] : []),
    ...(entries.every(isOpening) ? [] : ['has a payment or another entry']),
  ];
};

/** Does not count the import's own note. */
export const builtOnNotes: BuiltOn = async (now) =>
  isWhole(now) && (await listNotes(now.table, now.family.id)).some(({ id }) => id !== now.deed.note)
    ? ['has a note']
    : [];

export const builtOnEntryNotes: BuiltOn = async (now) =>
  isWhole(now) && (await listEntryNotes(now.table, now.family.id)).size > 0
    ? ['has a payment or another entry']
    : [];

/** Does not count hints of the product itself. */
export const builtOnTasks: BuiltOn = async (now) => {
  if (!isWhole(now)) return [];
  const tasks = tasksOf(await listFamilyTasks(now.table), now.family.id);
  return [
    ...(tasks.some((task) => task.kind === 'same' && task.dismissed)
      ? ['was said to be another family']
      : []),
    ...(tasks.some(({ kind }) => kind === 'wrong-answers') ? ['was invited'] : []),
    ...(tasks.some(({ kind }) => kind === 'no-login') ? ['had a login'] : []),
  ];
};

export const builtOnMails: BuiltOn = async (now) => {
  if (!isWhole(now)) return [];
  const { id, email } = now.family;
  const aside = await listAsideMails(now.table);
  const names = (item: Item) =>
    Object.values(item).some((value) => value === id || (email !== '' && value === email));
  return aside.some(({ item }) => names(item)) ? ['has an email that was not sent'] : [];
};
