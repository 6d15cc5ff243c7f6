import { brand } from '#shared/brand';
import { oldestFirst } from '#shared/families/children';
import { type RecipientId, recipientIdSchema, type UserId } from '#shared/lib/ids';
import type { HoldReason, MessageKind, MessageOf } from '#shared/messages/message';
import { noMailReason, readActiveProfiles, type StoredProfile } from '../accounts/profiles.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import type { Mail } from '../lib/mail/send.ts';

/**
 * The email to one recipient, or why there is none. It is composed once no other run sends to the recipient: then its link can be
 * made. Undefined where it concerns nobody any more.
 */
export type PreparedMail =
  | { readonly compose: () => Mail | Promise<Mail | undefined> }
  | { readonly held: HoldReason };

type PreparedMails = ReadonlyMap<RecipientId, PreparedMail>;

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

/** Makes the email to a family; undefined where the message does not concern it any more. */
type RenderForFamily = (profile: StoredProfile) => RenderedEmail | undefined;

const prepare = (profile: StoredProfile | undefined, render: RenderForFamily): PreparedMail => {
  if (!profile) return { held: 'account-gone' };
  const held = noMailReason(profile);
  if (held) return { held };
  const email = render(profile);
  if (!email) return { held: 'no-longer-concerned' };
  return {
    compose: () => ({ to: profile.email, account: profile.id, replyTo: brand.mailbox, ...email }),
  };
};

/**
 * One email for each of some families (MSG-02), to the account's address; replies go to the school.
 * @param readContent reads what the emails to some of the families say
 */
export const toFamilies = (
  parentIds: readonly UserId[],
  { table }: Pick<MessengerDeps, 'table'>,
  readContent: (parentIds: readonly UserId[]) => RenderForFamily | Promise<RenderForFamily>,
): PreparedMessage => {
  const families = new Map([...new Set(parentIds)].map((id) => [recipientIdSchema.parse(id), id]));
  return {
    recipients: [...families.keys()],
    mailsFor: async (ids) => {
      const own = ids.flatMap((id) => families.get(id) ?? []);
      const [profileOf, render] = await Promise.all([readActiveProfiles(table, own), readContent(own)]);
      return new Map(own.map((id) => [recipientIdSchema.parse(id), prepare(profileOf(id), render)]));
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
  places: readonly Place[],
  coached: ReadonlyMap<UserId, readonly Session[]>,
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: Concerned<Place, Session>) => RenderedEmail,
): PreparedMessage => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies([...groups.keys(), ...coached.keys()], deps, () => ({ id }) => {
    const own = { places: groups.get(id) ?? [], coached: coached.get(id) ?? [] };
    return own.places.length + own.coached.length > 0 ? render(own) : undefined;
  });
};

/** One email for each family, about all of its places, those of the oldest child first. */
export const byFamily = <Place extends { readonly parentId: UserId; readonly age: number }>(
  places: readonly Place[],
  deps: Pick<MessengerDeps, 'table'>,
  render: (own: readonly [Place, ...Place[]]) => RenderedEmail,
): PreparedMessage => {
  const groups = Map.groupBy(places.toSorted(oldestFirst), ({ parentId }) => parentId);
  return toFamilies([...groups.keys()], deps, () => ({ id }) => {
    const [first, ...rest] = groups.get(id) ?? [];
    return first && render([first, ...rest]);
  });
};
