import { businessMoment } from '#shared/domain/time/business-time';
import { paths } from '#shared/paths';
import { readWaitingMailParts, type WaitingPlaceIds } from '../data/waiting/mail-parts.ts';
import { readOfferedSlots } from '../data/waiting/offered-slots.ts';
import { presentOffer } from '../data/waiting/present-offer.ts';
import { getOffer, replaceOfferLink, type StoredOffer } from '../data/waiting/stored-offer.ts';
import type { StoredEntry } from '../data/waiting/waiting-entries.ts';
import type { WaitingMail } from '../data/waiting/waiting-mails.ts';
import { noMailReason } from '../lib/email/no-mail-reason.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import type { RenderedEmail } from '../lib/email/templates/rendered-email.ts';
import {
  joinedListEmail,
  keptPlaceGoneEmail,
  listClosedEmail,
  offerEndedEmail,
  type WaitingPlaces,
} from '../lib/email/templates/waiting-list.ts';
import { offerEmail } from '../lib/email/templates/waiting-offer.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

interface Subject
  extends WaitingPlaceIds,
    Pick<WaitingMail, 'id' | 'created_at'>,
    Partial<Pick<WaitingMail, 'place'>> {}

/** Sends an email about a waiting list to its family, at most once. @throws what `sendOnce` throws */
const mailFamily = async (
  kind: string,
  subject: Subject,
  render: (places: WaitingPlaces) => RenderedEmail | Promise<RenderedEmail>,
  deps: MailerDeps,
): Promise<void> => {
  const { cls, slot, parent, children } = await readWaitingMailParts(deps.table, subject);
  const skip = (reason: string) =>
    log.info('waiting-email.not-needed', { kind, subject: subject.id, reason });
  const place = subject.place ?? (cls && slot && { ...cls, ...slot });
  if (!place) return skip('class-gone');
  if (!parent) return skip('account-gone');
  const noMail = noMailReason(parent);
  if (noMail) return skip(noMail);
  const places = { ...place, children: children.map(({ name }) => name) };
  await sendOnce(
    {
      kind: 'waiting-email',
      subjectId: `${subject.id}#${kind}`,
      causedAt: subject.created_at,
      fields: { kind, subject: subject.id },
      compose: async () => ({ to: parent.email, account: parent.id, ...(await render(places)) }),
    },
    deps,
  );
};

/** Tells a family that it is on a list (WAI-14). */
export const mailJoined = async (entry: StoredEntry, deps: MailerDeps): Promise<void> => {
  // A message tells the family of a place of the next term.
  if (entry.is_renewal) return;
  await mailFamily(
    'joined',
    { ...entry, created_at: entry.since },
    (places) => joinedListEmail(places, deps.siteUrl, { foundNoRoom: entry.found_no_room === true }),
    deps,
  );
};

/**
 * Sends an offer, with a link that is made immediately before (WAI-07). One that ended meanwhile is not sent, and none asks for an
 * answer after its deadline (TRM-11).
 */
export const mailOffer = async (made: StoredOffer, deps: MailerDeps): Promise<void> => {
  const { table, clock, timeZone, siteUrl } = deps;
  // A message tells the family of the places of the next term, of all its children in one email (TRM-04).
  if (made.renewal) return;
  const offer = await getOffer(table, made.id);
  if (offer?.state !== 'open' || new Date(offer.until) <= clock()) {
    log.info('waiting-email.not-needed', { kind: 'offer', subject: made.id, reason: 'offer-ended' });
    return;
  }
  const render = async (places: WaitingPlaces) => {
    const link = paths.offerLink(offer.id, await replaceOfferLink(table, offer, 'offer'));
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
  await mailFamily('offer', offer, render, deps);
};

/** Tells a family that its offer or its list ended (WAI-14). */
export const mailWaiting = (mail: WaitingMail, deps: MailerDeps): Promise<void> =>
  mailFamily(
    mail.kind,
    mail,
    (places) => {
      if (mail.kind === 'list-closed') return listClosedEmail(places, deps.siteUrl);
      if (mail.kind === 'kept-place-gone') return keptPlaceGoneEmail(places, deps.siteUrl);
      return offerEndedEmail(places, mail.kind, deps.siteUrl);
    },
    deps,
  );
