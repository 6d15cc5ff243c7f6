import { Span } from '@chakra-ui/react/span';
import { formatTimeRange } from '#shared/domain/text/format';
import type { CoachSession } from '#shared/schemas/register';

/** "9:00 AM - 10:00 AM", which is never broken. */
export const TimeOf = ({ session }: { readonly session: Pick<CoachSession, 'start_time' | 'end_time'> }) => (
  <Span whiteSpace="nowrap">{formatTimeRange(session)}</Span>
);
