import type { TimeSlot } from '#shared/schemas/slot';

/** When a slot begins and ends, short enough for a table: "09:00-09:45" (ADM-40). */
export const shortTimes = ({ start_time, end_time }: Pick<TimeSlot, 'start_time' | 'end_time'>): string =>
  [start_time, end_time].map((time) => time.slice(0, 'HH:MM'.length)).join('-');
