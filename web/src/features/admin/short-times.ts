import { withoutSeconds } from '#shared/domain/time/wall-time';
import type { TimeSlot } from '#shared/schemas/slot';

/** Start and end of a slot for a table: "09:00-09:45" (ADM-40). */
export const shortTimes = ({ start_time, end_time }: Pick<TimeSlot, 'start_time' | 'end_time'>): string =>
  [start_time, end_time].map(withoutSeconds).join('-');
