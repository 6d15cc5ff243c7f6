import { hourMs } from '#shared/lib/durations';
import { type Instant, instantOf } from '#shared/lib/values';
import { countingMark, mayHaveCards } from '#shared/registers/marks';
import type {
  ChildCard,
  CoachSession,
  Register,
  RegisterChild,
  UnlistedChild,
} from '#shared/registers/register';

/** The card is missing outside the time in which a phone may have cards (EME-05). */
export type ChildInCopy = Omit<RegisterChild, 'card'> & {
  readonly card: ChildCard | null;
  readonly joined?: boolean;
};

// A phone may have the number as long as the cards.
type UnlistedInCopy = Omit<UnlistedChild, 'phone_number'> & { readonly phone_number: string | null };

export type RegisterCopy = Omit<Register, 'children' | 'unlisted'> & {
  readonly children: readonly ChildInCopy[];
  /** Absent in copies of an earlier version. */
  readonly unlisted?: readonly UnlistedInCopy[];
};

export interface Copies {
  readonly lastContact: Instant | null;
  readonly sessions: readonly CoachSession[];
  /** By `sessionKey`. */
  readonly registers: Readonly<Record<string, RegisterCopy>>;
}

export const noCopies: Copies = { lastContact: null, sessions: [], registers: {} };

export const sessionKey = ({
  class_id,
  slot_id,
  date,
}: Pick<CoachSession, 'class_id' | 'slot_id' | 'date'>): string => `${class_id} ${slot_id} ${date}`;

const lifetimeMs = 24 * hourMs;

const withoutCard = (child: ChildInCopy): ChildInCopy => ({ ...child, card: null });

const withoutLateCards = (register: RegisterCopy, now: Date, timeZone: string): RegisterCopy =>
  mayHaveCards(register.session, instantOf(now), timeZone)
    ? register
    : {
        ...register,
        children: register.children.map(withoutCard),
        unlisted: register.unlisted?.map((child) => ({ ...child, phone_number: null })) ?? [],
      };

/** Adds the children that the server has stored since then, each once. */
export const withUnlisted = (
  { unlisted = [] }: Pick<RegisterCopy, 'unlisted'>,
  others: readonly UnlistedInCopy[],
): UnlistedInCopy[] => [...new Map([...others, ...unlisted].map((child) => [child.id, child])).values()];

export const childKey = ({ parent_id, child_id }: Pick<ChildInCopy, 'parent_id' | 'child_id'>): string =>
  `${parent_id} ${child_id}`;

interface MergeOptions {
  /** Ids of what the server stored during the request. */
  readonly taken: ReadonlySet<string>;
  readonly now: Date;
  readonly timeZone: string;
}

/** Marks added children as new, and drops those that left (REG-10). What the server stored during the request stays. */
export const mergeRegister = (
  read: Register,
  before: RegisterCopy | undefined,
  { taken, now, timeZone }: MergeOptions,
): RegisterCopy => {
  const known = new Map(before?.children.map((child) => [childKey(child), child]));
  const children = read.children.map((child): ChildInCopy => {
    const earlier = known.get(childKey(child));
    const own = earlier?.mark && taken.has(earlier.mark.id) ? earlier.mark : null;
    const mark = countingMark([child.mark, own].filter((one) => one !== null));
    const joined = before !== undefined && (!earlier || earlier.joined === true);
    return { ...child, mark, ...(joined && { joined }) };
  });
  const there = new Set(read.children.map(childKey));
  const left = [...known.values()]
    .filter((child) => !there.has(childKey(child)))
    .map((child): ChildInCopy => ({ ...withoutCard(child), kind: 'left' }));
  const added = before?.unlisted?.filter(({ id }) => taken.has(id)) ?? [];
  const merged = { ...read, children: [...children, ...left], unlisted: withUnlisted(read, added) };
  return withoutLateCards(merged, now, timeZone);
};

/** Copies stay for 24 hours from the last contact, cards around their session. */
export const withinLifetime = (copies: Copies, now: Date, timeZone: string): Copies => {
  const { lastContact, registers } = copies;
  if (lastContact === null || now.getTime() - Date.parse(lastContact) > lifetimeMs) return noCopies;
  const recent = Object.entries(registers).map(
    ([key, register]) => [key, withoutLateCards(register, now, timeZone)] as const,
  );
  return { ...copies, registers: Object.fromEntries(recent) };
};

/** Groups have the order of their first items. `Map.groupBy` is too new for the supported browsers. */
export const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
};
