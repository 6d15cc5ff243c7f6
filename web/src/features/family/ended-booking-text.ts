import { formatCents } from '#shared/domain/pricing/money';
import type { EndReason } from '#shared/schemas/end-reason';
import type { EndedBooking } from '#shared/schemas/ended-booking';

const reasonTexts: Record<EndReason, string> = {
  cancelled: 'You cancelled this booking',
  removed: 'The school removed this booking',
  moved: 'Moved to another class',
  upgraded: 'Became a full program',
  'trial-over': 'The trial is over',
  'class-deleted': 'The school cancelled this class',
  'account-deleted': 'Ended with the account',
};

/** Why a booking ended (END-03). */
export const endReasonText = ({ ended }: EndedBooking): string => reasonTexts[ended.reason];

/** What was credited of an ended booking, or what the school still decides (END-03, END-07). */
export const creditText = ({ credited, ended, late_credit }: EndedBooking): string => {
  if (credited > 0) return `Credited: ${formatCents(credited)}`;
  const isOpen = ended.suggested > 0 && late_credit === undefined;
  return isOpen ? 'Cancelled late: the school decides about a credit' : 'Nothing was credited';
};
