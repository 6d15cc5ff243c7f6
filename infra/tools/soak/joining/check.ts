import { holds, type Step, unchanged, when } from '#infra/testing/linearizability';
import { routes } from '#shared/contract/routes';
import { checkLinearizable, type RecordedOperation } from '../check-bookings.ts';
import type { Violation } from '../driver.ts';
import {
  codeOf,
  type Entry,
  hasUnknownOutcome,
  isJoining,
  type JoiningRequest,
  linesOf,
} from '../requests.ts';
import { files, noteOfFiles, ownChild, type StoredNewcomer } from './newcomers.ts';

/** What an import of a file made of the family, or that the family is taken back and the marks of the rows are left. */
type Deed = { readonly made: 'family' | 'changes'; readonly children: readonly string[] } | 'gone';

/** Model of an address, and of the family that has it. */
interface AddressState {
  /** Who has the address: a family of the office has no login. */
  readonly holder: 'nobody' | 'office' | 'login';
  /** An acceptance has opened an account, and has not joined the family of the office. */
  readonly isOpened: boolean;
  readonly children: ReadonlySet<string>;
  /** By file. */
  readonly deeds: ReadonlyMap<number, Deed>;
}

type AddressStep = Step<AddressState>;

const nothing: AddressState = { holder: 'nobody', isOpened: false, children: new Set(), deeds: new Map() };

const familyText = ({ holder, children }: Pick<AddressState, 'holder' | 'children'>): string =>
  `${holder}: ${[...children].toSorted().join(' ')}`;

const addressText = (state: AddressState): string => {
  const deeds = [...state.deeds].map(([file, deed]) =>
    deed === 'gone' ? `${file} gone` : `${file} ${deed.made} ${deed.children.join(' ')}`,
  );
  return [familyText(state), state.isOpened ? 'opened' : '', ...deeds.toSorted()].join(' | ');
};

const withDeed = (state: AddressState, file: number, deed: Deed): AddressState => ({
  ...state,
  deeds: new Map([...state.deeds, [file, deed]]),
});

const withoutDeed = (state: AddressState, file: number): AddressState => ({
  ...state,
  deeds: new Map([...state.deeds].filter(([key]) => key !== file)),
});

interface Imported {
  readonly decision: string;
  readonly state: AddressState;
}

/** What an import of a file decides, and what it stores. */
const imported = (state: AddressState, file: number): Imported => {
  const { holder, isOpened, children } = state;
  const known = state.deeds.get(file);
  if (known === 'gone' || (!known && isOpened)) return { decision: 'refused', state };
  if (known) return { decision: 'same', state };
  const added = (files[file] ?? []).filter((name) => !children.has(name));
  const grown: AddressState = {
    ...withDeed(state, file, { made: holder === 'nobody' ? 'family' : 'changes', children: added }),
    holder: holder === 'nobody' ? 'office' : holder,
    children: new Set([...children, ...added]),
  };
  if (holder === 'nobody') return { decision: 'new', state: grown };
  return { decision: added.length > 0 ? 'changes' : 'same', state: grown };
};

/** Takes an import back; none where something was built on it. */
const takeBack =
  (file: number): AddressStep =>
  (state) => {
    const deed = state.deeds.get(file);
    if (!deed) return [];
    if (deed === 'gone') return [state];
    const left = [...state.children].filter((name) => !deed.children.includes(name));
    // The marks of its rows go at once.
    if (deed.made === 'changes') return [withoutDeed({ ...state, children: new Set(left) }, file)];
    // What other files said of the family goes with it.
    const deeds = new Map([...state.deeds.keys()].map((key) => [key, 'gone'] as const));
    return when(state.holder === 'office' && left.length === 0, {
      holder: state.isOpened ? 'login' : 'nobody',
      isOpened: false,
      children: new Set(),
      deeds,
    });
  };

/** The last step of an undo of a family: the file can be imported again. */
const forget =
  (file: number): AddressStep =>
  (state) => {
    const deed = state.deeds.get(file);
    return when(deed === undefined || deed === 'gone', withoutDeed(state, file));
  };

const signUp: AddressStep = (state) =>
  state.holder === 'nobody' ? [{ ...state, holder: 'login', children: new Set([ownChild]) }] : [state];

