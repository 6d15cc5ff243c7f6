import { type ReactNode, useId, useTransition } from 'react';
import { isFull, placesLeft } from '#shared/classes/class';
import { type Openings, opensForAll, opensForCurrent } from '#shared/classes/openings';
import { formatDeadline } from '#shared/lib/calendar';
import { formatTimeRange, placesText } from '#shared/lib/format';
import type { Instant } from '#shared/lib/values';
import { programEnded } from '#shared/programmes';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { businessNow, useInstant } from '../lib/time/today.ts';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';

interface PlacesBarProps {
  readonly slot: TimeSlot;
  readonly isWarning: boolean;
}

/** The taken places include held ones. The numbers are beside the bar. */
export const PlacesBar = ({ slot, isWarning }: PlacesBarProps) => {
  const taken = Math.min(1, slot.current_bookings / slot.max_capacity);
  return (
    <div className={bar} data-warning={isWarning || undefined} aria-hidden="true">
      <div style={{ width: `${taken * 100}%` }} />
    </div>
  );
};

const bar = css({
  height: '1',
  overflow: 'hidden',
  borderRadius: 'full',
  bg: 'bg.subtle',
  // The bar consists of its colours, so they stay in the user's own colours too.
  forcedColorAdjust: 'none',
  '& > div': { height: 'full', borderRadius: 'full', bg: 'pitch.bright' },
  '&[data-warning] > div': { bg: 'danger.solid' },
});

/** At most this many free places are highlighted. */
const lastPlaces = 3;

export const PlacesMeter = ({ slot }: { readonly slot: TimeSlot }) => {
  const left = placesLeft(slot);
  const isNearlyFull = left <= lastPlaces;
  return (
    <div className={meter}>
      <p className={isNearlyFull ? lastLeft : placesLeftText}>{placesText(left)}</p>
      <PlacesBar slot={slot} isWarning={isNearlyFull} />
    </div>
  );
};

const meter = css({ display: 'flex', flexDirection: 'column', gap: '1.5' });
const smallText = { fontSize: 'sm', fontWeight: 'semibold', lineHeight: 'heading' } as const;
const placesLeftText = css(smallText, { color: 'fg.muted' });
const lastLeft = css(smallText, { color: 'danger.fg' });

interface OpeningGateProps {
  readonly openings: Openings;
  /** While only current families may book, the label says so. */
  readonly children: (forWhom: string) => ReactNode;
}

// Shows when a class opens until its button works (TRM-06). The listing is the same for everybody and does not know current
// families: while these may book, it shows both the general time and a button for them.
const OpeningGate = ({ openings, children }: OpeningGateProps) => {
  const moment = businessNow();
  const everybody = opensForAll(openings, moment.now);
  const current = opensForCurrent(openings, moment.now);
  useInstant(current ?? everybody);
  if (everybody === null) return children('');
  const text = (at: Instant) => formatDeadline(at, moment);
  const isSame = current === everybody;
  return (
    <>
      <div className={opening}>
        {current !== null && !isSame && <p>Opens for current families {text(current)}</p>}
        <p>
          {isSame ? 'Opens' : 'Opens for everybody'} {text(everybody)}
        </p>
      </div>
      {current === null && children('Current families: ')}
    </>
  );
};

const opening = css({
  display: 'flex',
  flex: '[1 0 auto]',
  flexDirection: 'column',
  gap: '0.5',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 'semibold',
});

export interface BookingLabels {
  readonly book: string;
  readonly full: string;
  readonly fullBadge: string | null;
}

export const listingLabels: BookingLabels = { book: 'Book Now', full: 'Fully Booked', fullBadge: 'FULL' };

export interface SlotActions {
  readonly onBook: (slot: TimeSlot) => Promise<void>;
  readonly onJoin: (slot: TimeSlot) => Promise<void>;
}

interface SlotButtonProps {
  readonly timeId: string;
  readonly onPress: () => Promise<void>;
  readonly children: ReactNode;
}

/** The button looks pressed until the next screen is shown. */
const SlotButton = ({ timeId, onPress, children }: SlotButtonProps) => {
  const [isAsked, startTransition] = useTransition();
  return (
    <Button
      flex="[1 0 auto]"
      size="sm"
      aria-describedby={timeId}
      data-asked={isAsked || undefined}
      onClick={() => startTransition(onPress)}
    >
      {children}
    </Button>
  );
};

interface SlotBoxProps {
  readonly slot: TimeSlot;
  readonly labels: BookingLabels;
  readonly actions: SlotActions;
  readonly openings: Openings;
  readonly isOver?: boolean;
  readonly children?: ReactNode;
}

/** A slot has a book button or its opening time (TRM-06); a full slot of an open class has a waiting list (WAI-01, TRM-11). */
export const SlotBox = ({ slot, labels, actions, openings, isOver = false, children }: SlotBoxProps) => {
  const timeId = useId();
  const full = isFull(slot) && !isOver;
  return (
    <li className={box}>
      <div className={facts}>
        <p id={timeId} className={time}>
          {formatTimeRange(slot)}
        </p>
        <PlacesMeter slot={slot} />
        {children}
      </div>
      {full && labels.fullBadge && (
        <Badge variant="solid" colorPalette="danger">
          {labels.fullBadge}
        </Badge>
      )}
      {full || isOver ? (
        <Button flex="[1 0 auto]" variant="outline" size="sm" disabled aria-describedby={timeId}>
          {isOver ? programEnded : labels.full}
        </Button>
      ) : (
        <OpeningGate openings={openings}>
          {(forWhom) => (
            <SlotButton timeId={timeId} onPress={() => actions.onBook(slot)}>
              {forWhom}
              {labels.book}
            </SlotButton>
          )}
        </OpeningGate>
      )}
      {full && (
        <OpeningGate openings={openings}>
          {(forWhom) => (
            <SlotButton timeId={timeId} onPress={() => actions.onJoin(slot)}>
              {forWhom}
              Join waiting list
            </SlotButton>
          )}
        </OpeningGate>
      )}
    </li>
  );
};

const box = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  rowGap: { base: '2', sm: '3' },
  px: { sm: '3' },
  py: { base: '1', sm: '3' },
  borderWidth: { base: '1px 0 0', sm: '1px' },
  borderColor: 'border',
  borderRadius: { sm: 'lg' },
});

/** The facts grow before the button does, which is stretched only when it is alone on its line. */
const facts = css({
  display: 'flex',
  flex: '[999 1 9.25rem]',
  flexDirection: 'column',
  gap: { base: '0.5', sm: '1.5' },
});

const time = css({
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 'bold',
  lineHeight: 'heading',
  whiteSpace: 'nowrap',
});
