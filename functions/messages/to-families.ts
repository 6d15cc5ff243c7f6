import { brand } from '#shared/brand';
import { oldestFirst } from '#shared/families/children';
import {
  type FamilyId,
  familyIdSchema,
  type RecipientId,
  recipientIdSchema,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import type { MessageKind, MessageOf } from '#shared/messages/message';
import { accountRef, readActiveProfiles } from '../accounts/accounts.ts';
import { readersOf } from '../accounts/readers.ts';
import {
  type Member,
  noFamilyMailReason,
  noMailReason,
  readActiveFamilies,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import type { FamilyMail } from '../lib/mail/audiences.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import type { Mail } from '../lib/mail/send.ts';
import type { Table } from '../lib/table.ts';
import type { NotNeededHold } from './recipients.ts';

/** Composed once no other run sends to the recipient, so that its link can be made. Undefined where nobody is concerned. */
export type PreparedMail =
  | { readonly compose: () => Mail | Promise<Mail | undefined> }
  | { readonly held: NotNeededHold };

type PreparedMails = ReadonlyMap<RecipientId, PreparedMail>;

export interface PreparedMessage {
  readonly recipients: readonly RecipientId[];
  /** Called for some recipients just before they are sent to, so that sending begins whatever their number. */
  readonly mailsFor: (ids: readonly RecipientId[]) => Promise<PreparedMails>;
}

export const toNobody: PreparedMessage = { recipients: [], mailsFor: async () => new Map() };

/** Does the work that the emails tell of. Called in every run, so that emails follow what is stored then. */
export type Prepare<Kind extends MessageKind> = (
  message: MessageOf<Kind>,
  deps: MessengerDeps,
) => Promise<PreparedMessage>;

export interface Addressee {
  readonly familyId: FamilyId;
  readonly account: Member;
}

/** The reader, or why there is none. */
type Found<To> = To | NotNeededHold;

/** Skips who is no recipient any more. */
type Find<To> = (ids: readonly RecipientId[]) => Promise<ReadonlyMap<RecipientId, Found<To>>>;

/** Undefined where the message does not concern the person any more. */
type Render<To> = (to: To) => RenderedEmail | undefined;

type ReadContent<To> = (to: readonly To[]) => Render<To> | Promise<Render<To>>;

const prepare = <To extends { readonly account: Member }>(to: To, render: Render<To>): PreparedMail => {
  const email = render(to);
  if (!email) return { held: 'no-longer-concerned' };
  const { account } = to;
  return { compose: () => ({ to: account.email, account: account.id, replyTo: brand.mailbox, ...email }) };
};

/** Replies go to the school (MSG-02). */
const toPersons = <To extends { readonly account: Member }>(
  recipients: readonly RecipientId[],
  find: Find<To>,
  readContent: ReadContent<To>,
): PreparedMessage => ({
  recipients,
  mailsFor: async (ids) => {
    const found = [...(await find(ids))];
    const render = await readContent(found.flatMap(([, to]) => (typeof to === 'string' ? [] : [to])));
    return new Map(
      found.map(([id, to]) => [id, typeof to === 'string' ? { held: to } : prepare(to, render)]),
    );
  },
});

/** Undefined for a newsletter's reader and a deleted account. One round trip for each hundred. */
export const readFamilyIds = async (
  table: Table,
  recipients: readonly RecipientId[],
): Promise<(id: RecipientId) => FamilyId | undefined> => {
  const accountOf = (id: RecipientId) => userIdSchema.safeParse(id).data;
  const accounts = recipients.flatMap((id) => accountOf(id) ?? []);
  const read = await batchRead(table, accounts.map(accountRef), { consistent: false });
  return (id) => {
    const account = accountOf(id);
    return account ? read(accountRef(account))?.family_id : familyIdSchema.safeParse(id).data;
  };
};

type IsConcerned = (familyId: FamilyId, account: Member | undefined) => boolean;

interface FamilyRecipients {
  readonly ids: readonly RecipientId[];
  readonly familyOf: ReadonlyMap<RecipientId, FamilyId>;
}

/** The members for a kind of message. A family without a member is a recipient itself, which is held back. */
export const readRecipients = async (
  table: Table,
  kind: FamilyMail,
  families: readonly FamilyId[],
  isConcerned: IsConcerned = () => true,
): Promise<FamilyRecipients> => {
  const familyOf = await readActiveFamilies(table, families);
  const own = [...new Set(families)].map((id) => {
    const family = familyOf(id);
    const readers = family ? readersOf(family, kind) : [];
    const persons = readers.length > 0 ? readers : [undefined];
    const concerned = persons.filter((account) => isConcerned(id, account));
    return { id, recipients: concerned.map((account) => recipientIdSchema.parse(account?.id ?? id)) };
  });
  return {
    ids: [...new Set(own.flatMap(({ recipients }) => recipients))],
    familyOf: new Map(
      own.flatMap(({ id, recipients }) =>
        // A family without a member when the message began may have one when it is sent again.
        [recipientIdSchema.parse(id), ...recipients].map((recipient) => [recipient, id] as const),
      ),
    ),
  };
};

/** The member of a recipient; for a family that had none, the first member that it has by now. */
const findMember = (
  family: StoredFamily | undefined,
  kind: FamilyMail,
  recipient: RecipientId,
): Found<Addressee> => {
  if (!family) return 'account-gone';
  const readers = readersOf(family, kind);
  const accountId = userIdSchema.safeParse(recipient).data;
  const account = accountId ? readers.find(({ id }) => id === accountId) : readers[0];
  if (!account) return (!accountId && noFamilyMailReason(family)) || 'no-longer-concerned';
  return noMailReason(account) ?? { familyId: family.id, account };
};

/** Who of the recipients reads the family's mail now. One round trip for each hundred families. */
const findMembers =
  (table: Table, kind: FamilyMail, { familyOf }: FamilyRecipients): Find<Addressee> =>
  async (ids) => {
    const listed = ids.flatMap((id) => {
      const familyId = familyOf.get(id);
      return familyId ? [{ id, familyId }] : [];
    });
    const read = await readActiveFamilies(
      table,
      listed.map(({ familyId }) => familyId),
    );
    return new Map(listed.map(({ id, familyId }) => [id, findMember(read(familyId), kind, id)]));
  };

/** One email for each person (MSG-02), not for who has left the family. @param isConcerned by default all are */
export const toFamilies = async (
  kind: FamilyMail & MessageKind,
  families: readonly FamilyId[],
  { table }: Pick<MessengerDeps, 'table'>,
  readContent: ReadContent<Addressee>,
  isConcerned?: IsConcerned,
): Promise<PreparedMessage> => {
  const recipients = await readRecipients(table, kind, families, isConcerned);
  return toPersons(recipients.ids, findMembers(table, kind, recipients), readContent);
};

/** Two round trips for each hundred. */
const findAccounts = async (
  table: Table,
  ids: readonly RecipientId[],
): Promise<ReadonlyMap<RecipientId, Found<{ readonly account: Member }>>> => {
  const accounts = ids.flatMap((id) => userIdSchema.safeParse(id).data ?? []);
  const accountOf = await readActiveProfiles(table, accounts);
  return new Map(
    accounts.map((id) => {
      const account = accountOf(id);
      const found = account ? (noMailReason(account) ?? { account }) : 'account-gone';
      return [recipientIdSchema.parse(id), found];
    }),
  );
};

const recipientsOf = (accounts: Iterable<UserId>): RecipientId[] =>
  [...new Set(accounts)].map((id) => recipientIdSchema.parse(id));

export const toAccounts = (
  accounts: readonly UserId[],
  { table }: Pick<MessengerDeps, 'table'>,
  readContent: ReadContent<{ readonly account: Member }>,
): PreparedMessage => {
  const recipients = recipientsOf(accounts);
  const listed = new Set(recipients);
  return toPersons(
    recipients,
    (ids) =>
      findAccounts(
        table,
        ids.filter((id) => listed.has(id)),
      ),
    readContent,
  );
};

/** Places of the person's children, and sessions that the person coaches. One of them is not empty. */
interface Concerned<Place, Session> {
  readonly places: readonly Place[];
  readonly coached: readonly Session[];
}

/** One email for each adult and each coach, about both where a person is both. */
export const toPeople = async <Place extends { readonly parentId: FamilyId; readonly age: number }, Session>(
  kind: FamilyMail & MessageKind,
  places: readonly Place[],
  coached: ReadonlyMap<UserId, readonly Session[]>,
  { table }: Pick<MessengerDeps, 'table'>,
  render: (own: Concerned<Place, Session>) => RenderedEmail,
): Promise<PreparedMessage> => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  const families = await readRecipients(table, kind, [...groups.keys()]);
  const coaches = new Set(recipientsOf(coached.keys()));
  const findInFamilies = findMembers(table, kind, families);
  const find: Find<{ readonly account: Member; readonly familyId?: FamilyId }> = async (ids) => {
    const [inFamilies, working] = await Promise.all([
      findInFamilies(ids),
      findAccounts(
        table,
        ids.filter((id) => coaches.has(id)),
      ),
    ]);
    // Who has left the family may still be a coach.
    return new Map([...inFamilies, ...[...working].filter(([id]) => typeof inFamilies.get(id) !== 'object')]);
  };
  return toPersons([...new Set([...families.ids, ...coaches])], find, () => ({ familyId, account }) => {
    const own = {
      places: (familyId && groups.get(familyId)) ?? [],
      coached: coached.get(account.id) ?? [],
    };
    return own.places.length + own.coached.length > 0 ? render(own) : undefined;
  });
};

/** One email for each adult, about all of the family's places, the oldest child first. */
export const toAdultsOfFamilies = async <Place extends { readonly parentId: FamilyId; readonly age: number }>(
  kind: FamilyMail & MessageKind,
  places: readonly Place[],
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: readonly [Place, ...Place[]]) => RenderedEmail,
): Promise<PreparedMessage> => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies(kind, [...groups.keys()], deps, () => ({ familyId }) => {
    const [first, ...rest] = groups.get(familyId) ?? [];
    return first && render([first, ...rest]);
  });
};
