import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { isFull } from '#shared/domain/capacity';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { TimeSlot } from '#shared/schemas/slot';
import { LoadFailure } from '../../components/load-failure.tsx';
import { BookingForm } from './booking-form.tsx';
import { BookingHeader } from './booking-header.tsx';
import { BookingSkeleton } from './booking-skeleton.tsx';
import { NoChildren } from './no-children.tsx';
import { classQuery, familyQuery, slotQuery, useKnown } from './queries.ts';
import { SlotFull } from './slot-full.tsx';

/** Loads what a booking needs, then shows the class and what can be done about the slot. */
export const SlotBooking = ({ classId, slotId }: { classId: ClassId; slotId: SlotId }) => {
  const known = useKnown(classId, slotId);
  const cls = useQuery({ ...classQuery(classId), placeholderData: known.cls });
  const slot = useQuery({ ...slotQuery(classId, slotId), staleTime: 0, placeholderData: known.slot });
  const family = useQuery(familyQuery);
  // Only a first load that failed: a later one must not take the form away.
  if (cls.isLoadingError || slot.isLoadingError) return <Navigate to={paths.browseClasses} replace />;
  if (family.isLoadingError) return <LoadFailure onRetry={() => void family.refetch()} />;
  if (!cls.data || !slot.data) return <BookingSkeleton />;
  return (
    <>
      <BookingHeader cls={cls.data} slot={slot.data} />
      {family.data ? (
        <BookingStep cls={cls.data} slot={slot.data} family={family.data} />
      ) : (
        <BookingSkeleton />
      )}
    </>
  );
};

interface BookingStepProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly family: Family;
}

const BookingStep = ({ cls, slot, family }: BookingStepProps) => {
  if (isFull(slot)) return <SlotFull cls={cls} slot={slot} />;
  if (family.children.length === 0) return <NoChildren />;
  return <BookingForm cls={cls} slot={slot} familyChildren={family.children} />;
};
