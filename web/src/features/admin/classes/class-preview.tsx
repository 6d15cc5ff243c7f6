import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { formatCents } from '#shared/domain/pricing/money';
import { classPrice } from '#shared/domain/pricing/session-pricing';
import { classTypeName, everyWeekday } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { FootballClass } from '#shared/schemas/class';
import type { ManagedClass } from '#shared/schemas/class-input';
import { ClassCard } from '../../../components/class-card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { venuesQuery } from '../venues/venues-query.ts';
import { previewedClass } from './previewed-class.ts';
import type { ClassForm } from './use-class-form.ts';

interface ClassPreviewProps {
  readonly form: ClassForm;
  /** The class that is being edited. */
  readonly stored?: ManagedClass | undefined;
}

const noActions = { onBook: () => undefined, onJoin: () => undefined };

const cardText = (cls: FootballClass, moment: BusinessMoment): string =>
  `Card of ${classTypeName(cls.class_type)}, ${everyWeekday(cls.start_date)}, ${formatCents(classPrice(cls, moment).price)}`;

/** The card of the class as families will see it, for the values in the form. A picture: nothing in it can be used. */
export const ClassPreview = ({ form, stored }: ClassPreviewProps) => {
  const moment = useBusinessNow();
  const venues = useQuery(venuesQuery).data?.venues ?? [];
  const [
    class_type,
    venue_id,
    coach_name,
    weekly_rate,
    start_date,
    end_date,
    skipped_dates,
    image_url,
    opens_for_current_at,
    opens_at,
    opens_for_current_which,
    opens_which,
    time_slots,
  ] = useWatch({
    control: form.control,
    name: [
      'class_type',
      'venue_id',
      'coach_name',
      'weekly_rate',
      'start_date',
      'end_date',
      'skipped_dates',
      'image_url',
      'opens_for_current_at',
      'opens_at',
      'opens_for_current_which',
      'opens_which',
      'time_slots',
    ],
  });
  const cls = previewedClass(
    {
      class_type,
      venue_id,
      coach_ids: [],
      coach_name,
      weekly_rate,
      start_date,
      end_date,
      skipped_dates,
      image_url,
      opens_for_current_at,
      opens_at,
      opens_for_current_which,
      opens_which,
      time_slots,
    },
    stored,
    siteConfig().pictureHosts,
    venues.find(({ id }) => id === venue_id),
  );
  return (
    <Stack gap="3">
      <Heading as="h3" size="md">
        What Families Will See
      </Heading>
      {cls ? (
        <Box role="img" aria-label={cardText(cls, moment)} maxWidth="26rem">
          <div inert aria-hidden>
            <ClassCard cls={cls} moment={moment} labels={listingLabels} actions={noActions} />
          </div>
        </Box>
      ) : (
        <Text color="fg.muted">
          The card appears here once class type, weekly rate and both dates are set.
        </Text>
      )}
    </Stack>
  );
};
