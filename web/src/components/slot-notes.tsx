import { Text } from '@chakra-ui/react/text';
import { announcedCancellations } from '#shared/domain/messages/announced-cancellations';
import { formatCents } from '#shared/domain/pricing/money';
import { slotPrice } from '#shared/domain/pricing/session-pricing';
import { formatDate } from '#shared/domain/text/format';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { FootballClass } from '#shared/schemas/class';
import { cancellationReasonNames } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';

interface SlotNotesProps {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly moment: BusinessMoment;
  /** The prices of the slots differ, and this one can be booked (CAL-05). */
  readonly hasOwnPrice: boolean;
}

/** The price of a slot where it is not the class's, and its sessions that were cancelled (CAN-14). */
export const SlotNotes = ({ cls, slot, moment, hasOwnPrice }: SlotNotesProps) => (
  <>
    {hasOwnPrice && (
      <Text fontVariantNumeric="tabular-nums">{formatCents(slotPrice(cls, slot, moment.today))}</Text>
    )}
    {announcedCancellations(cls, slot, moment.today).map(({ date, reason }) => (
      <Text key={date} fontSize="sm" fontWeight="semibold" color="danger.fg">
        No session on {formatDate(date)}
        {reason && `: ${cancellationReasonNames[reason]}`}
      </Text>
    ))}
  </>
);
