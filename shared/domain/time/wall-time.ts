import { ascending } from '#shared/domain/lists/ascending';
import type { WallTime } from '#shared/schemas/values';

/** `09:00` and `09:00:00` are the same time (DAT-08). */
const withSeconds = (time: WallTime): string => time.padEnd('HH:MM:SS'.length, ':00');

/** Negative when `one` is earlier, positive when it is later, 0 for the same time. */
export const compareTimes = (one: WallTime, other: WallTime): number =>
  ascending(withSeconds(one), withSeconds(other));

/** A time without seconds: "09:00". */
export const withoutSeconds = (time: WallTime): string => time.slice(0, 'HH:MM'.length);
