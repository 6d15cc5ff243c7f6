/**
 * A number of hours in words: "1 hour", "24 hours".
 * @param one how a single hour is worded
 */
export const hoursText = (hours: number, one = '1 hour'): string => (hours === 1 ? one : `${hours} hours`);
