import { sampleFamily } from '#infra/testing/samples/samples';
import type { Family } from '#shared/schemas/profile';
import { bornYearsAgo } from './business-day.ts';

/** A parent with two children: Ana is 9; Ben is 7 and has asthma. */
export const familyOfTwo = (): Family =>
  sampleFamily({
    now: new Date(),
    children: [
      { name: 'Ana Parent', date_of_birth: bornYearsAgo(9) },
      {
        name: 'Ben Parent',
        date_of_birth: bornYearsAgo(7),
        medical_conditions: 'Asthma: carries an inhaler',
      },
    ],
  });
