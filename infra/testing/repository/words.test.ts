import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const sources = globSync('{shared,functions,web/src,infra/cloud,infra/deployment}/**/*.{ts,tsx}', {
  cwd: root,
})
  .filter((file) => !/\.test\.|testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The rooms in whose names a word has the one meaning of docs/data-model.md, and names that are sent, stored or a standard's. */
const meanings: Readonly<Record<string, { forms: RegExp; rooms: string; names: string }>> = {
  place: {
    forms: /^places?$/,
    rooms:
      'across accounts booking classes families ledger lib messages registers sessions terms waiting app components',
    names: 'placeItems takesPlace tooFewPlaces keptPlaceNotFree placesOpen',
  },
  held: {
    forms: /^held$/,
    rooms: 'booking waiting terms',
    names: 'heldDays heldUntil held_by held_until trialHeld offerTrialHeld',
  },
  kept: { forms: /^kept$/, rooms: 'terms', names: 'kept_until kept_places keptPlaceNotFree' },
  entry: {
    forms: /^entr(y|ies)$/,
    rooms: 'across bank cards ledger',
    names:
      'fromEntries getEntriesByType isDynamicEntry LedgerEntry LedgerEntryCause LedgerEntryKey ledgerEntryKey ledgerEntryItemKey ledgerEntryEntity ledgerEntriesPartition listLedgerEntries bookingEntriesJoin statementEntrySchema entryWrites entryNoteKey entryNotesPartition entryNotesPartitionPrefix entriesPartitionPrefix entryNoteLength entryNotFound waitingEntryNotFound entryId entry_id',
  },
  mark: {
    forms: /^mark(s|ed)?$/,
    rooms: 'registers',
    names:
      'byteOrderMark BrandMark brandMark coachMarksName exportedMarks exportedMarkSchema register_marks storedMarkSchema markedSessionSchema MarkedChild marksInOrder joinMarks readFamilyMarks deleteFamilyMarks marksAtOnce marksBodyBytes markReasonLength',
  },
  part: {
    forms: /^parts?$/,
    rooms: 'booking ledger waiting terms',
    names:
      'is_part DuePart dueParts due_parts datedParts formatToParts DateTimeFormatPartTypes FormFieldParts PartProps PartOptions createPart',
  },
};

/** The names of a source that consist of several words: neither comments, nor texts, nor single words. */
const namesIn = (text: string): string[] =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|^import[^;]*;|'(?:[^'\\\n]|\\.)*'/gm, '')
    .match(/[A-Za-z]+(?:_[a-z]|[a-z][A-Z])\w*/g) ?? [];
const roomOf = (file: string): string =>
  /^(?:shared|functions|web\/src\/features\/\w+|web\/src|infra)\/(\w+)/.exec(file)?.[1] ?? '';

describe.each(Object.entries(meanings))('%s', (word, { forms, rooms, names }) => {
  it('stands in the names of the rooms that have its one meaning, which the data model lists [WAL-03]', () => {
    const others = sources
      .filter(({ file }) => !rooms.split(' ').includes(roomOf(file)))
      .flatMap(({ file, text }) => [...new Set(namesIn(text))].map((name) => ({ file, name })))
      .filter(({ name }) => name.split(/_|(?<=[a-z])(?=[A-Z])/).some((one) => forms.test(one.toLowerCase())))
      .filter(({ name }) => !names.split(' ').includes(name));
    expect(others).toEqual([]);
    expect(readFileSync(join(root, 'docs/data-model.md'), 'utf8')).toContain(`\n- **${word}**: `);
  });
});

it('a comment begins with what it is about: with no pronoun, and no fragment without a noun [WAL-03]', () => {
  const begun = /^[ \t]*(?:\{?\/\*\*?|(?<!\/\/.*\n\s*)\/\/)[\s*]+(?:It|They|He|She|That|Those|As|Of) .*/gm;
  expect(
    sources.flatMap(({ file, text }) => (text.match(begun) ?? []).map((comment) => `${file}: ${comment}`)),
  ).toEqual([]);
});