const join: AddressStep = (state) =>
  when(state.holder === 'office', { ...state, holder: 'login', isOpened: false });

/** An acceptance that did not join a family may have opened the account. */
const openOnly: AddressStep = (state) => {
  if (state.holder === 'nobody') return [state, { ...state, holder: 'login' }];
  return state.holder === 'office' ? [state, { ...state, isOpened: true }] : [state];
};

/** What a request can have done whose outcome is unknown; undos have two steps. */
const effects = (request: JoiningRequest): AddressStep[] => {
  switch (request.kind) {
    case 'import':
      return [(state) => [imported(state, request.file).state]];
    case 'undo':
      return [takeBack(request.file), forget(request.file)];
    case 'sign-up':
      return [signUp];
    case 'accept':
      return [(state) => [...openOnly(state), ...join(state)]];
  }
};

const isDone = ({ answer }: Entry): boolean => answer !== undefined && answer.status < 300;

const answered = (request: JoiningRequest, entry: Entry): AddressStep[] => {
  if (request.kind === 'accept') return [isDone(entry) ? join : openOnly];
  if (codeOf(entry) === 'importNotFound' && 'file' in request)
    return [holds(({ deeds }) => !deeds.has(request.file))];
  // A limit of requests.
  if (!isDone(entry)) return [unchanged];
  if (!('file' in request)) return [signUp];
  const { file } = request;
  if (request.kind === 'import') {
    const [family] = routes.importFamilies.response.parse(entry.answer?.body).families;
    // Also while somebody signs up, or the family is being deleted.
    if (family?.state === 'refused') return [unchanged];
    return [
      (state) => {
        const next = imported(state, file);
        return when(next.decision === family?.state, next.state);
      },
    ];
  }
  const { undone, kept } = routes.undoImport.response.parse(entry.answer?.body);
  const [built] = kept;
  if (built?.built.includes('has a login')) return [holds(({ holder }) => holder === 'login')];
  if (built) return [holds(({ deeds }) => deeds.has(file))];
  return undone > 0 ? [takeBack(file), forget(file)] : [holds(({ deeds }) => !deeds.has(file))];
};

const operationsOf = (entries: readonly Entry[], address: string): RecordedOperation<AddressState>[] =>
  entries.flatMap((entry) => {
    const { request, invoked } = entry;
    if (!isJoining(request) || request.address !== address) return [];
    const isUnknown = hasUnknownOutcome(entry);
    const returned = isUnknown ? undefined : entry.returned;
    const steps = isUnknown ? effects(request) : answered(request, entry);
    return steps.filter((step) => step !== unchanged).map((after) => ({ entry, invoked, returned, after }));
  });

/** Checks what is left of each address, after somebody signed up with it and who reads its mailbox answered (IMP-02, IMP-03). */
export const checkNewcomers = (
  entries: readonly Entry[],
  end: number,
  newcomers: readonly StoredNewcomer[],
): Violation[] =>
  newcomers.flatMap(({ address, registration, users, families }) => {
    const own = entries.filter(({ request }) => isJoining(request) && request.address === address);
    const children = families.flatMap((family) => family.children);
    const names = children.map(({ name }) => name);
    const rules: readonly (readonly [rule: string, isKept: boolean, text: string])[] = [
      ['an address has one family', families.length === 1, `it has ${families.length}`],
      [
        'an address has one account',
        registration?.holder === 'account' && users.length === 1 && users[0] === registration.userId,
        `${registration?.holder ?? 'nobody'}, ${users.length} users of the pool`,
      ],
      ['a child is in a family once', new Set(names).size === names.length, names.join(', ')],
      [
        'a note is the answer of the family',
        children.every(({ medical_conditions }) => medical_conditions !== noteOfFiles),
        'the note of a file is on a card',
      ],
    ];
    const seen = familyText({ holder: 'login', children: new Set(names) });
    const last = {
      invoked: end,
      returned: end,
      after: holds((state: AddressState) => familyText(state) === seen),
    };
    return [
      ...rules
        .filter(([, isKept]) => !isKept)
        .map(([rule, , text]) => ({ rule, text, history: linesOf(own) })),
      ...checkLinearizable('an address', nothing, [...operationsOf(entries, address), last], addressText),
    ];
  });
