import { venueFacts } from '#shared/booking/booking-terms';
import { brand, reachUs } from '#shared/brand';
import type { ClassSummary } from '#shared/classes/class';
import type { BusinessMoment } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import {
  classTypeName,
  everyWeekday,
  formatLongDate,
  formatTime,
  formatTimeRange,
  weekdayName,
} from '#shared/lib/format';
import { listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/sessions/slot';
import { offerDueParts, offerPriceText } from '#shared/waiting/offers';
import type { WaitingOffer } from '#shared/waiting/waiting';
import { actorBlocks, dueFacts, type Fact, ticket } from '../lib/mail/booking-blocks.ts';
import {
  type Block,
  button,
  composeEmail,
  copyableAddress,
  inSentence,
  paragraph,
  type RenderedEmail,
  smallPrint,
} from '../lib/mail/layout.ts';

export interface WaitingPlaces
  extends Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'start_date'>,
    Pick<TimeSlot, 'start_time' | 'end_time'> {
  readonly children: readonly string[];
}

const waitingReason = `You receive this email because you joined a waiting list of ${brand.name}.`;

export const namesText = (children: readonly string[]): string => listed(children.map(inSentence));

const waitingTicket = (places: WaitingPlaces, kind: string, more: readonly Fact[] = []): Block =>
  ticket({
    programme: places.class_type,
    kind,
    facts: [
      {
        label: places.children.length === 1 ? 'Child' : 'Children',
        value: places.children.join(', '),
      },
      { label: 'Day', value: everyWeekday(places.start_date) },
      { label: 'Time', value: formatTimeRange(places) },
      ...venueFacts(places),
      ...more,
    ],
  });

const toBookings = (label: string, siteUrl: string): Block =>
  button(label, new URL(paths.parentBookings, siteUrl).href);

/**
 * @param options.foundNoRoom no place of the next term could be kept for the child, so that the school put it on the list
 * (TRM-11)
 * @param options.byOther the other adult of the family, who joined the list
 */
export const joinedListEmail = (
  places: WaitingPlaces,
  siteUrl: string,
  {
    foundNoRoom = false,
    byOther,
  }: { readonly foundNoRoom?: boolean; readonly byOther?: string | undefined } = {},
): RenderedEmail => {
  const names = namesText(places.children);
  const isTogether = places.children.length > 1;
  return composeEmail(
    {
      subject: `On the waiting list: ${classTypeName(places.class_type)}`,
      preview: `We write to you as soon as there is a place for ${names}.`,
      heading: 'You are on the waiting list',
      blocks: [
        ...actorBlocks(byOther, 'joined this waiting list'),
        paragraph(
          `${foundNoRoom ? `There are fewer places next term, and we could not keep one for ${names}. You are in front of all others on the waiting list. ` : ''}As soon as there ${isTogether ? 'are places' : 'is a place'} for ${names}, we send you an offer and hold ${isTogether ? 'them' : 'it'} while you decide. Nothing is due until then.`,
        ),
        waitingTicket(places, 'Waiting list'),
        toBookings('See your rank', siteUrl),
        smallPrint('There you can also leave the list at any time.'),
      ],
      reason: foundNoRoom
        ? `You receive this email because your child has a place at ${brand.name}.`
        : waitingReason,
    },
    siteUrl,
  );
};

export const offerEndedEmail = (
  places: WaitingPlaces,
  kind: 'offer-ended' | 'offer-withdrawn',
  siteUrl: string,
): RenderedEmail => {
  const names = namesText(places.children);
  const ranOut = kind === 'offer-ended';
  return composeEmail(
    {
      subject: `Offer ended: ${classTypeName(places.class_type)}`,
      preview: ranOut ? 'You can join the waiting list again.' : 'You keep your rank on the waiting list.',
      heading: ranOut ? 'The time for this offer has passed' : 'This offer was withdrawn',
      blocks: [
        paragraph(
          ranOut
            ? `We did not hear from you in time, so the offer for ${names} has ended and the next family is asked. You can join the list again at the end.`
            : `The school has withdrawn the offer for ${names}. You keep your rank on the waiting list.`,
        ),
        waitingTicket(places, 'Waiting list'),
        toBookings(ranOut ? 'Join the list again' : 'See your rank', siteUrl),
      ],
      reason: waitingReason,
    },
    siteUrl,
  );
};

/** @param stays whether the application stays at the end of its list; undefined for a renewal, which has no list (WAI-16) */
export const offerDeclinedEmail = (
  places: WaitingPlaces,
  stays: boolean | undefined,
  siteUrl: string,
): RenderedEmail => {
  const names = namesText(places.children);
  const onList = stays
    ? 'You stay on the waiting list, at its end.'
    : 'You are not on this waiting list any more.';
  return composeEmail(
    {
      subject: `Offer declined: ${classTypeName(places.class_type)}`,
      preview: `You do not take the offer for ${names}.`,
      heading: 'We declined this offer for you',
      blocks: [
        paragraph(
          `You told us that you do not take the offer for ${names}. ${stays === undefined ? 'The place is not kept any more.' : onList} If this is wrong, please ${reachUs}.`,
        ),
        waitingTicket(places, stays === undefined ? 'Place kept for next term' : 'Waiting list'),
        toBookings('See your bookings', siteUrl),
      ],
      reason:
        stays === undefined
          ? `You receive this email because we kept a place for your child at ${brand.name}.`
          : waitingReason,
    },
    siteUrl,
  );
};

/** No place became free before the class ended. */
export const listClosedEmail = (places: WaitingPlaces, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `Waiting list closed: ${classTypeName(places.class_type)}`,
      preview: 'No place became free. Other classes have places.',
      heading: 'This waiting list is closed',
      blocks: [
        paragraph(
          `We are sorry: there is no place for ${namesText(places.children)} in this class, and its waiting list is closed. Other classes may have places.`,
        ),
        waitingTicket(places, 'Waiting list'),
        button('See other classes', new URL(paths.browseClasses, siteUrl).href),
      ],
      reason: waitingReason,
    },
    siteUrl,
  );

