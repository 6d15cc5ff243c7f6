import { brand } from '#shared/brand';
import { oldestFirst } from '#shared/families/children';
import { type RecipientId, recipientIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import type { HoldReason, MessageKind, MessageOf } from '#shared/messages/message';
import { noMailReason, readActiveProfiles, type StoredProfile } from '../accounts/profiles.ts';
import { actsFor, readerIds } from '../accounts/readers.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { isFamilyMail } from '../lib/mail/audiences.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import type { Mail } from '../lib/mail/send.ts';
import type { Table } from '../lib/table.ts';

/**
 * The email to one recipient, or why there is none. It is composed once no other run sends to the recipient: then its link can be
 * made. Undefined where it concerns nobody any more.
 */
export type PreparedMail = (
  | { readonly compose: () => Mail | Promise<Mail | undefined> }
  | { readonly held: HoldReason }
) & {
  /** Who gets the email too: the second adult of the family. */
  readonly also?: readonly RecipientId[];
};

export type PreparedMails = ReadonlyMap<RecipientId, PreparedMail>;

/** A message at the moment. */
export interface PreparedMessage {
  readonly recipients: readonly RecipientId[];
  /**
   * Reads what the emails to some recipients say. It is called for a few of them immediately before they are sent, so that
   * a run begins to send whatever the number of recipients. One who is not among the recipients any more has no email.
   */
  readonly mailsFor: (ids: readonly RecipientId[]) => Promise<PreparedMails>;
}

/** A message that goes to nobody. */
export const toNobody: PreparedMessage = { recipients: [], mailsFor: async () => new Map() };

/**
 * Reads whom a message goes to, and does the work that its emails tell of. It is called in every run that sends, so that
 * emails follow what is stored then.
 */
export type Prepare<Kind extends MessageKind> = (
  message: MessageOf<Kind>,
  deps: MessengerDeps,
) => Promise<PreparedMessage>;

/** An account that an email goes to. */
export interface Addressee {
  /** The recipient of the message. For who holds a family without a login of its own id it is the family. */
  readonly id: UserId;
  /** The family for which the account acts. */
  readonly familyId: UserId;
  readonly account: StoredProfile;
}

/** Makes the email to an account; undefined where the message does not concern it any more. */
type Render = (to: Addressee) => RenderedEmail | undefined;

type Found =
  | { readonly held: HoldReason; readonly also?: readonly RecipientId[] }
  | { readonly to: Addressee; readonly also: readonly RecipientId[] };

/**
 * Finds the accounts of some recipients, each a family, or an account that may act for one of another id. One read for all, and
 * a second one where one of them acts for another id, or another account is the reader.
 */
const findAccounts = async (
  table: Table,
  kind: MessageKind,
  ids: readonly UserId[],
  isListed: (id: UserId) => boolean,
): Promise<(id: UserId) => Found> => {
  const profileOf = await readActiveProfiles(table, ids);
  if (!isFamilyMail(kind))
    return (id) => {
      const account = profileOf(id);
      return account ? { to: { id, familyId: id, account }, also: [] } : { held: 'account-gone' };
    };
  const others = ids.flatMap((id) => {
    const profile = profileOf(id);
    if (!profile) return [];
    const other = profile.member_of ?? readerIds(profile, kind)[0];
    return other === id ? [] : [other];
  });
  const otherOf = others.length > 0 ? await readActiveProfiles(table, others) : () => undefined;
  return (id) => {
    const profile = profileOf(id);
    if (!profile) return { held: 'account-gone' };
    if (profile.member_of) {
      const family = otherOf(profile.member_of);
      const place = family ? readerIds(family, kind).indexOf(id) : -1;
      // The first reader is told with the family.
      if (place === 0 && isListed(profile.member_of)) return { held: 'no-longer-concerned' };
      return { to: { id, familyId: place < 0 ? id : profile.member_of, account: profile }, also: [] };
    }
    const [first, ...rest] = readerIds(profile, kind);
    const also = rest.map((other) => recipientIdSchema.parse(other));
    const account = first === id ? profile : otherOf(first);
    if (!actsFor(account, id)) return { held: 'account-gone', also };
    return { to: { id, familyId: id, account }, also };
  };
};

const prepare = (found: Found, isListed: (id: UserId) => boolean, render: Render): PreparedMail => {
  if ('held' in found) return found;
  const { to, also } = found;
  const { id, familyId, account } = to;
  const others = also.length > 0 && { also };
  const held = noMailReason(account);
  if (held) return { held, ...others };
  // An account that acted for a family when it was added may not any more.
  const email = isListed(id) || isListed(familyId) ? render(to) : undefined;
  if (!email) return { held: 'no-longer-concerned' };
  return {
    compose: () => ({ to: account.email, account: account.id, replyTo: brand.mailbox, ...email }),
    ...others,
  };
};

/**
 * One email for each of some families (MSG-02), to the accounts that the kind of message is for; replies go to the school. A
 * second adult is found when the email to the family is read.
 * @param readContent reads what the emails to some of the accounts say
 */
export const toFamilies = (
  kind: MessageKind,
  parentIds: readonly UserId[],
  { table }: Pick<MessengerDeps, 'table'>,
  readContent: (to: readonly Addressee[]) => Render | Promise<Render>,
): PreparedMessage => {
  const listed = new Set(parentIds);
  const isListed = (id: UserId) => listed.has(id);
  return {
    recipients: [...listed].map((id) => recipientIdSchema.parse(id)),
    mailsFor: async (recipients) => {
      const ids = recipients.flatMap((id) => userIdSchema.safeParse(id).data ?? []);
      const foundOf = await findAccounts(table, kind, ids, isListed);
      const found = ids.map((id) => [id, foundOf(id)] as const);
      const render = await readContent(found.flatMap(([, one]) => ('to' in one ? [one.to] : [])));
      return new Map(found.map(([id, one]) => [recipientIdSchema.parse(id), prepare(one, isListed, render)]));
    },
  };
};

/** What an email to one person is about: places of the own children, and sessions that the person coaches. Not both are empty. */
interface Concerned<Place, Session> {
  readonly places: readonly Place[];
  readonly coached: readonly Session[];
}

/** One email for each family and each coach, about both where a person is both. */
export const byPerson = <Place extends { readonly parentId: UserId; readonly age: number }, Session>(
  kind: MessageKind,
  places: readonly Place[],
  coached: ReadonlyMap<UserId, readonly Session[]>,
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: Concerned<Place, Session>) => RenderedEmail,
): PreparedMessage => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies(kind, [...groups.keys(), ...coached.keys()], deps, () => ({ familyId, account }) => {
    const own = { places: groups.get(familyId) ?? [], coached: coached.get(account.id) ?? [] };
    return own.places.length + own.coached.length > 0 ? render(own) : undefined;
  });
};

/** One email for each family, about all of its places, those of the oldest child first. */
export const byFamily = <Place extends { readonly parentId: UserId; readonly age: number }>(
  kind: MessageKind,
  places: readonly Place[],
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: readonly [Place, ...Place[]]) => RenderedEmail,
): PreparedMessage => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies(kind, [...groups.keys()], deps, () => ({ familyId }) => {
    const [first, ...rest] = groups.get(familyId) ?? [];
    return first && render([first, ...rest]);
  });
};
