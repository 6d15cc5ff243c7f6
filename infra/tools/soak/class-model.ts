import { bookingSchema } from '#shared/schemas/booking';
import type { Cents } from '#shared/schemas/values';
import { classIn, codeOf, hasUnknownOutcome, isUnchanged } from './answers.ts';
import type { Entry } from './history.ts';
import type { Operation } from './linearizability.ts';
import type { NumberOf } from './made-bookings.ts';
import { placeOf } from './school.ts';
import type { KnownHistory } from './slot-model.ts';

/** Model of a class: only a client that knows the latest version can save it. */
export interface ClassState {
  readonly version: number;
  readonly weekly_rate: Cents;
  readonly isDeleted: boolean;
}

export const classText = ({ version, weekly_rate, isDeleted }: ClassState): string =>
  `version ${version} at ${weekly_rate}${isDeleted ? ', deleted' : ''}`;

type Step = (state: ClassState) => readonly ClassState[];

const when = (condition: boolean, state: ClassState): readonly ClassState[] => (condition ? [state] : []);

const save =
  (version: number, weekly_rate: Cents): Step =>
  (state) =>
    when(!state.isDeleted && state.version === version, { ...state, version: version + 1, weekly_rate });

const read = (entry: Entry): Step => {
  const cls = classIn(entry);
  if (!cls) return (state) => when(state.isDeleted, state);
  return (state) =>
    when(!state.isDeleted && state.version === cls.version && state.weekly_rate === cls.weekly_rate, state);
};

const stepOf = (entry: Entry, numberOf: NumberOf): Step | undefined => {
  const { request, answer } = entry;
  const code = codeOf(entry);
  if (code === 'busy') return undefined;
  switch (request.kind) {
    case 'book': {
      const isNew = answer?.status === 201 && numberOf(bookingSchema.parse(answer.body).id) === entry.number;
      if (isNew) return (state) => when(state.weekly_rate === request.weekly_rate, state);
      if (code !== 'priceChanged') return undefined;
      return (state) => when(state.weekly_rate !== request.weekly_rate, state);
    }
    case 'edit':
      if (isUnchanged(entry)) return read(entry);
      if (answer?.status === 200) return save(request.version, request.weekly_rate);
      if (code === 'classChanged')
        return (state) => when(state.isDeleted || state.version !== request.version, state);
      return (state) => when(!state.isDeleted && state.version === request.version, state);
    case 'read-class':
      return read(entry);
    case 'delete-class':
      return (state) => when(answer?.status === 204 || state.isDeleted, { ...state, isDeleted: true });
    default:
      return undefined;
  }
};

const possibleEffect = ({ request }: Entry): Step | undefined => {
  switch (request.kind) {
    case 'edit':
      return save(request.version, request.weekly_rate);
    case 'delete-class':
      return (state) => [{ ...state, isDeleted: true }];
    default:
      return undefined;
  }
};

/** The operations of a history on the item of the first class. */
export const classOperations = ({
  entries,
  numberOf,
  school,
}: KnownHistory): (Operation<ClassState> & { readonly entry: Entry })[] =>
  entries
    .filter(({ request }) => request.kind !== 'book' || placeOf(school, request.slot).cls === school.main)
    .flatMap((entry) => {
      const isUnknown = hasUnknownOutcome(entry);
      const after = isUnknown ? possibleEffect(entry) : stepOf(entry, numberOf);
      return after
        ? [{ entry, invoked: entry.invoked, returned: isUnknown ? undefined : entry.returned, after }]
        : [];
    });
