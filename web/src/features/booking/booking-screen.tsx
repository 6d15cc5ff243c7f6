import { Stack } from '@chakra-ui/react/stack';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '#shared/paths';
import { classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { Screen } from '../../components/screen.tsx';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { showError } from '../../lib/toasts/toasts.ts';
import { BackToClasses } from './back-to-classes.tsx';
import { loading, SlotBooking } from './slot-booking.tsx';

/** Books one child into one time slot (BOK-01 to BOK-34), or several with one press (BSK-01). */
export const BookingScreen = () => {
  const params = useParams();
  const classId = classIdSchema.safeParse(params.classId);
  const slotId = slotIdSchema.safeParse(params.slotId);
  const isHydrated = useIsHydrated();
  if (isHydrated && !classId.success) return <InvalidLink failure="Failed to load class details" />;
  if (isHydrated && !slotId.success) return <InvalidLink failure="Failed to load time slot details" />;
  return (
    <Screen pageTitle="Book your place" maxWidth="prose" pt={{ base: '1', md: '10' }}>
      <Stack gap={{ base: '2', md: '5' }} css={controlsClearOfBar}>
        <BackToClasses />
        {classId.success && slotId.success ? (
          <SlotBooking key={slotId.data} classId={classId.data} slotId={slotId.data} />
        ) : (
          loading
        )}
      </Stack>
    </Screen>
  );
};

/** Focused controls scroll into view above the sticky bar with the total, not behind it. */
const controlsClearOfBar = { '& :is(a, button, input, select)': { scrollMarginBottom: '8rem' } };

/** A URL with malformed ids is handled like a failed load (ERR-07). */
const InvalidLink = ({ failure }: { readonly failure: string }) => {
  useEffect(() => showError(null, failure), [failure]);
  return <Navigate to={paths.browseClasses} replace />;
};
