import { CalendarDays, CalendarRange, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import type { ClassSummary, FootballClass } from '#shared/classes/class';
import { type ClassPrice, classPrice, slotPrice, trialPrice, weeksText } from '#shared/classes/pricing';
import type { BusinessMoment } from '#shared/lib/business-time';
import { classTypeName, everyWeekday, formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { programmes } from '#shared/programmes';
import { announcedCancellations, nextUpcomingDate } from '#shared/sessions/sessions';
import { cancellationReasonNames, type TimeSlot } from '#shared/sessions/slot';
import { cx } from '#styled-system/css';
import styles from './card.module.css';
import { IconLine } from './card.tsx';
import { Picture, ProgrammePicture } from './programme-picture.tsx';
import { type BookingLabels, type SlotActions, SlotBox } from './slot-box.tsx';
import { Badge } from './ui/badge.tsx';
import { Heading } from './ui/heading.tsx';
import { VenueLine } from './venue-line.tsx';

interface ClassPictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'image_url'>;
}

/** The picture of a class; without one, or when it does not load, the illustration of its programme (DAT-06). */
export const ClassPicture = ({ cls, ...image }: ClassPictureProps) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (!cls.image_url || cls.image_url === failedUrl) {
    return <ProgrammePicture programme={cls.class_type} {...image} />;
  }
  return (
    <Picture
      src={cls.image_url}
      alt={`${programmes[cls.class_type].name} at ${cls.venue}`}
      loading="lazy"
      onError={() => setFailedUrl(cls.image_url)}
      {...image}
    />
  );
};

interface SlotNotesProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly moment: BusinessMoment;
  /** The prices of the slots differ, and this one can be booked (CAL-05). */
  readonly hasOwnPrice: boolean;
}

/** The price of a slot where it is not the class's, and its sessions that were cancelled (CAN-14). */
const SlotNotes = ({ cls, slot, moment, hasOwnPrice }: SlotNotesProps) => (
  <>
    {hasOwnPrice && <p className={styles.ownPrice}>{formatCents(slotPrice(cls, slot, moment.today))}</p>}
    {announcedCancellations(cls, slot, moment.today).map(({ date, reason }) => (
      <p key={date} className={styles.warning}>
        No session on {formatDate(date)}
        {reason && `: ${cancellationReasonNames[reason]}`}
      </p>
    ))}
  </>
);

interface ClassCardProps {
  readonly cls: FootballClass;
  readonly moment: BusinessMoment;
  readonly labels: BookingLabels;
  readonly actions: SlotActions;
  /** Below the price. */
  readonly priceNote?: ReactNode;
}

/** A class with its dates, venue, coach, price and time slots, each with a button that books it. */
export const ClassCard = ({ cls, moment, labels, actions, priceNote }: ClassCardProps) => {
  const headingId = useId();
  const price = classPrice(cls, moment);
  return (
    <article aria-labelledby={headingId} className={cx(styles.card, styles.classCard)}>
      <ClassPicture cls={cls} className={styles.classPicture} />
      <div className={styles.class}>
        <div className={styles.classHead}>
          <div className={styles.classTitle}>
            <Heading id={headingId} className={styles.className}>
              {classTypeName(cls.class_type)}
            </Heading>
            <Badge className={cx(styles.audience, styles[cls.class_type])}>
              {programmes[cls.class_type].audience}
            </Badge>
          </div>
          <div className={styles.parts}>
            <IconLine icon={CalendarDays} className={styles.weekday}>
              {everyWeekday(cls.start_date)}
            </IconLine>
            <IconLine icon={CalendarRange} className={styles.dates}>
              {formatDate(cls.start_date)} - {formatDate(cls.end_date)}
            </IconLine>
          </div>
        </div>
        <div className={styles.parts}>
          <VenueLine place={cls} isShort />
          <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
        </div>
        <Price cls={cls} price={price} note={priceNote} />
        <div className={styles.parts}>
          <p className={styles.choose}>Choose your time slot:</p>
          <ul className={styles.slots}>
            {cls.time_slots.map((slot) => {
              const isOver = nextUpcomingDate(cls, slot, moment) === null;
              return (
                <SlotBox
                  key={slot.id}
                  slot={slot}
                  labels={labels}
                  actions={actions}
                  openings={cls}
                  isOver={isOver}
                >
                  <SlotNotes cls={cls} slot={slot} moment={moment} hasOwnPrice={price.isLowest && !isOver} />
                </SlotBox>
              );
            })}
          </ul>
        </div>
      </div>
    </article>
  );
};

interface PriceProps {
  readonly cls: FootballClass;
  readonly price: ClassPrice;
  readonly note: ReactNode;
}

const Price = ({ cls, price: { price, isLowest, weeks }, note }: PriceProps) => (
  <div className={styles.price}>
    <div className={styles.priceLine}>
      {isLowest && <p className={styles.muted}>from</p>}
      <p className={styles.amount}>{formatCents(price)}</p>
      <p className={styles.muted}>{weeksText(weeks)}</p>
    </div>
    {note}
    <p className={styles.trial}>Trial: {formatCents(trialPrice(cls))} (1 session)</p>
  </div>
);
