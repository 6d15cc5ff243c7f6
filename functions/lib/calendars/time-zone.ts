import { offsetText, zoneOffset } from '#shared/domain/time/business-time';
import { dayMs, secondMs } from '#shared/domain/time/milliseconds';

interface Transition {
  /** The first instant of the new offset, in milliseconds since 1970. */
  readonly at: number;
  /** Offsets from UTC in milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** The instant between two others at which the offset changes, to the second. */
const bisect = (start: number, end: number, timeZone: string): number => {
  const from = zoneOffset(start, timeZone);
  let [before, after] = [start, end];
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (zoneOffset(middle, timeZone) === from) before = middle;
    else after = middle;
  }
  return after;
};

/** The clock changes of a zone between two instants: at most one lies within a day. */
const transitionsOf = (timeZone: string, start: number, end: number): Transition[] => {
  const transitions: Transition[] = [];
  for (let day = start; day < end; day += dayMs) {
    const [from, to] = [zoneOffset(day, timeZone), zoneOffset(day + dayMs, timeZone)];
    if (from !== to) transitions.push({ at: bisect(day, day + dayMs, timeZone), from, to });
  }
  return transitions;
};

/** The wall time of an instant at an offset: "20261025T020000". */
const wallText = (instant: number, offset: number): string =>
  new Date(instant + offset).toISOString().slice(0, 19).replace(/[-:]/g, '');

const observance = ({ at, from, to }: Transition): string[] => {
  const name = to > from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${wallText(at, from)}`,
    `TZOFFSETFROM:${offsetText(from).replace(':', '')}`,
    `TZOFFSETTO:${offsetText(to).replace(':', '')}`,
    `END:${name}`,
  ];
};

/**
 * The definition of a zone (RFC 5545, 3.6.5) from one day before `start` to one day after `end`, made from the zone data
 * of the runtime, which also gives the prices their dates. A library's copy of all zones is ten times the size of a
 * function, and may be of another year.
 */
export const timeZoneDefinition = (timeZone: string, start: Date, end: Date): string => {
  const [first, last] = [start.getTime() - dayMs, end.getTime() + dayMs];
  const offset = zoneOffset(first, timeZone);
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance({ at: first, from: offset, to: offset }),
    ...transitionsOf(timeZone, first, last).flatMap(observance),
    'END:VTIMEZONE',
  ].join('\r\n');
};
