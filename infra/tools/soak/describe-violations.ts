import type { Violation } from './check-bookings.ts';
import type { Entry, Request } from './history.ts';
import type { RunResult } from './run.ts';

/** Ids without what all of them share. */
const short = (id: string): string => id.slice(-6);

const asked = (request: Request): string => {
  switch (request.kind) {
    case 'book':
      return `book ${request.child.name} of family ${short(request.parent)} in slot ${short(request.slot)}, order ${request.order}`;
    case 'delete':
      return `delete booking ${short(request.booking)}`;
    case 'rename':
      return `correct booking ${short(request.booking)} to ${request.name}`;
    case 'edit':
      return `save version ${request.version} at ${request.weekly_rate} with ${request.rows
        .map(({ slot, max_capacity }) => `${max_capacity} places in ${short(slot)}`)
        .join(', ')}`;
    case 'look':
      return `look at slot ${short(request.slot)}`;
    case 'open':
      return 'open the class';
    case 'delete-class':
      return 'delete the class';
  }
};

const answered = ({ request, answer }: Entry): string => {
  if (!answer) return 'no answer';
  const body = Object(answer.body);
  if (answer.status >= 400) return `${answer.status} ${body.code}`;
  if (request.kind === 'book') return `${answer.status}, booking ${short(String(body.id))}`;
  if (request.kind === 'look') return `${body.current_bookings} of ${body.max_capacity} places taken`;
  const cls = request.kind === 'open' ? Object(body.class) : body;
  if (request.kind !== 'open' && request.kind !== 'edit') return String(answer.status);
  const slots: readonly { id: string; current_bookings: number; max_capacity: number }[] = cls.time_slots;
  const places = slots.map(
    ({ id, current_bookings, max_capacity }) => `${current_bookings} of ${max_capacity} in ${short(id)}`,
  );
  return `version ${cls.version} at ${cls.weekly_rate}, ${places.join(', ')}`;
};

const line = (entry: Entry): string => {
  const { number, worker, request, invoked, returned } = entry;
  const when = `${invoked}-${entry.answer ? returned : '?'}`.padEnd(8);
  return `  ${when} #${number} by ${worker}: ${asked(request)} -> ${answered(entry)}`;
};

const tell = ({ rule, text, story }: Violation): string =>
  [`${rule}: ${text}`, ...story.map(line)].join('\n');

/** What went wrong in a run, as short as it can be told: the shortest story of all that there are. */
export const storyOf = ({ violations }: Pick<RunResult, 'violations'>): string => {
  const told = violations.filter(({ story }) => story.length > 0);
  const [shortest, ...others] = (told.length > 0 ? told : violations).toSorted(
    (one, other) => one.story.length - other.story.length,
  );
  if (!shortest) return 'Nothing went wrong.';
  const besides = [...new Set(others.map(({ rule }) => rule))].filter((rule) => rule !== shortest.rule);
  return [tell(shortest), ...(besides.length > 0 ? [`Broken besides: ${besides.join('; ')}.`] : [])].join(
    '\n',
  );
};
