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
import { css, cx } from '#styled-system/css';
import { IconLine } from './icon-line.tsx';
import { Picture, ProgrammePicture } from './programme-picture.tsx';
import { type BookingLabels, type SlotActions, SlotBox } from './slot-box.tsx';
import { Badge } from './ui/badge.tsx';
import { Card } from './ui/card.tsx';
import { VenueLine } from './venue-line.tsx';

interface ClassPictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'image_url'>;
}

/** A missing or broken picture is replaced by the programme's illustration (DAT-06). */
export const ClassPicture = ({ cls, className, ...image }: ClassPictureProps) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (!cls.image_url || cls.image_url === failedUrl) {
    return <ProgrammePicture programme={cls.class_type} className={className} {...image} />;
  }
  return (
    <Picture
      src={cls.image_url}
      alt={`${programmes[cls.class_type].name} at ${cls.venue}`}
      loading="lazy"
      onError={() => setFailedUrl(cls.image_url)}
      {...image}
      className={cx(css({ bg: 'bg.subtle' }), className)}
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

const SlotNotes = ({ cls, slot, moment, hasOwnPrice }: SlotNotesProps) => (
  <>
    {hasOwnPrice && <p className={numbers}>{formatCents(slotPrice(cls, slot, moment.today))}</p>}
    {announcedCancellations(cls, slot, moment.today).map(({ date, reason }) => (
      <p key={date} className={warning}>
        No session on {formatDate(date)}
        {reason && `: ${cancellationReasonNames[reason]}`}
      </p>
    ))}
  </>
);

const numbers = css({ fontVariantNumeric: 'tabular-nums' });
const warning = css({ color: 'danger.fg', fontSize: 'sm', fontWeight: 'semibold' });

interface ClassCardProps {
  readonly cls: FootballClass;
  readonly moment: BusinessMoment;
  readonly labels: BookingLabels;
  readonly actions: SlotActions;
  readonly priceNote?: ReactNode;
}

export const ClassCard = ({ cls, moment, labels, actions, priceNote }: ClassCardProps) => {
  const headingId = useId();
  const price = classPrice(cls, moment);
  return (
    <Card.Root as="article" aria-labelledby={headingId} className={card}>
      <ClassPicture cls={cls} className={picture} />
      <Card.Body p={{ base: '3', sm: '5' }} gap={{ base: '2.5', sm: '4' }}>
        <div className={head}>
          <div className={titleLine}>
            <Card.Title id={headingId} fontSize={{ sm: '2xl' }}>
              {classTypeName(cls.class_type)}
            </Card.Title>
            <Badge variant="solid" colorPalette={`programme.${cls.class_type}`} px={{ base: '2', sm: '2.5' }}>
              {programmes[cls.class_type].audience}
            </Badge>
          </div>
          <div className={column}>
            <IconLine icon={CalendarDays} className={weekday}>
              {everyWeekday(cls.start_date)}
            </IconLine>
            <IconLine icon={CalendarRange} className={dates}>
              {formatDate(cls.start_date)} - {formatDate(cls.end_date)}
            </IconLine>
          </div>
        </div>
        <div className={column}>
          <VenueLine of={cls} isShort />
          <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
        </div>
        <PriceBox price={price}>
          {priceNote}
          <p className={trial}>Trial: {formatCents(trialPrice(cls))} (1 session)</p>
        </PriceBox>
        <div className={column}>
          <p className={choose}>Choose your time slot:</p>
          <ul className={slots}>
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
      </Card.Body>
    </Card.Root>
  );
};

const card = css({
  // The browser does not render cards off the screen; this is about the height of a card with two or three time slots.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: { base: 'auto 23rem', sm: 'auto 44rem' },
});

const picture = css({
  position: { base: 'absolute', sm: 'static' },
  insetInlineStart: '3',
  top: '3.5',
  width: { base: '16', sm: 'full' },
  height: { base: '16', sm: '36' },
  borderRadius: { base: 'lg', sm: '[0]' },
});

const head = css({
  display: 'flex',
  flexDirection: 'column',
  gap: { base: '1', sm: '4' },
  ps: { base: '20', sm: '0' },
});

const titleLine = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: '3',
  rowGap: '1',
});

const column = css({ display: 'flex', flexDirection: 'column', gap: { base: '1', sm: '2.5' } });
const slots = css({ display: 'flex', flexDirection: 'column', gap: { sm: '2.5' } });
const weekday = css({ color: 'brand.fg', fontSize: { sm: 'lg' }, fontWeight: 'bold' });
const dates = css({ fontSize: { base: 'sm', sm: 'md' } });
const choose = css({ fontWeight: 'semibold' });

interface PriceBoxProps {
  readonly price: ClassPrice;
  /** What else is to be known of the price. */
  readonly children: ReactNode;
}

export const PriceBox = ({ price: { price, isLowest, weeks }, children }: PriceBoxProps) => (
  <div className={priceBox}>
    <div className={priceLine}>
      {isLowest && <p className={muted}>from</p>}
      <p className={amount}>{formatCents(price)}</p>
      <p className={muted}>{weeksText(weeks)}</p>
    </div>
    {children}
  </div>
);

const priceBox = css({
  px: { base: '3', sm: '4' },
  py: { base: '1.5', sm: '3' },
  borderRadius: 'lg',
  bg: 'bg.subtle',
  fontVariantNumeric: 'tabular-nums',
  lineHeight: { base: 'heading', sm: 'body' },
});

const priceLine = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2' });
const muted = css({ color: 'fg.muted' });
const trial = css({ fontWeight: 'medium' });

const amount = css({
  fontFamily: 'heading',
  fontSize: { base: 'xl', sm: '2xl' },
  fontWeight: 'extrabold',
  lineHeight: 'heading',
});
