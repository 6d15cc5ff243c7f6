import { changeProblems } from '#shared/contract/change-problems';
import type { MyEndedBooking } from '#shared/schemas/my-bookings';

export const keptAlready = 'This place is kept already.';

/** Why a booking that is not live cannot be changed: a link to it, as the email of the day after has one, may be old. */
export const goneText = (record: MyEndedBooking | undefined): string => {
  switch (record?.ended.reason) {
    case 'upgraded':
      return keptAlready;
    case 'trial-over':
      return changeProblems.trialOver.text;
    default:
      return changeProblems.bookingNotFound.text;
  }
};
