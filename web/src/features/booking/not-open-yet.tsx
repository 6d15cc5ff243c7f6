import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDeadline } from '#shared/domain/time/deadline';
import { paths } from '#shared/paths';
import type { Instant } from '#shared/schemas/values';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { countdownText } from '../../lib/time/countdown-text.ts';
import { businessNow } from '../../lib/time/today.ts';
import { msUntil, useInstant } from '../../lib/time/use-instant.ts';

/** When the class opens for the family, with a count-down. The form takes its place by itself (TRM-06). */
export const NotOpenYet = ({ opens_at }: { readonly opens_at: Instant }) => {
  useInstant(opens_at, { counts: true });
  return (
    <Stack gap="5">
      <Notice tone="brand" icon={CalendarClock} role="status">
        This class opens for you on {formatDeadline(opens_at, businessNow())}. The form appears here then.
      </Notice>
      <Stack gap="1" align="center" py="4" role="timer">
        <Text color="fg.muted">Opens in</Text>
        <Text fontFamily="heading" fontWeight="extrabold" fontSize="4xl" fontVariantNumeric="tabular-nums">
          {countdownText(msUntil(opens_at))}
        </Text>
      </Stack>
      <Button asChild variant="outline">
        <Link to={paths.browseClasses}>Browse Other Classes</Link>
      </Button>
    </Stack>
  );
};
