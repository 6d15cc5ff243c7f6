import { splitWords, textKey } from '#shared/lib/fold-text';

/**
 * Words of texts that say "nothing", folded, in six languages. A text says nothing where all of its words are here and one of
 * them denies. Any other word, such as "nuts", makes it a note.
 */
const words = {
  /** Denies alone. */
  no: 'no none nope nil null nothing na nka nkda nkfa nkma non aucun aucune aucuns aucunes rien neant ras kein keine keinen keinerlei nein nichts ninguna ninguno ningunas ningunos ningun nada nessuna nessuno nessun niente nulla geen nee niets nvt',
  /** Denies the named thing: "not allergic", "sans allergie". */
  not: 'not doesnt hasnt isnt pas ne nicht niet sans ohne sin senza zonder',
  /** What can be denied. */
  named:
    'medical health allergy allergies allergic condition conditions issue issues problem problems concern concerns need needs illness illnesses disease diseases disability disabilities medication medications medicine medicines meds requirement requirements intolerance intolerances restriction restrictions injury injuries history information info ' +
    'allergie maladie maladies probleme problemes traitement traitements particularite particularites sante medicale medicales medicaux ' +
    'allergien krankheit krankheiten erkrankung erkrankungen vorerkrankungen beschwerden einschrankung einschrankungen besonderheiten medikament medikamente unvertraglichkeiten gesundheitliche gesundheitlichen ' +
    'alergia alergias enfermedad enfermedades condicion condiciones problema problemas medicamento medicamentos medicacion medica medicas salud ' +
    'allergia malattia malattie patologia patologie problemi farmaci farmaco salute medici mediche medico ' +
    'allergieen ziekte ziekten ziektes aandoening aandoeningen bijzonderheden medicatie medicijnen medische problemen klachten',
  /** Narrows the named thing and says nothing alone: "no food" is a note, "no food allergies" is not. */
  which: 'food drug dietary special additional physical learning chronic particular',
  others:
    'known know that we i am are is aware to my our knowledge any at all or and nor has have had does do currently present so far the he she of report declare note mention add needed required taken taking tell us ' +
    'connu connue connus connues a signaler de d il elle n y pour le moment bekannt bekannte bekannten zu beachten vorhanden und oder conocida conocidas conocido conocidos tiene que sepamos y ni nota note noti conosciuta conosciute da segnalare ha di bekend bekende heeft van voor zover en of',
} as const;

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const sets = {
  no: setOf(words.no),
  not: setOf(words.not),
  named: setOf(words.named),
  which: setOf(words.which),
  others: setOf(words.others),
};

/** Whole texts that forms and spreadsheets write, and sayings whose words alone mean something else. */
const sayings: ReadonlySet<string> = new Set([
  ...['n', 'n a', 'n k a', 'n v t', '0', 'false', 'falsch', 'faux', 'falso', 'onwaar'],
  ...['not applicable', 'sans objet', 'trifft nicht zu', 'entfallt', 'no aplica', 'non applicabile'],
  ...[
    'niet van toepassing',
    'not that we know of',
    'not that i know of',
    'not to my knowledge',
    'not aware of any',
  ],
]);

const longest = 200;

/** "None", "n/a", "No known allergies", "keine", "-" (IMP-09). "?" or "tbc" is no such answer. */
export const saysNothing = (text: string): boolean => {
  // Most cells of a file are names, numbers and addresses.
  if (text.length > longest || /\d\d|@/.test(text)) return /^0+$/.test(text.trim());
  const folded = textKey(text.replace(/['’]/g, ' ').replace(/\b(does|has|is)n t\b/gi, '$1nt'));
  const parts = splitWords(folded);
  if (parts.length === 0) return text.trim() !== '' && /^[\s\p{Pd}./\\_*–—−]+$/u.test(text);
  if (sayings.has(parts.join(' '))) return true;
  const has = (set: ReadonlySet<string>) => parts.some((part) => set.has(part));
  const isAllKnown = parts.every((part) => Object.values(sets).some((set) => set.has(part)));
  if (!isAllKnown) return false;
  return has(sets.named) ? has(sets.no) || has(sets.not) : has(sets.no) && !has(sets.which);
};

/** Null for no note, and for one that says "none". */
export const countedNote = (note: string | null): string | null =>
  note !== null && saysNothing(note) ? null : note;
