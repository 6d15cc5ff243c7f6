import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedNote, saysNothing } from './nothing.ts';

const denials = ['none', 'no', 'No known', 'keine', 'aucune', 'ninguna', 'nessuna', 'geen', 'None known'];
const named = ['allergies', 'medical conditions', 'Allergien', 'allergie', 'alergias', 'malattie', 'ziektes'];

const listOf = (text: string) => text.split('|').map((one) => one.trim());
const nothings = listOf(`
  none | None. | NO | nope | n/a | N.A. | na | nil | Nothing | nothing to know | None known | No known allergies |
  no allergies or medical conditions | NKA | nkda | false | 0 | - | — | / | None that we are aware of |
  no known food allergies | Allergies: none. Medication: none | n | He has no medical issues |
  Doesn't have any allergies | not applicable | No special needs | keine | Nein | keine bekannt |
  Keine Allergien bekannt | nichts | FALSCH | trifft nicht zu | keine Einschränkungen | aucune | Aucun | non | néant |
  RAS | Rien à signaler | pas d’allergie | ninguna | Ninguna conocida | no tiene alergias | sin alergias | nada |
  nessuna | Nessuna nota | niente da segnalare | nulla | geen | nee | Geen bijzonderheden | n.v.t. |
  geen allergieën bekend`);
const notes = [
  '',
  ...listOf(`
  Asthma | No nuts | No food | none but asthma | nut allergy | No contact sports | yes | Y | ? | tbc | unknown |
  not known | not allergic to nuts | Allergies | medication | see form | no gluten | kein Gluten | sin gluten |
  pas de lait | geen noten | Nadia | Nora | EpiPen | 1 | keine Nüsse | no medication at school, inhaler at home |
  without spectacles | not on medication | No other allergies | we do not know`),
];

describe('a text about health', () => {
  it.each(nothings)('that is “%s” says that there is nothing to know [IMP-09]', (text) => {
    expect(saysNothing(text)).toBe(true);
    expect(countedNote(text)).toBeNull();
  });

  it.each(notes)('that is “%s” is no such answer [IMP-09]', (text) => {
    expect(saysNothing(text)).toBe(false);
    expect(countedNote(text)).toBe(text);
  });

  it('says nothing with any denial of anything, however it is written, and a note with one more word [IMP-09]', () => {
    const shape = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => ` ${text}. `,
      (text: string) => `${text}!`,
    );
    const word = fc.constantFrom('nuts', 'asthma', 'EpiPen', 'Inhalator', 'except penicillin', 'diabète');
    fc.assert(
      fc.property(
        fc.constantFrom(...denials),
        fc.constantFrom('', ...named),
        shape,
        word,
        (no, what, as, more) => {
          const text = as(`${no} ${what}`);
          expect(saysNothing(text)).toBe(true);
          expect(saysNothing(`${text} ${more}`)).toBe(false);
          expect(saysNothing(`${more} ${text}`)).toBe(false);
        },
      ),
    );
  });
});
