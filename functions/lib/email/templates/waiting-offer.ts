import { classTypeName, formatLongDate, formatTime, weekdayName } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { formatDeadline } from '#shared/domain/time/deadline';
import { offerParts, offerPriceText } from '#shared/domain/waiting/offered-places';
import type { WaitingOffer } from '#shared/schemas/waiting';
import { button, copyableAddress, paragraph, smallPrint } from './blocks.ts';
import { dueFacts } from './booking-blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { namesText, type WaitingPlaces, waitingReason, waitingTicket } from './waiting-list.ts';

type OfferedPlaces = WaitingPlaces &
  Pick<WaitingOffer, 'price' | 'discounts' | 'due_dates' | 'from_session' | 'until'>;

interface OfferContext {
  /** The page of the offer, with its secret. */
  readonly link: string;
  /** Origin of the site. */
  readonly siteUrl: string;
  readonly moment: BusinessMoment;
}

/** Offers places to a family of a waiting list: places, children, price and deadline (WAI-07). */
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
          ...dueFacts(offerParts(offer, children.length)),
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
