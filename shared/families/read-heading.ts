import { type Found, type Person, type Property, roles, wordsOf } from './column-words.ts';

/** Words for a second person, or a second property of a person. */
const secondWords = ['additional', 'secondary', 'other', 'alternate', 'alternative', 'alt'] as const;
type SecondWord = (typeof secondWords)[number];

/** Whose a column is, and what it has, by its heading. */
export interface Named {
  readonly property: Property | 'several' | null;
  readonly person: Exclude<Person, 'neither'> | null;
  /** The words for the person: columns with the same words are of one person. */
  readonly group: string;
  readonly number: number | null;
  /** What counts the property: "Email 2" or "Secondary email" may be the same person's. */
  readonly counted: 'digit' | SecondWord | null;
  /** "Child 2" in the heading of an emergency contact. */
  readonly ofChild: number | null;
  readonly role: keyof typeof roles | null;
  /** Nobody of the family, or another subject: a coach, a label, a street, a consent. */
  readonly isOther: boolean;
  readonly isUnknown: boolean;
}

const nameProperties = ['name', 'first', 'last'] as const;
export type NameProperty = (typeof nameProperties)[number];
export const isNameProperty = (property: Named['property']): property is NameProperty =>
  nameProperties.some((one) => one === property);

const propertyOf = (found: readonly Found[], person: Person | null): Named['property'] => {
  const named = [...new Set(found.flatMap((word) => (word.kind === 'property' ? [word.property] : [])))];
  const [first = null, ...others] = named;
  if (others.length === 0) return first;
  if (named.includes('health')) return 'health';
  if (named.includes('relation')) return 'relation';
  if (named.every(isNameProperty))
    return named.includes('first') && named.includes('last')
      ? 'name'
      : (named.find((one) => one !== 'name') ?? 'name');
  // "Emergency contact: name and phone" is read from one cell.
  return person === 'contact' && named.every((one) => isNameProperty(one) || one === 'phone')
    ? 'name'
    : 'several';
};

/** "Last visit" is no last name. */
const loose: ReadonlySet<string> = new Set(['first', 'last', 'given', 'birth']);

const ordinals: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4 };
const strengths = ['contact', 'adult', 'child', 'family', 'either'] as const;
/** "Doctor" and "Health insurance" are no health. A coach who should know it changes nothing. */
const ofHealth =
  /\b(?:doctor|dr|physician|p(?:a)?ediatrician|gp|surgery|hospital|dentist|dental|insurance|insurer|arzt|hausarzt|kinderarzt|krankenkasse|versicherung|medecin|docteur|assurance|mutuelle|pediatra|seguro|assicurazione|huisarts|arts|verzekering)\b/;

/** "E-mail 2 Address" is no street. */
const isAddress = /^(?:address|addresses|adresse|adres|indirizzo|direccion)$/;

const readWords = (words: readonly Found[]): Named => {
  // "Second parent", "first child": a number, where a person follows.
  const found = words.map((word, at): Found => {
    const isOrdinal = word.text in ordinals && words[at + 1]?.kind === 'person';
    return isOrdinal ? { text: String(ordinals[word.text]), kind: 'number' } : word;
  });
  const text = ` ${found.map((word) => word.text).join(' ')} `;
  const has = (...some: readonly string[]) => some.some((one) => text.includes(` ${one} `));
  const ofPersons = found.flatMap((word) => (word.kind === 'person' ? [word] : []));
  const said = strengths.find((one) => ofPersons.some((word) => word.person === one)) ?? null;
  const isUnknown = found.some(({ kind }) => kind === 'unknown');
  const isLoose = isUnknown && found.every((word) => word.kind !== 'property' || loose.has(word.text));
  const property = isLoose ? null : propertyOf(found, said);
  // "Primary first name", "Secondary first name".
  const isRanked = said === null && isNameProperty(property) && has('primary', 'secondary', 'additional');
  const person = isRanked ? 'adult' : said;
  const numbers = found.flatMap((word, at) => (word.kind === 'number' && word.text.length === 1 ? [at] : []));
  const kindAt = (at: number) => found[at]?.kind;
  const isOfChild = (at: number) => {
    const before = found[at - 1];
    return before?.kind === 'person' && before.person === 'child';
  };
  const childAt = person === 'contact' ? numbers.find(isOfChild) : undefined;
  const at = numbers.find((one) => one !== childAt);
  const second = secondWords.find((word) => has(word)) ?? null;
  const role = (['mother', 'father', 'second'] as const).filter((one) => has(...roles[one]));
  const isNeither = ofPersons.some((word) => word.person === 'neither');
  return {
    property,
    person,
    group: [...new Set(ofPersons.filter((word) => word.person === person).map((word) => word.text))]
      .toSorted()
      .join(' '),
    number: at === undefined ? (second ? 2 : null) : Number(found[at]?.text),
    counted:
      at === undefined
        ? second
        : kindAt(at - 1) !== 'person' && (kindAt(at - 1) === 'property' || kindAt(at + 1) !== 'person')
          ? 'digit'
          : null,
    ofChild: childAt === undefined ? null : Number(found[childAt]?.text),
    role: person === 'adult' && role.length === 1 ? (role[0] ?? null) : null,
    isOther:
      found.some((word) => word.kind === 'aside' && !(property === 'email' && isAddress.test(word.text))) ||
      (property === 'health' ? ofHealth.test(text) : isNeither),
    isUnknown: isUnknown && property !== 'health',
  };
};

const brackets = /[([]([^)\]]*)[)\]]/g;
/** Text in brackets counts where the rest leaves it open: "Name (child)". */
export const readHeading = (heading: string): Named => {
  const outside = readWords(wordsOf(heading.replace(brackets, ' ')));
  if (!brackets.test(heading) || (outside.property !== null && outside.person !== null)) return outside;
  const whole = readWords(wordsOf(heading));
  return whole.isUnknown && !outside.isUnknown ? outside : whole;
};
