import {
  base,
  en,
  en_GB,
  en_IN,
  en_NG,
  es,
  Faker,
  fr,
  generateMersenne53Randomizer,
  pl,
  type Randomizer,
} from '@faker-js/faker';

/** Makes people and places; the same seed makes the same ones in the same order. */
export interface Fake {
  /** From 0, below 1. */
  readonly number: () => number;
  /** In English, with British places. */
  readonly faker: Faker;
  /** Makes the names of one family: of a city's languages, with accents, hyphens and apostrophes. */
  readonly ofFamily: () => Faker;
}

export const createFake = (seed: number): Fake => {
  const randomizer: Randomizer = generateMersenne53Randomizer(seed);
  const [faker, ...others] = [[en_GB, en], [en_IN, en], [en_NG, en], [fr], [pl], [es]].map(
    (locale) => new Faker({ locale: [...locale, base], randomizer }),
  );
  if (!faker) throw new Error('There is no language');
  return {
    number: () => randomizer.next(),
    faker,
    // Half of the families have English names.
    ofFamily: () => faker.helpers.arrayElement([...others.map(() => faker), ...others]),
  };
};
