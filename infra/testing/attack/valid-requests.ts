import type { RouteName } from '#shared/contract/routes';
import { bookingRequests } from './requests/booking-requests.ts';
import { classRequests } from './requests/class-requests.ts';
import { coachRequests } from './requests/coach-requests.ts';
import { familyRequests } from './requests/family-requests.ts';
import { linksRequests } from './requests/links-requests.ts';
import { messageRequests } from './requests/message-requests.ts';
import { parentRequests } from './requests/parent-requests.ts';
import { publicRequests } from './requests/public-requests.ts';
import type { Prepare } from './requests/question.ts';

/** A valid request of each route. It fails only where the caller lacks access or the resource does not exist. */
export const validRequests: Record<RouteName, Prepare> = {
  ...publicRequests,
  ...familyRequests,
  ...classRequests,
  ...bookingRequests,
  ...parentRequests,
  ...messageRequests,
  ...linksRequests,
  ...coachRequests,
};
