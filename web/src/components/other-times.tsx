import { useQuery } from '@tanstack/react-query';
import { placesLeft } from '#shared/classes/class';
import { classTypeName, everyWeekday, formatDate, formatTimeRange, placesText } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { type OtherTime, otherTimes } from '#shared/terms/renewals';
import type { MoveOffer, OfferView } from '#shared/waiting/waiting-view';
import { css } from '#styled-system/css';
import { classesQuery } from '../lib/api/route-query.ts';
import { businessNow } from '../lib/time/today.ts';
import { LoadFailure } from './loading.tsx';
import { Button } from './ui/button.tsx';
import { Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

interface OtherTimesProps {
  readonly offer: OfferView;
  readonly onChoose: (slot: MoveOffer) => void;
  readonly isPending: boolean;
}

export const OtherTimes = ({ offer, onChoose, isPending }: OtherTimesProps) => {
  const { data, isLoadingError, refetch } = useQuery(classesQuery);
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (!data) return <Text color="fg.muted">Loading other times...</Text>;
  const times = otherTimes(data.classes, offer, businessNow());
  if (times.length === 0) return <Text>No other time has a free place.</Text>;
  return (
    <Stack as="ul" aria-label="Other times" gap="3" listStyleType="none">
      {times.map((time) => (
        <li key={time.slot.id} className={css({ borderTopWidth: '1px', borderColor: 'border', pt: '3' })}>
          <Choice
            time={time}
            isPending={isPending}
            onChoose={() => onChoose({ class_id: time.cls.id, time_slot_id: time.slot.id })}
          />
        </li>
      ))}
    </Stack>
  );
};

interface ChoiceProps {
  readonly time: OtherTime;
  readonly isPending: boolean;
  readonly onChoose: () => void;
}

const Choice = ({ time: { cls, slot, places }, isPending, onChoose }: ChoiceProps) => (
  <Stack gap="2">
    <Text>
      <strong>{classTypeName(cls.class_type)}</strong>, {everyWeekday(cls.start_date)},{' '}
      {formatTimeRange(slot)}, {cls.venue}
    </Text>
    <Text color="fg.muted" fontVariantNumeric="tabular-nums">
      {formatDate(places.from_session)} to {formatDate(places.dates.at(-1) ?? places.from_session)},{' '}
      {formatCents(places.price)}, {placesText(placesLeft(slot))}
    </Text>
    <Button type="button" variant="outline" alignSelf="start" disabled={isPending} onClick={onChoose}>
      Keep This Time
    </Button>
  </Stack>
);
