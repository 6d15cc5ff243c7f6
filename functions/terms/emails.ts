import { venueFacts } from '#shared/booking/booking-terms';
import { discountText } from '#shared/booking/discounts';
import { brand } from '#shared/brand';
import type { ClassSummary } from '#shared/classes/class';
import { ageNote } from '#shared/families/children';
import { dueText } from '#shared/ledger/payment-link';
import type { BusinessMoment } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import { everyWeekday, formatDate, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/sessions/slot';
import { offerAmount, offerDueParts } from '#shared/waiting/offers';
import type { WaitingOffer } from '#shared/waiting/waiting';
import type { OfferLink } from '#shared/waiting/waiting-view';
import { ticket } from '../lib/mail/booking-blocks.ts';
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
import { namesText } from '../waiting/emails.ts';

export interface RenewalToAnswer {
  readonly offer: Pick<
    WaitingOffer,
    'parent_id' | 'price' | 'discounts' | 'due_dates' | 'from_session' | 'until'
  > & {
    readonly children: readonly { readonly name: string; readonly date_of_birth: CalendarDate }[];
    readonly dates: readonly CalendarDate[];
  };
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'start_date'>;
  readonly slot: Pick<TimeSlot, 'start_time' | 'end_time'>;
  readonly link: OfferLink;
}

interface RenewalContext {
  readonly isReminder: boolean;
  readonly moment: BusinessMoment;
  readonly siteUrl: string;
}

interface EndedRenewal extends Pick<RenewalToAnswer, 'cls' | 'slot'> {
  readonly offer: Pick<RenewalToAnswer['offer'], 'children'>;
}

const endedTicket = (place: EndedRenewal): Block =>
  ticket({
    programme: place.cls.class_type,
    kind: 'Next term',
    facts: [
      { label: 'Child', value: nameOf(place) },
      { label: 'Day', value: everyWeekday(place.cls.start_date) },
      { label: 'Time', value: formatTimeRange(place.slot) },
      ...venueFacts(place.cls),
    ],
  });

const nameOf = ({ offer }: Pick<EndedRenewal, 'offer'>): string => offer.children[0]?.name ?? '';

const priceText = ({ offer }: RenewalToAnswer): string => {
  const [discount] = offer.discounts ?? [];
  const amount = formatCents(offerAmount(offer, 1));
  return discount ? `${amount} (${discountText(discount)})` : amount;
};

const placeBlocks = (place: RenewalToAnswer, moment: BusinessMoment): Block[] => {
  const { offer, cls, slot } = place;
  const [first = offer.from_session] = offer.dates;
  const parts = offerDueParts(offer, 1);
  const child = offer.children[0];
  const note = child && ageNote(cls.class_type, child.date_of_birth, first);
  return [
    ticket({
      programme: cls.class_type,
      kind: 'Next term',
      facts: [
        { label: 'Child', value: nameOf(place) },
        { label: 'Day', value: everyWeekday(cls.start_date) },
        { label: 'Time', value: formatTimeRange(slot) },
        ...venueFacts(cls),
        {
          label: 'Sessions',
          value: `${counted(offer.dates.length, 'session', 'sessions')}: ${formatDate(first)} to ${formatDate(offer.dates.at(-1) ?? first)}`,
        },
        { label: 'Price', value: priceText(place) },
        ...(parts.length > 0 ? [{ label: 'Payment', value: dueText(parts) }] : []),
        { label: 'Kept until', value: formatDeadline(offer.until, moment) },
        ...(note ? [{ label: 'Age', value: `${note}. “Another time” shows classes for this age.` }] : []),
      ],
    }),
  ];
};

/** One email asks for all children of a family (TRM-04). */
export const renewalEmail = (
  places: readonly [RenewalToAnswer, ...RenewalToAnswer[]],
  { isReminder, moment, siteUrl }: RenewalContext,
): RenderedEmail => {
  const [first] = places;
  const names = namesText(places.map(nameOf));
  const isFree = places.every(({ offer }) => offerAmount(offer, 1) === 0);
  const [until = first.offer.until] = places.map(({ offer }) => offer.until).toSorted();
  const deadline = formatDeadline(until, moment);
  const link = new URL(paths.offerLinks(places.map((place) => place.link)), siteUrl).href;
  const place = places.length === 1 ? `the place of ${inSentence(nameOf(first))}` : `the places of ${names}`;
  return composeEmail(
    {
      subject: `${isReminder ? 'Please answer' : 'Next term'}: ${place} until ${deadline}`,
      preview: `We keep ${place} until ${deadline}.`,
      heading: isReminder ? 'Do you keep your place?' : 'Your place in the next term',
      blocks: [
        paragraph(
          `We keep ${place} in the next term, at the same day and time, until ${deadline}. Please tell us for each child: keep the place, take another time, or no. Without an answer the place is given to others.`,
        ),
        ...places.flatMap((each) => placeBlocks(each, moment)),
        button('Keep, another time, or no', link),
        copyableAddress(link),
        smallPrint(
          `Nothing is booked${isFree ? '' : ' and nothing is due'} until you keep a place. Whoever has this email can answer; confirmations go to the address of your account.`,
        ),
      ],
      reason: `You receive this email because your child has a place at ${brand.name}.`,
    },
    siteUrl,
  );
};

/** One email names all places of a family that ran out (TRM-11). */
export const renewalEndedEmail = (
  places: readonly [EndedRenewal, ...EndedRenewal[]],
  siteUrl: string,
): RenderedEmail => {
  const names = namesText(places.map(nameOf));
  const [place, is] = places.length === 1 ? ['place', 'is'] : ['places', 'are'];
  return composeEmail(
    {
      subject: `Next term: the ${place} of ${names} ${is} not kept any longer`,
      preview: 'We did not hear from you in time. Nothing is booked, and nothing is due.',
      heading: `The time for your ${place} has passed`,
      blocks: [
        paragraph(
          `We kept the ${place} of ${names} in the next term, and did not hear from you in time. The ${place} ${is} given to others now. Nothing is booked, and nothing is due.`,
        ),
        ...places.map((each) => endedTicket(each)),
        paragraph('You can still book where there are places, or join a waiting list.'),
        button('See the classes', new URL(paths.browseClasses, siteUrl).href),
      ],
      reason: `You receive this email because we kept a place for your child at ${brand.name}.`,
    },
    siteUrl,
  );
};