/** The class of a renewal does not take place. */
export const renewalGoneEmail = (places: WaitingPlaces, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `Class cancelled: ${classTypeName(places.class_type)}`,
      preview: 'The place that we keep for you next term is gone. Nothing is due.',
      heading: 'This class does not take place',
      blocks: [
        paragraph(
          `We are sorry: next term there is no such class, so we cannot keep the place for ${namesText(places.children)}. You do not have to answer, and nothing is due. Other classes may have places.`,
        ),
        waitingTicket(places, 'Place kept for next term'),
        button('See other classes', new URL(paths.browseClasses, siteUrl).href),
      ],
      reason: `You receive this email because we keep a place for your child at ${brand.name}.`,
    },
    siteUrl,
  );

type OfferedPlaces = WaitingPlaces &
  Pick<WaitingOffer, 'price' | 'discounts' | 'due_dates' | 'from_session' | 'until'>;

interface OfferContext {
  readonly link: string;
  readonly siteUrl: string;
  readonly moment: BusinessMoment;
}

export const offerEmail = (offer: OfferedPlaces, { link, siteUrl, moment }: OfferContext): RenderedEmail => {
  const { children, from_session, until } = offer;
  const type = classTypeName(offer.class_type);
  const deadline = formatDeadline(until, moment);
  const places = children.length === 1 ? 'A place' : `${children.length} places`;
  const verb = children.length === 1 ? 'is' : 'are';
  return composeEmail(
    {
      subject: `${places} for ${namesText(children)}: ${type}, ${weekdayName(offer.start_date)} ${formatTime(offer.start_time)}`,
      preview: `Held for you until ${deadline}.`,
      heading: `${places} for ${namesText(children)}`,
      blocks: [
        paragraph(
          `${places} became free, and you are next on the waiting list. ${children.length === 1 ? 'It' : 'They'} ${verb} held for you until ${deadline}.`,
        ),
        waitingTicket(offer, 'Offer', [
          { label: 'From', value: formatLongDate(from_session) },
          { label: 'Price', value: offerPriceText(offer, children.length) },
          ...dueFacts(offerDueParts(offer, children.length)),
          { label: 'Until', value: deadline },
        ]),
        button('See the offer', link),
        copyableAddress(link),
        smallPrint(
          'On the page you can take the offer or decline it. Whoever has this email can accept it; the confirmation goes to the address of your account. If you do not answer in time, the next family is asked, and you can join the list again.',
        ),
      ],
      reason: waitingReason,
    },
    siteUrl,
  );
};
