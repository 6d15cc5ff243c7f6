import { Text } from '@chakra-ui/react/text';
import { formatLongDate } from '#shared/domain/text/format';
import { type CancellationReason, cancellationReasonNames } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';

interface CancelledSessionProps {
  readonly date: CalendarDate;
  readonly reason: CancellationReason;
}

/** The date of a cancelled session, struck through, with the reason (CAN-13). */
export const CancelledSession = ({ date, reason }: CancelledSessionProps) => (
  <Text>
    <del>{formatLongDate(date)}</del> Cancelled: {cancellationReasonNames[reason]}
  </Text>
);
