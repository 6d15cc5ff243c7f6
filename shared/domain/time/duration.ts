const units = [
  { seconds: 3_600, one: 'an hour', many: 'hours' },
  { seconds: 60, one: 'a minute', many: 'minutes' },
] as const;

/** Whole hours, minutes or seconds in words, for use after "in": "an hour", "2 minutes", "half a minute". */
export const durationText = (seconds: number): string => {
  if (seconds === 30) return 'half a minute';
  const unit = units.find((one) => seconds % one.seconds === 0);
  if (!unit) return `${seconds} seconds`;
  return seconds === unit.seconds ? unit.one : `${seconds / unit.seconds} ${unit.many}`;
};
