import { useQuery } from '@tanstack/react-query';
import { CalendarDays, MapPin } from 'lucide-react';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/lib/format';
import { IconLine } from '../../../components/icon-line.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { classesQuery } from '../../../lib/api/route-query.ts';
import type { ChosenPlace } from '../../../lib/sign-in/chosen-place.ts';

// Most logins have no chosen place, so this is loaded for one.

export const ChosenPlaceCard = ({ place: { classId, slotId } }: { readonly place: ChosenPlace }) => {
  const { data, isPending } = useQuery(classesQuery);
  if (isPending) return <Skeleton height="28" borderRadius="xl" mb="4" />;
  const cls = data?.classes.find(({ id }) => id === classId);
  const slot = cls?.time_slots.find(({ id }) => id === slotId);
  if (!cls || !slot) return null;
  return (
    <Card.Root asChild mb="4" variant="programme" colorPalette={`programme.${cls.class_type}`}>
      <section aria-label="Your choice">
        <Card.Body p="4" gap="1.5">
          <Text fontWeight="bold">{classTypeName(cls.class_type)}</Text>
          <IconLine icon={CalendarDays} fontVariantNumeric="tabular-nums">
            {everyWeekday(cls.start_date)}, {formatTimeRange(slot)}
          </IconLine>
          <IconLine icon={MapPin}>{cls.venue}</IconLine>
          <Text fontSize="sm" color="fg.muted">
            After you have logged in, you go on with this class.
          </Text>
        </Card.Body>
      </section>
    </Card.Root>
  );
};
