import { type CalendarDate, calendarDateSchema, type WallTime, wallTimeSchema } from '#shared/schemas/values';

/** What calendars and clocks show. */
export interface WallClock {
  readonly date: CalendarDate;
  readonly time: WallTime;
}

/** What the calendars and clocks of UTC show at an instant, in milliseconds. */
export const utcClock = (instant: number): WallClock => {
  const [date, time = ''] = new Date(instant).toISOString().split('T');
  return { date: calendarDateSchema.parse(date), time: wallTimeSchema.parse(time.slice(0, 'HH:MM'.length)) };
};
