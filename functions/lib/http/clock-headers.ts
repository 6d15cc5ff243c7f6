import { offsetStartsHeader, serverNowHeader } from '#shared/contract/caching';
import { offsetStarts, toOffsetTime } from '#shared/domain/time/business-time';

/** The headers with the clocks of the business, which every answer has. */
export const createClockHeaders = (clock: () => Date, timeZone: string) => {
  // By day and offset: an offset that was changed today is another one.
  const known = { key: '', starts: '' };
  return (): Record<string, string> => {
    const now = clock();
    const text = toOffsetTime(now, timeZone);
    const key = text.slice(0, 'YYYY-MM-DD'.length) + text.slice('YYYY-MM-DDTHH:MM:SS.sss'.length);
    if (key !== known.key) {
      const starts = offsetStarts(now, timeZone).map((start) => toOffsetTime(start, timeZone));
      Object.assign(known, { key, starts: starts.join(' ') });
    }
    return { [serverNowHeader]: text, [offsetStartsHeader]: known.starts };
  };
};
