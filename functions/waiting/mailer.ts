import { businessMoment } from '#shared/lib/business-time';
import { paths } from '#shared/paths';
import { findReaders, sendToReaders } from '../accounts/readers.ts';
import type { Member, StoredFamily } from '../accounts/stored-families.ts';
import type { MailerDeps } from '../lib/deps.ts';
import type { FamilyMail } from '../lib/mail/audiences.ts';
import { otherActor } from '../lib/mail/booking-blocks.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import { type MailEnd, noMailEnd, notNeeded } from '../lib/mail/not-sent.ts';
import { TooLateError } from '../lib/mail/outcomes.ts';
import { findApplicationOfChild, type StoredApplication } from './applications.ts';
import {
  joinedListEmail,
  listClosedEmail,
  offerDeclinedEmail,
  offerEmail,
  offerEndedEmail,
  renewalGoneEmail,
  type WaitingPlaces,
} from './emails.ts';
import { presentOffer, readOfferedSlots, readWaitingMailFacts, type WaitingPlaceIds } from './offer-facts.ts';
import { getOffer, replaceOfferLink, type StoredOffer } from './offers.ts';
import type { WaitingMail } from './waiting-mails.ts';

interface Subject
  extends WaitingPlaceIds,
    Pick<WaitingMail, 'id' | 'created_at'>,
    Partial<Pick<WaitingMail, 'place'>> {}

// Sends at most one email. @throws what `sendToReaders` throws
const mailFamily = async (
  kind: FamilyMail & (WaitingMail['kind'] | 'joined' | 'offer'),
  subject: Subject,
  render: (
    places: WaitingPlaces,
    member: Member,
    family: StoredFamily,
  ) => RenderedEmail | Promise<RenderedEmail>,
  deps: MailerDeps,
): Promise<MailEnd> => {
  const { cls, slot, parent, children } = await readWaitingMailFacts(deps.table, subject);
  const skip = (reason: Parameters<typeof notNeeded>[1]) =>
    notNeeded('waiting-email.not-needed', reason, { kind, subject: subject.id });
  const place = subject.place ?? (cls && slot && { ...cls, ...slot });
  if (!place) return skip('class-gone');
  if (!parent) return skip('account-gone');
  const readers = findReaders(parent, kind);
  if (typeof readers === 'string') return skip(readers);
  const places = { ...place, children: children.map(({ name }) => name) };
  return sendToReaders(
    readers,
    {
      kind: 'waiting-email',
      subjectId: `${subject.id}#${kind}`,
      causedAt: subject.created_at,
      fields: { kind, subject: subject.id },
      compose: (member) => render(places, member, parent),
    },
    deps,
  );
};

const isOnList = async ({ id, time_slot_id, child_ids }: StoredApplication, { table }: MailerDeps) => {
  const [child] = child_ids;
  return child !== undefined && (await findApplicationOfChild(table, time_slot_id, child))?.id === id;
};

/** No email for an application that has left the list meanwhile. */
export const mailJoined = async (application: StoredApplication, deps: MailerDeps): Promise<MailEnd> => {
  // A message tells the family of a renewal.
  if (application.is_renewal) return noMailEnd;
  if (!(await isOnList(application, deps)))
    return notNeeded('waiting-email.not-needed', 'withdrawn', { kind: 'joined', subject: application.id });
  return mailFamily(
    'joined',
    { ...application, created_at: application.since },
    (places, { id }, family) =>
      joinedListEmail(places, deps.siteUrl, {
        foundNoRoom: application.found_no_room === true,
        byOther: otherActor(family, application.joined_by, id),
      }),
    deps,
  );
};

/** The link is made just before (WAI-07). No email for an offer that ended, or after its deadline (TRM-11). */
export const mailOffer = async (made: StoredOffer, deps: MailerDeps): Promise<MailEnd> => {
  const { table, clock, timeZone, siteUrl } = deps;
  // A message tells the family of the renewals of all its children in one email (TRM-04).
  if (made.renewal) return noMailEnd;
  const offer = await getOffer(table, made.id);
  const isExpired =
    offer?.state === 'expired' || (offer?.state === 'open' && new Date(offer.until) <= clock());
  if (!offer || (offer.state !== 'open' && !isExpired))
    return notNeeded('waiting-email.not-needed', 'offer-ended', { kind: 'offer', subject: made.id });
  const render = async (places: WaitingPlaces, { id }: Member) => {
    if (isExpired) throw new TooLateError('The offer has ended unheard');
    const secret = await replaceOfferLink(table, offer, { account: id, email: 'offer' });
    const link = paths.offerLink(offer.id, secret);
    const moment = businessMoment(clock(), timeZone);
    const offered = (await readOfferedSlots(table, [offer]))(offer);
    const { price, discounts, due_dates, dates, until } = offered
      ? presentOffer(offer, offered, moment)
      : offer;
    const from_session = dates[0] ?? offer.from_session;
    return offerEmail(
      // The class has a price as well.
      { ...places, price, discounts, due_dates, from_session, until },
      { link: new URL(link, siteUrl).href, siteUrl, moment },
    );
  };
  return mailFamily('offer', offer, render, deps);
};

export const mailWaiting = (mail: WaitingMail, deps: MailerDeps): Promise<MailEnd> =>
  mailFamily(
    mail.kind,
    mail,
    (places) => {
      if (mail.kind === 'list-closed') return listClosedEmail(places, deps.siteUrl);
      if (mail.kind === 'offer-declined') return offerDeclinedEmail(places, mail.stays, deps.siteUrl);
      if (mail.kind === 'kept-place-gone') return renewalGoneEmail(places, deps.siteUrl);
      return offerEndedEmail(places, mail.kind, deps.siteUrl);
    },
    deps,
  );
